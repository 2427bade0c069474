import type { ReadAnswer } from '../answer/read-answer.js';
import { createSourcesFill } from '../answer/sources-view.js';
import type { TraceNote } from '../answer/trace-note.js';
import type { RunTool } from '../code/run-tool.js';
import { createCodeFill } from '../code/view.js';
import { createConversationFill } from '../conversations/view.js';
import { createPreviewFill } from '../previews/view.js';
import { createAskAboutMessageFill } from '../views/ask-about-message.js';
import { createAskFormFill } from '../views/ask-form.js';
import { createViewRequestHandler } from '../views/fill.js';
import { createListRepositories } from '../views/repositories.js';
import { createSettingsFill } from '../views/settings.js';
import { createSmokeFill } from '../views/smoke.js';
import { composeConnectFill } from './connect.js';
import type { Conversations } from './conversations.js';
import type { WorkerParts } from './worker-parts.js';

interface ViewParts {
  readonly conversations: Conversations;
  readonly readAnswer: ReadAnswer;
  readonly runTool: RunTool;
  readonly traceNote: TraceNote;
}

/** Fills the views that are open: one function for each kind. */
export function composeViewRequests(
  parts: WorkerParts,
  { conversations, readAnswer, runTool, traceNote }: ViewParts,
) {
  const { shared, clients, policy, home } = parts;
  const { logger, openLink, slack, stores } = shared;
  const { codePages: pages, previews, questions, settings } = stores;
  const { baseUrl, credentials } = clients;
  const credentialFor = credentials.ofPerson;
  const { readers, commands } = conversations;
  const { access, openConversation, showConversation } = readers;
  const showCode = createCodeFill({
    runTool,
    pages,
    credentialFor,
    audienceOf: policy.audienceOf,
  });
  const showSources = createSourcesFill({
    readAnswer,
    policy,
    questions,
    pages,
    showCode,
    traceNote,
    baseUrl,
  });
  return createViewRequestHandler({
    views: slack.views,
    postEphemeral: shared.postEphemeral,
    fills: {
      ask: createAskFormFill({
        listRepositories: createListRepositories({ tools: clients.tools, credentialFor, logger }),
        audienceOf: policy.audienceOf,
      }),
      about: createAskAboutMessageFill({
        downloadFile: slack.downloadFile,
        messages: slack.messages,
        logger,
      }),
      code: showCode,
      connect: composeConnectFill(parts),
      conversation: createConversationFill({
        openConversation,
        showConversation,
        manage: commands.manage,
        exportConversation: commands.exportConversation,
        access,
        conversations: stores.conversations,
        refreshHome: home.refreshHome,
      }),
      preview: createPreviewFill({
        policy,
        previews,
        openLink,
        openConversation,
        showConversation,
        showCode,
        baseUrl,
        audit: shared.audit.record,
      }),
      settings: createSettingsFill({ policy, settings }),
      smoke: createSmokeFill({ messages: slack.messages }),
      sources: showSources,
      explore: showSources,
    },
    logger,
  });
}
