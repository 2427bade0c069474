import type { PostOnce } from '../deliver/post-once.js';
import type { SmallTalk } from '../model/intent.js';
import type { HandleAsk } from '../question/ask.js';
import { createEditHandlers } from '../question/edits.js';
import { createJoinedChannelHandler } from '../question/joined-channel.js';
import { createQuestionActionHandler } from '../question/question-actions.js';
import { createStopUnconfirmed } from '../question/question-at.js';
import { createIncompleteStepHandler } from '../question/refusal.js';
import { createStop } from '../question/stop.js';
import { createStopThread } from '../question/stop-thread.js';
import { createThreadCommandHandler } from '../question/thread-commands.js';
import { createUninstallHandler } from '../question/uninstall.js';
import { composeForget } from './forget.js';
import type { WorkerParts } from './worker-parts.js';

/** What is done to questions that were asked: stop them, wait for them, edit them, remove them. */
export function composeQuestionHandlers(
  parts: WorkerParts,
  { ask, postOnce }: { readonly ask: HandleAsk; readonly postOnce: PostOnce },
) {
  const { shared, clients, output, mayStop } = parts;
  const { logger, now, postEphemeral, producer, slack, stores } = shared;
  const { questions, threads, acceptedQuestions } = stores;
  const { agentStatus, immediateStatus } = output;
  const { wake } = producer;
  const stop = createStop({
    questions,
    instance: clients.instance,
    credentialFor: clients.credentials.ofQuestion,
    immediateStatus,
    wake,
    audit: shared.audit.record,
    now,
    logger,
  });
  const questionAction = createQuestionActionHandler({
    questions,
    mayStop,
    stop,
    immediateStatus,
    wake,
    postEphemeral,
  });
  const edits = createEditHandlers({
    questions,
    conversations: stores.conversations,
    stop,
    ask,
    postEphemeral,
  });
  return {
    stop: questionAction,
    'keep-waiting': questionAction,
    'stop-unconfirmed': createStopUnconfirmed({ questions, accept: producer.accept, now }),
    'thread-command': createThreadCommandHandler({
      stopThread: createStopThread({
        questions,
        threads,
        waiting: stores.waitingQuestions,
        acceptedQuestions,
        mayStop,
        stop,
      }),
      threads,
      agentStatus,
      postEphemeral,
      postOnce,
    }),
    'small-talk': ({ place, messageTs }: SmallTalk) =>
      output.reactions.acknowledge(place, messageTs),
    'joined-channel': createJoinedChannelHandler({ postOnce, logger }),
    'message-changed': edits.messageChanged,
    'message-deleted': edits.messageDeleted,
    'ask-edited': edits.askEdited,
    'incomplete-step': createIncompleteStepHandler({ completeStep: slack.completeStep }),
    forget: composeForget(parts, { postOnce, stop }),
    uninstalled: composeUninstall(parts),
  };
}

/** Ends the questions of a workspace that removed the app, and deletes what is stored for it. */
function composeUninstall({ shared, clients }: WorkerParts) {
  const { audit, installations, logger, producer, slack, stores } = shared;
  return createUninstallHandler({
    identify: async (workspace) =>
      slack.directory.identity(await slack.workspaces.tokenFor(workspace)),
    installations,
    questions: stores.questions,
    instance: clients.instance,
    credentialFor: clients.credentials.ofQuestion,
    removeJobs: producer.removeJobs,
    workspaceData: stores.workspaceData,
    audit: audit.record,
    logger,
  });
}
