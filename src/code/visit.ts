import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { Logger } from '../log.js';
import type { Call } from '../mcp/client.js';
import type { CodePage } from '../model/code.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { CodeRequest } from '../model/conversation-request.js';
import { renderHelp, renderWrong } from '../render/code/help.js';
import { NOTE_ROOM, renderNote } from '../render/code/note.js';
import { named, offered } from '../render/code/offered.js';
import { type Message, note } from '../render/message.js';
import * as words from '../render/texts/code.js';
import type { CodeTurnStore } from '../store/code-turns.js';
import { createLook, type LookOptions } from './look.js';
import { createShare, type ShareOptions } from './share.js';
import { whyNot } from './trouble.js';

export interface CodeOptions extends LookOptions, ShareOptions {
  readonly turns: CodeTurnStore;
  /** With whose account a person's calls run. */
  readonly credentialFor: (who: WorkspaceUser) => Promise<Call['token']>;
  readonly postEphemeral: PostEphemeral;
  readonly logger: Logger;
}

/** Somebody waits for the note: a service that hangs is said to, ms. */
const SERVICE_MS = 25_000;

/**
 * Answers `/deepsearch code …` and the clicks on what it showed, to the caller alone. Who calls or
 * clicks is asked anew each time; what they may read is up to the account that the call runs with.
 */
export function createCode(options: CodeOptions) {
  const { turns, postEphemeral, logger } = options;
  const look = createLook(options);
  const share = createShare(options);

  async function show(turn: CodePage, by: Call): Promise<Message> {
    const sheet = await look(turn.call, by, NOTE_ROOM);
    await turns.keep(new Map(offered(sheet, turn).map(named)));
    return renderNote(sheet, turn);
  }

  async function turnTo(visit: CodeRequest, turn: CodePage, signal: AbortSignal): Promise<Message> {
    const until = AbortSignal.any([signal, AbortSignal.timeout(SERVICE_MS)]);
    const who = { workspace: visit.place.workspace, user: visit.user };
    try {
      const by = { token: await options.credentialFor(who), signal: until };
      if (!visit.share) return await show(turn, by);
      return await share(visit, turn, await look(turn.call, by, NOTE_ROOM));
    } catch (error) {
      const why = signal.aborted ? undefined : whyNot(error, turn.call);
      if (why === undefined) throw error;
      logger.warn({ err: error, tool: turn.call.do }, 'a code tool gave nothing');
      return note(why);
    }
  }

  async function answer(visit: CodeRequest, signal: AbortSignal): Promise<Message> {
    const { command: wish } = visit;
    switch (wish.what) {
      case 'call':
        return turnTo(visit, { call: wish.call, page: 0 }, signal);
      case 'turn':
        return turnTo(visit, wish.turn, signal);
      case 'kept': {
        const turn = await turns.load(wish.name);
        return turn === undefined ? note(words.goneTurn) : turnTo(visit, turn, signal);
      }
      case 'wrong':
        return renderWrong(wish);
      case 'help':
        return renderHelp(wish.of);
    }
  }

  return async (visit: CodeRequest, signal: AbortSignal): Promise<void> => {
    // What was shared leaves the note that it was shared from in place.
    const replaces = visit.clicked && visit.share !== true;
    await postEphemeral({ ...visit, replaces }, await answer(visit, signal));
  };
}
