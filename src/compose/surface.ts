import type { RunTool } from '../code/run-tool.js';
import { createCodeFill } from '../code/view.js';
import type { RequestContext } from '../conversations/request-context.js';
import { createConversationFill } from '../conversations/view.js';
import type { Question } from '../model/question.js';
import type { ViewRequest } from '../model/view-request.js';
import { createPreviewFill } from '../previews/view.js';
import { createAskAboutMessageFill } from '../views/ask-about-message.js';
import { createViewRequestHandler } from '../views/fill.js';
import { createHomeRequestHandler } from '../views/home.js';
import { createViewOpener } from '../views/open.js';
import { createSettingsFill } from '../views/settings.js';
import { createSourcesFill } from '../views/sources.js';
import { type Base, PASTED_LINK } from './base.js';
import type { Conversations } from './conversations.js';
import { composePostEphemeral, type Walk } from './speech.js';

/** In the process that receives clicks: opens views. */
export function composeSurface(base: Base) {
  const postEphemeral = composePostEphemeral(base);
  return createViewOpener({
    ...base,
    accept: (opening) => base.producer.accept(opening),
    tell: (opening, note) => postEphemeral(hearerOf(opening), note),
  });
}

function hearerOf({ workspace, place, user, sealedResponseUrl: url }: ViewRequest) {
  const where = place ?? { workspace, channel: user, direct: true };
  return { place: where, user, ...(url === undefined ? {} : { sealedResponseUrl: url }) };
}

/** In the worker: fills the views that are open. */
export function composeFilling(walk: Walk, conversations: Conversations, runTool: RunTool) {
  const { config, policy, previews, questions, conversations: store, turns: pages, vault } = walk;
  const { url: baseUrl, token } = config.deepsearch;
  const credentialFor = async () => token;
  const { openConversation, showConversation } = conversations;
  const showCode = createCodeFill({ runTool, pages, credentialFor });
  return createViewRequestHandler({
    ...walk,
    fills: {
      about: createAskAboutMessageFill(walk),
      code: showCode,
      conversation: createConversationFill({
        openConversation,
        showConversation,
        manage: conversations.commands.manage,
        exportConversation: conversations.commands.exportConversation,
        policy,
        conversations: store,
        refreshHome: createRefreshHome(walk),
      }),
      preview: createPreviewFill({
        previews,
        openLink: (sealed) => vault.open(sealed, PASTED_LINK),
        openConversation,
        showConversation,
        showCode,
        baseUrl,
      }),
      settings: createSettingsFill(walk),
      sources: createSourcesFill({ ...walk, questions, pages, baseUrl }),
    },
  });
}

/** In the worker: publishes users' Homes. */
export function composeHome(walk: Walk, conversations: Conversations) {
  const { url: baseUrl, accessMode: access } = walk.config.deepsearch;
  const { find, readQuota, commands } = conversations;
  return createHomeRequestHandler({
    ...walk,
    find,
    readQuota,
    cancel: commands.cancel,
    baseUrl,
    access,
  });
}

/** Refreshes the Home of a user who opened it lately. Best effort. */
function createRefreshHome({
  homes,
  producer,
  logger,
}: Pick<Base, 'homes' | 'producer' | 'logger'>) {
  return async (context: Pick<RequestContext, 'user' | 'requestId' | 'at'>): Promise<void> => {
    const { requestId, at } = context;
    const { workspace, user } = context.user;
    try {
      if ((await homes.look(context.user)) === undefined) return;
      await producer.accept({ kind: 'home', id: `home-${requestId}`, workspace, user, at });
    } catch (error) {
      logger.debug({ err: error }, 'Home not refreshed');
    }
  };
}

/** Refreshes a user's Home when a question of theirs begins or ends. */
export function createNoteAtHome(base: Base) {
  const refresh = createRefreshHome(base);
  return ({ id, user, place, phase }: Question): Promise<void> =>
    refresh({
      user: { workspace: place.workspace, user },
      requestId: `${id}-${phase}`,
      at: base.now(),
    });
}

const DAY_MS = 24 * 3600_000;

/**
 * Who asks in their direct message with us has come to it, also where Slack has not said so: what is
 * suggested there is set anew once a day. It may be lost.
 */
export function createNoteArrival({ producer, logger }: Pick<Base, 'producer' | 'logger'>) {
  return async ({ user: by, askedAt, place }: Question): Promise<void> => {
    const { workspace, channel, direct } = place;
    if (!direct) return;
    const id = `arrival-${workspace}-${channel}-${Math.floor(askedAt / DAY_MS)}`;
    const arrived = { workspace, channel, direct };
    await producer
      .accept({ kind: 'messages-tab-opened', id, place: arrived, user: by })
      .catch((error: unknown) => {
        logger.debug({ err: error }, 'nothing was suggested');
      });
  };
}
