import { isServiceFailure, NotConnected, Refused } from '../deepsearch/errors.js';
import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { Logger } from '../log.js';
import type { ConversationCommand, ConversationRequest } from '../model/conversation-request.js';
import { leaveToNewer } from '../queue/retry.js';
import { renderConnect } from '../render/account/connect-first.js';
import { type Message, note } from '../render/blocks/message.js';
import * as conversationTexts from '../render/texts/conversations.js';
import * as notes from '../render/texts/notes.js';
import * as outcomeTexts from '../render/texts/outcome.js';
import { isTokenRefused } from '../slack/errors.js';
import type { CancelQuestions } from './cancel.js';
import type { CheckConversation } from './check.js';
import type { ExportConversation } from './export.js';
import type { ListConversations } from './list.js';
import type { ManageConversation } from './manage.js';
import type { RequestContext } from './request-context.js';
import type { ShowPages } from './show.js';
import type { ShowUsage } from './usage.js';

/** What each command runs. */
export interface ConversationCommands {
  readonly list: ListConversations;
  readonly show: ShowPages;
  readonly exportConversation: ExportConversation;
  readonly showUsage: ShowUsage;
  readonly check: CheckConversation;
  readonly cancel: CancelQuestions;
  readonly manage: ManageConversation;
}

export interface ConversationRequestOptions {
  readonly commands: ConversationCommands;
  readonly baseUrl: string;
  readonly postEphemeral: PostEphemeral;
  readonly logger: Logger;
}

/** The user waits for the note: after this time they are told that the service is slow, ms. */
const SERVICE_TIMEOUT_MS = 20_000;

/** Whoever clicked these goes on reading the conversation that the message shows. */
const KEEPS_MESSAGE: ReadonlySet<ConversationCommand['kind']> = new Set([
  'star',
  'unstar',
] as const);

/**
 * Runs a conversation command and tells the user alone what came of it. Access is checked on each
 * request, also for a click on a note that showed the conversation before.
 */
export function createConversationRequestHandler(options: ConversationRequestOptions) {
  const { commands, postEphemeral, logger } = options;

  async function answer(
    { id: requestId, place, user, at, command }: ConversationRequest,
    signal: AbortSignal,
  ): Promise<readonly Message[]> {
    const context = {
      user: { workspace: place.workspace, user },
      place,
      requestId,
      at,
      signal: AbortSignal.any([signal, AbortSignal.timeout(SERVICE_TIMEOUT_MS)]),
    };
    try {
      return await run(commands, command, context);
    } catch (error) {
      if (isTokenRefused(error)) return [note(notes.unverified)];
      if (signal.aborted || !isServiceFailure(error)) throw error;
      logger.warn(
        { err: error, command: command.kind },
        'conversation request failed: service error',
      );
      if (error instanceof NotConnected) return [renderConnect(error.why)];
      if (error instanceof Refused)
        return [note(outcomeTexts.refused(error.refusal, options.baseUrl))];
      return [note(conversationTexts.serviceUnavailable)];
    }
  }

  return async (request: ConversationRequest, signal: AbortSignal): Promise<void> => {
    const [first, ...more] = await answer(request, signal);
    const replaces = request.clicked && !KEEPS_MESSAGE.has(request.command.kind);
    if (first !== undefined) await postEphemeral({ ...request, replaces }, first);
    for (const next of more) await postEphemeral(request, next);
  };
}

async function run(
  commands: ConversationCommands,
  command: ConversationCommand,
  context: RequestContext,
): Promise<readonly Message[]> {
  switch (command.kind) {
    case 'list':
      return [await commands.list(command, context)];
    case 'show':
      return commands.show(command, context);
    case 'export':
      return [await commands.exportConversation(command.conversation, context)];
    case 'usage':
      return [await commands.showUsage(context)];
    case 'check':
    case 'owners':
    case 'ask-again':
      return [await commands.check(command, context)];
    case 'cancel':
    case 'stop':
    case 'running':
      return [await commands.cancel(command, context)];
    case 'star':
    case 'unstar':
    case 'share':
    case 'delete':
      return [await commands.manage(command, context)];
    default:
      return leaveToNewer(command);
  }
}
