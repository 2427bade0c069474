import { createDisconnect } from '../account/disconnect.js';
import { createRevoke } from '../account/revoke.js';
import { createEraseMessages } from '../deliver/erase-messages.js';
import type { PostOnce } from '../deliver/post-once.js';
import { createErase } from '../erasure/erase.js';
import { createEraseConversations } from '../erasure/erase-conversations.js';
import { createEraseQuestions } from '../erasure/erase-questions.js';
import { createForgetHandler } from '../erasure/request-handler.js';
import type { Stop } from '../question/stop.js';
import type { WorkerParts } from './worker-parts.js';

/** What deletes the data of a person. */
export function composeForget(
  { shared, clients, policy, output }: WorkerParts,
  { postOnce, stop }: { readonly postOnce: PostOnce; readonly stop: Stop },
) {
  const { config, logger, now, postEphemeral, slack, stores } = shared;
  const { accounts, conversations, erasures, personData, questions } = stores;
  const audit = shared.audit.record;
  const auditDays = config.audit.retentionDays;
  const { messages, files, identify } = slack;
  const eraseMessages = createEraseMessages({
    messages,
    files,
    deletion: output.deletion,
    identify,
  });
  const revoke = createRevoke({ oauth: clients.oauth, logger });
  const erase = createErase({
    erasures,
    personData,
    eraseQuestions: createEraseQuestions({ questions, personData, erasures, eraseMessages, stop }),
    eraseConversations: createEraseConversations({
      conversations,
      erasures,
      instance: clients.instance,
      credentialOf: clients.credentials.ofConversation,
    }),
    eraseMessages,
    disconnect: createDisconnect({ accounts, revoke, audit, logger }),
    messages,
    postOnce,
    postEphemeral,
    audit,
    auditDays,
    now,
    logger,
  });
  return createForgetHandler({
    policy,
    conversations,
    questions,
    accounts,
    personData,
    erase,
    auditDays,
    postEphemeral,
  });
}
