import { createVoteHandler, createVoteTarget } from '../answer/feedback.js';
import { createReadAnswer } from '../answer/read-answer.js';
import { createRevealHandler } from '../answer/reveal.js';
import { createShareAnswerHandler } from '../answer/share.js';
import { createCodeRequestHandler } from '../code/request-handler.js';
import { createRunTool, type RunTool } from '../code/run-tool.js';
import { createShareToolResult } from '../code/share.js';
import { createConversationRequestHandler } from '../conversations/request-handler.js';
import { createPostOnce, type PostOnce } from '../deliver/post-once.js';
import { createDispatch } from '../dispatch/dispatch.js';
import { createGiveUp } from '../dispatch/give-up.js';
import { createPermissions } from '../dispatch/permissions.js';
import { createDoctorRequest } from '../ops/doctor-request.js';
import { createReadInlineCode } from '../previews/inline-code.js';
import { createUnfurlLinks } from '../previews/unfurl.js';
import { createEditHandlers } from '../question/edits.js';
import { createQuestionActionHandler } from '../question/question-actions.js';
import { createIncompleteStepHandler } from '../question/refusal.js';
import { createStop } from '../question/stop.js';
import { createStopThread } from '../question/stop-thread.js';
import { createThreadCommandHandler } from '../question/thread-commands.js';
import { createUninstallHandler } from '../question/uninstall.js';
import type { Processors } from '../queue/workers.js';
import * as notes from '../render/texts/notes.js';
import { createViewNotices } from '../views/fill.js';
import { createHomeRequestHandler } from '../views/home.js';
import { createMessagesTabHandler } from '../views/messages-tab.js';
import { createSettingsChangeHandler } from '../views/settings.js';
import type { Conversations } from './conversations.js';
import { createDoctorChecks } from './doctor-checks.js';
import { composeViewRequests } from './view-requests.js';
import type { WorkerParts } from './worker-parts.js';

/** Every kind of intent but a question: the permission that it needs, and its handler. */
export function composeHandlers(
  parts: WorkerParts,
  conversations: Conversations,
): Pick<Processors, 'handle' | 'giveUp'> {
  const { shared, clients, policy, output } = parts;
  const { config, logger, metrics, postEphemeral, slack, stores } = shared;
  const { baseUrl, credentialFor, instance, tools } = clients;
  const { questions } = stores;
  const { refuseView, showUnfilled } = createViewNotices({ views: slack.views });
  const voteTarget = createVoteTarget({ formNotes: stores.formNotes });
  const readAnswer = createReadAnswer({ instance, credentialFor });
  const runTool = createRunTool({ tools, baseUrl });
  const postOnce = createPostOnce({ messages: slack.messages, claims: stores.claims });
  const handle = createDispatch({
    permissions: createPermissions({ policy, postEphemeral, voteTarget, refuseView }),
    handlers: {
      ...composeQuestionHandlers(parts),
      uninstalled: composeUninstall(parts),
      help: (request) => postEphemeral(request, notes.helpText()),
      doctor: createDoctorRequest({
        policy,
        runDoctor: createDoctorChecks(shared, clients.probe),
        postEphemeral,
      }),
      'conversation-request': createConversationRequestHandler({
        commands: conversations.commands,
        baseUrl,
        postEphemeral,
        logger,
      }),
      code: composeCodeRequests(parts, runTool, postOnce),
      vote: createVoteHandler({
        questions,
        feedback: stores.feedback,
        voteTarget,
        postEphemeral,
        observe: metrics.voted,
      }),
      reveal: createRevealHandler({ readAnswer, questions, postEphemeral, baseUrl }),
      'share-answer': createShareAnswerHandler({
        readAnswer,
        policy,
        questions,
        claims: stores.claims,
        postOnce,
        postEphemeral,
        baseUrl,
      }),
      settings: createSettingsChangeHandler({ settings: stores.settings, postEphemeral, logger }),
      ...composeLinkPreviews(parts, runTool),
      'messages-tab-opened': createMessagesTabHandler({
        conversations: stores.conversations,
        setSuggestedPrompts: output.setSuggestedPrompts,
        tools,
        credentialFor,
        logger,
      }),
      'view-request': composeViewRequests(parts, { conversations, readAnswer, runTool }),
      home: createHomeRequestHandler({
        policy,
        views: slack.views,
        homes: stores.homes,
        openQuestions: conversations.openQuestions,
        find: conversations.find,
        readQuota: conversations.readQuota,
        cancel: conversations.commands.cancel,
        baseUrl,
        access: config.deepsearch.accessMode,
        logger,
      }),
    },
  });
  return { handle, giveUp: createGiveUp({ postEphemeral, showUnfilled, logger }) };
}

/** What people do to a question that was asked: stop it, wait for it, edit it. */
function composeQuestionHandlers({ shared, clients, output }: WorkerParts) {
  const { logger, now, postEphemeral, producer, slack, stores } = shared;
  const { questions, threads, acceptedQuestions } = stores;
  const { agentStatus, immediateStatus } = output;
  const { wake } = producer;
  const stop = createStop({
    questions,
    instance: clients.instance,
    credentialFor: clients.credentialFor,
    immediateStatus,
    wake,
    now,
    logger,
  });
  const questionAction = createQuestionActionHandler({
    questions,
    stop,
    immediateStatus,
    wake,
    postEphemeral,
  });
  const edits = createEditHandlers({
    questions,
    stop,
    accept: (ask) => producer.accept(ask),
    postEphemeral,
  });
  return {
    stop: questionAction,
    'keep-waiting': questionAction,
    'thread-command': createThreadCommandHandler({
      stopThread: createStopThread({ questions, threads, acceptedQuestions, stop }),
      threads,
      agentStatus,
      postEphemeral,
    }),
    'message-changed': edits.messageChanged,
    'message-deleted': edits.messageDeleted,
    'ask-edited': edits.askEdited,
    'incomplete-step': createIncompleteStepHandler({ completeStep: slack.completeStep }),
  };
}

function composeCodeRequests(
  { shared, clients }: WorkerParts,
  runTool: RunTool,
  postOnce: PostOnce,
) {
  const { logger, postEphemeral, stores } = shared;
  const { codePages: pages } = stores;
  return createCodeRequestHandler({
    runTool,
    share: createShareToolResult({ postOnce }),
    pages,
    credentialFor: clients.credentialFor,
    postEphemeral,
    logger,
  });
}

function composeLinkPreviews({ shared, clients }: WorkerParts, runTool: RunTool) {
  const { config, logger, openLink, slack, stores } = shared;
  const unfurlLinks = createUnfurlLinks({
    unfurl: slack.unfurl,
    previews: stores.previews,
    openLink,
    readInlineCode: createReadInlineCode({
      runTool,
      inlineCodeIn: config.inlineCodeIn,
      credentialFor: clients.credentialFor,
    }),
    baseUrl: clients.baseUrl,
    logger,
  });
  return { 'links-shared': unfurlLinks.inMessage, 'links-drafted': unfurlLinks.inComposer };
}

function composeUninstall({ shared, clients }: WorkerParts) {
  const { installations, logger, producer, slack, stores } = shared;
  return createUninstallHandler({
    identify: async (workspace) =>
      slack.directory.identity(await slack.workspaces.tokenFor(workspace)),
    installations,
    questions: stores.questions,
    instance: clients.instance,
    credentialFor: clients.credentialFor,
    removeJobs: producer.removeJobs,
    workspaceData: stores.workspaceData,
    logger,
  });
}
