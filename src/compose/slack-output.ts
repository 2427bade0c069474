import { createAgentStatus } from '../deliver/agent-status.js';
import { createAttachFile } from '../deliver/attach-file.js';
import { createMessageDeletion } from '../deliver/delete-messages.js';
import { createDeleteReplies } from '../deliver/delete-replies.js';
import { createDeliver } from '../deliver/deliver.js';
import { createImmediateStatus } from '../deliver/immediate-status.js';
import { createLeaveChannel } from '../deliver/leave-channel.js';
import { createOutbox, type MaybeRestoredSince } from '../deliver/outbox.js';
import { createPostOnce } from '../deliver/post-once.js';
import { createPromptSuggestion } from '../deliver/prompt-suggestion.js';
import { createReactions } from '../deliver/reactions.js';
import { createStatus } from '../deliver/status.js';
import { createTellMoved } from '../deliver/tell-moved.js';
import { createThreading } from '../deliver/threads.js';
import { createUpdateAnswer } from '../deliver/update-answer.js';
import { createLinksElsewhere } from '../render/links-elsewhere.js';
import type { SharedParts } from './shared.js';

/** What the worker shows of a question in Slack. */
export function createSlackOutput(shared: SharedParts, maybeRestoredSince: MaybeRestoredSince) {
  const { config, logger, metrics, now, postEphemeral, slack, stores } = shared;
  const { agent, files, messages } = slack;
  const { agentStatuses, questions, threads } = stores;
  const outbox = createOutbox({ messages, maybeRestoredSince, now, logger });
  const deletion = createMessageDeletion({ messages });
  const attach = createAttachFile({ files, messages, now, logger });
  const threading = createThreading({ outbox, messages, threads });
  const leaveChannel = createLeaveChannel({ outbox, deletion, threading, messages, questions });
  const { questionResponses } = stores;
  const tellMoved = createTellMoved({ questionResponses, postEphemeral });
  const linksElsewhere = createLinksElsewhere(config.deepsearch.url);
  return {
    outbox,
    postOnce: createPostOnce({ messages, claims: stores.claims, maybeRestoredSince }),
    deletion,
    threading,
    leaveChannel,
    tellMoved,
    status: createStatus({
      outbox,
      threading,
      messages,
      plans: agentStatuses,
      waitForRoomMs: (target) => slack.optionalWaitMs('chat.postMessage', target),
      observeShown: metrics.statusShown,
      now,
    }),
    immediateStatus: createImmediateStatus({ questions, messages, now }),
    agentStatus: createAgentStatus({ agent, agentStatuses, now, logger }),
    reactions: createReactions({
      messages,
      reactions: stores.reactions,
      questions,
      refusals: agentStatuses,
      waitForRoomMs: (target) => slack.optionalWaitMs('reactions.add', target),
      enabled: config.reactions,
      now,
      logger,
    }),
    setSuggestedPrompts: createPromptSuggestion({ agent, refusals: agentStatuses, logger }),
    deliver: createDeliver({
      outbox,
      deletion,
      leaveChannel,
      attach,
      threading,
      messages,
      questions,
      postEphemeral,
      tellMoved,
      linksElsewhere,
      logger,
    }),
    deleteReplies: createDeleteReplies({ deletion, questions, logger }),
    updateAnswer: createUpdateAnswer({ messages, linksElsewhere }),
  };
}
