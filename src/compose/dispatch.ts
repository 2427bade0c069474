import { createFeedback, createVoteTarget } from '../answer/feedback.js';
import { createReveal } from '../answer/reveal.js';
import { createShareAnswer } from '../answer/share.js';
import { createCodeRequestHandler } from '../code/request-handler.js';
import { createRunTool, type RunTool } from '../code/run-tool.js';
import { createShareToolResult } from '../code/share.js';
import { createConversationRequestHandler } from '../conversations/request-handler.js';
import { createDispatch } from '../dispatch/dispatch.js';
import { createGiveUp } from '../dispatch/give-up.js';
import { createPermissions } from '../dispatch/permissions.js';
import { createDoctorRequest } from '../ops/doctor-request.js';
import { createReadInlineCode } from '../previews/inline-code.js';
import { createUnfurlLinks } from '../previews/unfurl.js';
import { createEdits } from '../question/edits.js';
import { createQuestionActions } from '../question/question-actions.js';
import { createIncompleteStep } from '../question/refusal.js';
import { createThreadCommands } from '../question/thread-commands.js';
import type { Processors } from '../queue/workers.js';
import * as notes from '../render/texts/notes.js';
import { createViewNotices } from '../views/fill.js';
import { createMessagesTab } from '../views/messages-tab.js';
import { createSaveSettings } from '../views/save-settings.js';
import { PASTED_LINK } from './base.js';
import { composeConversations } from './conversations.js';
import { createExamination } from './examination.js';
import type { Walk } from './speech.js';
import { composeFilling, composeHome } from './surface.js';

/** Every kind of intent but a question: the permission that it needs, and its handler. */
export function composeDispatch(
  walk: Walk,
  look: () => Promise<unknown>,
): Pick<Processors, 'handle' | 'giveUp'> {
  const { config, metrics, producer } = walk;
  const { url: baseUrl, token } = config.deepsearch;
  const edits = createEdits({ ...walk, accept: (ask) => producer.accept(ask) });
  const questionAction = createQuestionActions(walk);
  const { refuseView, showUnfilled } = createViewNotices(walk);
  const credentialFor = async () => token;
  const conversations = composeConversations(walk);
  const runTool = createRunTool({ tools: walk.tools, baseUrl });
  const handle = createDispatch({
    permissions: createPermissions({ ...walk, voteTarget: createVoteTarget(walk), refuseView }),
    handlers: {
      stop: questionAction,
      'keep-waiting': questionAction,
      help: (request) => walk.postEphemeral(request, notes.usage()),
      'thread-command': createThreadCommands(walk),
      'message-changed': edits.messageChanged,
      'message-deleted': edits.messageDeleted,
      'ask-edited': edits.askEdited,
      doctor: createDoctorRequest({ ...walk, examine: createExamination(walk, look) }),
      'conversation-request': createConversationRequestHandler({
        ...walk,
        commands: conversations.commands,
        baseUrl,
      }),
      code: composeCode(walk, runTool),
      vote: createFeedback({ ...walk, observe: metrics.voted }),
      reveal: createReveal({ ...walk, baseUrl }),
      'share-answer': createShareAnswer({ ...walk, baseUrl }),
      settings: createSaveSettings(walk),
      'links-shared': composeUnfurlLinks(walk, runTool),
      'incomplete-step': createIncompleteStep(walk),
      'messages-tab-opened': createMessagesTab({ ...walk, credentialFor }),
      'view-request': composeFilling(walk, conversations, runTool),
      home: composeHome(walk, conversations),
    },
  });
  return { handle, giveUp: createGiveUp({ ...walk, showUnfilled }) };
}

function composeCode(walk: Walk, runTool: RunTool) {
  const { config, logger, messages, postEphemeral, turns: pages } = walk;
  return createCodeRequestHandler({
    runTool,
    share: createShareToolResult({ messages, pages }),
    pages,
    credentialFor: async () => config.deepsearch.token,
    postEphemeral,
    logger,
  });
}

function composeUnfurlLinks(walk: Walk, runTool: RunTool) {
  const { config, logger, previews, unfurl, vault } = walk;
  const { token, url: baseUrl } = config.deepsearch;
  return createUnfurlLinks({
    unfurl,
    previews,
    openLink: (sealed) => vault.open(sealed, PASTED_LINK),
    readInlineCode: createReadInlineCode({
      runTool,
      inlineCodeIn: config.inlineCodeIn,
      credentialFor: async () => token,
    }),
    baseUrl,
    logger,
  });
}
