import { createLook, type LookOptions } from '../code/look.js';
import { whyNot } from '../code/trouble.js';
import type { Call } from '../mcp/client.js';
import type { CodeCall, CodePage } from '../model/code.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { Modal } from '../model/modal.js';
import type { ViewRequest } from '../model/view-request.js';
import { commandOf } from '../render/code/command.js';
import { named, offered } from '../render/code/offered.js';
import type { Sheet } from '../render/code/sheet.js';
import { renderCodeView, VIEW_ROOM } from '../render/code/view.js';
import * as words from '../render/texts/code.js';
import { renderNotice } from '../render/views/notice.js';
import type { CodeTurnStore } from '../store/code-turns.js';
import type { Fill } from './fill.js';

export interface CodeFillOptions extends LookOptions {
  readonly turns: Pick<CodeTurnStore, 'keep' | 'load'>;
  /** With whose account a person's calls run. */
  readonly credentialFor: (who: WorkspaceUser) => Promise<Call['token']>;
}

type CodeModal = Modal & { readonly of: 'code' };

/** What a code tool gives, in a view, called under the account of whoever looks at it. */
export function createCodeFill(options: CodeFillOptions): Fill<'code'> {
  const { turns, credentialFor } = options;
  const look = createLook(options);

  async function turnOf({ show, pick }: CodeModal): Promise<CodePage | undefined> {
    const turn = typeof show === 'string' ? await turns.load(show) : show;
    return pick === undefined ? turn : turn && followed(turn.call, pick);
  }

  async function sheetOf(
    call: CodeCall,
    opening: ViewRequest,
    signal: AbortSignal,
  ): Promise<Sheet> {
    const { workspace, user } = opening;
    try {
      return await look(
        call,
        { token: await credentialFor({ workspace, user }), signal },
        VIEW_ROOM,
      );
    } catch (error) {
      const why = whyNot(error, call);
      if (why === undefined) throw error;
      return { head: words.quoted(`code ${commandOf(call)}`), items: [], none: why, moves: [] };
    }
  }

  return async (modal, opening, signal) => {
    const turn = await turnOf(modal);
    if (turn === undefined) return renderNotice(opening, words.goneTurn);
    const sheet = await sheetOf(turn.call, opening, signal);
    await turns.keep(new Map(offered(sheet, turn).map(named)));
    const { show, pick, back = [], forth = [] } = modal;
    const before = pick === undefined || typeof show !== 'string' ? back : [...back, show];
    return renderCodeView(opening, { sheet, turn, back: before, forth });
  };
}

/** To the definition or the references of a name in a file, or to an entry of a folder. */
function followed(
  call: CodeCall,
  { do: what, symbol }: NonNullable<CodeModal['pick']>,
): CodePage | undefined {
  if (call.do !== 'read' && call.do !== 'ls') return undefined;
  const { repo, path = '', revision } = call;
  const at = revision === undefined ? {} : { revision };
  if (what !== 'open') return { call: { do: what, repo, path, symbol, ...at }, page: 0 };
  const verb = symbol.endsWith('/') ? 'ls' : 'read';
  return { call: { do: verb, repo, path: symbol.replace(/\/$/, ''), ...at }, page: 0 };
}
