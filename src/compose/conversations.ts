import { createConversationAccess } from '../conversations/access.js';
import { createCancelQuestions } from '../conversations/cancel.js';
import { createCheckConversation } from '../conversations/check.js';
import { createFindCheckTarget } from '../conversations/check-target.js';
import { createDeleteConversation } from '../conversations/delete.js';
import { createExportConversation } from '../conversations/export.js';
import { createFileHistories } from '../conversations/file-histories.js';
import { createFindConversations, createListConversations } from '../conversations/list.js';
import { createManageConversation } from '../conversations/manage.js';
import { createOpenConversation } from '../conversations/open.js';
import { createOpenQuestions } from '../conversations/open-questions.js';
import { createReadQuota } from '../conversations/quota.js';
import { createResolveReference } from '../conversations/reference.js';
import type { ConversationCommands } from '../conversations/request-handler.js';
import { createShowPages } from '../conversations/show.js';
import { createReadUsage, createShowUsage } from '../conversations/usage.js';
import { createShowConversation } from '../conversations/view.js';
import { createConversationAudience } from '../conversations/within-audience.js';
import type { WorkerParts } from './worker-parts.js';

export type Conversations = ReturnType<typeof composeConversations>;

/** What is done with conversations, whether by a command, in a view or in Home. */
export function composeConversations(parts: WorkerParts) {
  const readers = composeReaders(parts);
  return { readers, commands: composeCommands(parts, readers) };
}

type Readers = ReturnType<typeof composeReaders>;

/** What finds and opens conversations, each for what their user may read. */
function composeReaders({ shared, clients, policy }: WorkerParts) {
  const { openLink, slack, stores } = shared;
  const { conversations, questions, threads, waitingQuestions: waiting } = stores;
  const { baseUrl, credentials, instance } = clients;
  const credentialFor = credentials.ofPerson;

  const access = createConversationAccess({ policy, conversations, messages: slack.messages });
  const audience = createConversationAudience({ audienceOf: policy.audienceOf, baseUrl });
  const resolveReference = createResolveReference({ threads, questions, openLink });
  const openConversation = createOpenConversation({
    conversations,
    instance,
    credentialFor,
    credentialOf: credentials.ofConversation,
    access,
    resolveReference,
    audience,
  });
  return {
    access,
    resolveReference,
    openConversation,
    openQuestions: createOpenQuestions({ questions, threads, waiting }),
    showConversation: createShowConversation({
      access,
      conversations,
      baseUrl,
      audit: shared.audit.record,
    }),
    find: createFindConversations({
      conversations,
      instance,
      credentialFor,
      access,
      audience,
      allCredentialsFor: credentials.allOfPerson,
    }),
    readUsage: createReadUsage({
      usage: stores.usage,
      settings: stores.settings,
      policy,
      readQuota: createReadQuota({ instance, credentialFor }),
      now: shared.now,
    }),
  };
}

/** What each subcommand about conversations runs. */
function composeCommands(
  { shared, clients, policy, mayStop }: WorkerParts,
  { access, resolveReference, openConversation, openQuestions, find, readUsage }: Readers,
): ConversationCommands {
  const { logger, now, producer, slack, stores } = shared;
  const { claims, conversations, threads } = stores;
  const { baseUrl, credentials, instance, tools } = clients;
  const audit = shared.audit.record;
  const { files, messages } = slack;

  const findTarget = createFindCheckTarget({
    openConversation,
    access,
    conversations,
    threads,
    baseUrl,
  });
  const deleteConversation = createDeleteConversation({
    access,
    conversations,
    claims,
    instance,
    credentialOf: credentials.ofConversation,
    audit,
  });
  return {
    list: createListConversations(find),
    show: createShowPages({ openConversation, access, conversations, baseUrl, audit }),
    exportConversation: createExportConversation({
      openConversation,
      files,
      messages,
      claims,
      baseUrl,
      audit,
      logger,
    }),
    showUsage: createShowUsage(readUsage),
    check: createCheckConversation({
      findTarget,
      fileHistories: createFileHistories({ tools, credentialFor: credentials.ofPerson }),
      accept: (ask) => producer.accept(ask),
      baseUrl,
      now,
    }),
    cancel: createCancelQuestions({
      openQuestions,
      access,
      policy,
      mayStop,
      resolveReference,
      accept: (action) => producer.accept(action),
    }),
    manage: createManageConversation({
      openConversation,
      deleteConversation,
      conversations,
      claims,
      baseUrl,
      audit,
      now,
    }),
  };
}
