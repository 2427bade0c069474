import { ACTIONS } from '../model/actions.js';
import type { CodeRequest } from '../model/conversation-request.js';
import { parseCodeCall } from './code.js';

/** What a button of the code tools means. */
export interface CodeClick {
  readonly command: CodeRequest['command'];
  readonly share?: true;
}

/** Undefined where it is none of theirs, or its value is none of ours. */
export function parseCodeClick(id: string, value: string): CodeClick | undefined {
  const share = id === ACTIONS.codeShare;
  if (!share && !id.startsWith(`${ACTIONS.codeTurn}.`)) return undefined;
  const command = commandIn(value);
  return command && { command, ...(share && { share }) };
}

/** Of the form `page 2 search …`, or `#` and the name of what is kept. */
function commandIn(value: string): CodeRequest['command'] | undefined {
  const [, name] = /^#([0-9a-f]{20})$/.exec(value) ?? [];
  if (name !== undefined) return { what: 'kept', name };
  const [, page = '0', command = ''] = /^(?:page (\d{1,3}) )?([\s\S]+)$/.exec(value) ?? [];
  const call = parseCodeCall(command);
  return call && { what: 'turn', turn: { call, page: Number(page) } };
}
