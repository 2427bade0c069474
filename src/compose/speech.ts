import type { DeepSearch } from '../deepsearch/client.js';
import { createAgentStatus } from '../deliver/agent-status.js';
import { createAttachFile } from '../deliver/attach-file.js';
import { createDeliver } from '../deliver/deliver.js';
import { createOutbox } from '../deliver/outbox.js';
import { createPostEphemeral, type PostEphemeral } from '../deliver/post-ephemeral.js';
import { createStatus } from '../deliver/status.js';
import { createThreading } from '../deliver/threads.js';
import { createDeleteReplies } from '../deliver/withdraw.js';
import type { ToolServer } from '../mcp/client.js';
import type { Question } from '../model/question.js';
import type { Policy } from '../policy/policy.js';
import { respond } from '../slack/respond.js';
import { type Base, RESPONSE_URL } from './base.js';

/** Private notes, from whichever process has something to say. */
export function composePostEphemeral({ api, logger, messages, vault }: Base): PostEphemeral {
  return createPostEphemeral({
    messages,
    respond: (sealed, note) => respond(vault.open(sealed, RESPONSE_URL), note, api),
    logger,
  });
}

/** Everything that speaks in Slack. */
export function composeSpeech(base: Base) {
  const { logger, messages, metrics, now, questions, threads } = base;
  const { agent, files, agentStatuses } = base;
  const outbox = createOutbox({ messages, now });
  const attach = createAttachFile({ files, messages, now, logger });
  const threading = createThreading({ outbox, messages, threads });
  return {
    outbox,
    status: createStatus({
      ...{ outbox, threading, messages, now, plans: agentStatuses },
      observeShown: metrics.statusShown,
    }),
    agentStatus: createAgentStatus({ agent, agentStatuses, now, logger }),
    deliver: createDeliver({ outbox, attach, threading, messages, questions, logger }),
    withdraw: createDeleteReplies({ outbox, questions, logger }),
    postEphemeral: composePostEphemeral(base),
  };
}

/** What the worker's parts have in common. */
export type Walk = Base &
  ReturnType<typeof composeSpeech> & {
    readonly instance: DeepSearch;
    readonly tools: ToolServer;
    readonly policy: Policy;
    readonly credentialFor: (question: Question) => Promise<string>;
    readonly typicalDuration: () => Promise<number | undefined>;
    readonly wake: (id: string) => Promise<void>;
    readonly schedule: (id: string) => Promise<void>;
  };
