import { createHash } from 'node:crypto';
import type { CodePage } from '../../model/code.js';
import { commandOf } from './command.js';

/** Longer ones, such as with a long cursor, are kept on our side and go by their name. */
const MOST = 400;

/** What a button holds of a turn: `page 2 search …` as `intake/code-click.ts` reads it, or its name. */
export function turnValue(turn: CodePage): string {
  const { call, page } = turn;
  const value = `${page === 0 ? '' : `page ${page} `}${commandOf(call)}`;
  return value.length > MOST ? `#${nameOf(turn)}` : value;
}

/** What a button that opens a view holds of it: the turn itself, or its name. */
export function shown(turn: CodePage): CodePage | string {
  return JSON.stringify(turn).length > MOST ? nameOf(turn) : turn;
}

/** Made of what it is, so that kept twice is kept once. */
export function nameOf(turn: CodePage): string {
  return createHash('sha256').update(JSON.stringify(turn)).digest('hex').slice(0, 20);
}
