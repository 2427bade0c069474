import { createConversationAccess } from '../conversations/access.js';
import { createCancelQuestions } from '../conversations/cancel.js';
import { createCheck } from '../conversations/check.js';
import { createExportConversation } from '../conversations/export.js';
import { createFindConversations, createListConversations } from '../conversations/list.js';
import { createManageConversation } from '../conversations/manage.js';
import { createOpenConversation } from '../conversations/open.js';
import { createResolveReference } from '../conversations/reference.js';
import { createShowPages } from '../conversations/show.js';
import { createReadQuota, createShowUsage } from '../conversations/usage.js';
import { createShowConversation } from '../conversations/view.js';
import { PASTED_LINK } from './base.js';
import type { Walk } from './speech.js';

export type Conversations = ReturnType<typeof composeConversations>;

/** What is done with conversations, whether by a command, in a view or in Home. */
export function composeConversations(walk: Walk) {
  const { config, files, instance, logger, messages, now, policy, producer, questions } = walk;
  const { conversations, threads, tools, vault } = walk;
  const { url: baseUrl, token } = config.deepsearch;
  const credentialFor = async () => token;
  const openLink = (sealed: string) => vault.open(sealed, PASTED_LINK);

  const access = createConversationAccess({ policy, conversations, messages });
  const resolveReference = createResolveReference({ threads, openLink });
  const openConversation = createOpenConversation({
    conversations,
    instance,
    credentialFor,
    access,
    resolveReference,
  });
  const find = createFindConversations({ conversations, instance, credentialFor, access });
  const readQuota = createReadQuota({ instance, credentialFor });
  const exportConversation = createExportConversation({
    openConversation,
    files,
    messages,
    baseUrl,
    logger,
  });
  const manage = createManageConversation({
    openConversation,
    conversations,
    instance,
    policy,
    credentialFor,
    baseUrl,
    now,
  });
  const cancel = createCancelQuestions({
    questions,
    access,
    policy,
    resolveReference,
    accept: (action) => producer.accept(action),
  });
  const check = createCheck({
    openConversation,
    access,
    conversations,
    threads,
    tools,
    credentialFor,
    accept: (ask) => producer.accept(ask),
    baseUrl,
    now,
  });
  return {
    openConversation,
    showConversation: createShowConversation({ policy, access, conversations, baseUrl }),
    find,
    readQuota,
    commands: {
      list: createListConversations(find),
      show: createShowPages({ openConversation, access, conversations, policy, baseUrl }),
      exportConversation,
      showUsage: createShowUsage(readQuota),
      check,
      cancel,
      manage,
    },
  };
}
