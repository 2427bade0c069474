/** Where an answer looked: `mrkdwn`, with escaped arguments. */
import type { Scope, ScopeOrigin } from '../../model/scope.js';
import { count } from '../format/amounts.js';
import { clip, escapeMrkdwn, oneLine } from '../format/escape.js';
import { SHOWN } from '../format/limits.js';

const SHOWN_NAMES = 3;

const SOURCES: Partial<Record<ScopeOrigin, string>> = {
  message: ' (named in the message)',
  thread: ' (like the last answer)',
  channel: " (from the channel's settings)",
};

/**
 * `outside`: what the answer cites from elsewhere, since an instance may look further than it was asked to.
 * `citesAny`: it cites something. Names are raw.
 */
export function lookedIn(
  { repositories, from, unknown = [], channelMissing = [] }: Scope,
  cited: { readonly outside: readonly string[]; readonly citesAny: boolean },
): string {
  const missing = [
    ...unknown.map((name) => `No repository ${code(name)} is listed. `),
    ...(channelMissing.length > 0 ? [notFound(channelMissing)] : []),
  ].join('');
  if (repositories.length === 0) return `${missing}Looked in all repositories`;
  const where = `${listOf(repositories)}${SOURCES[from] ?? ''}`;
  if (cited.outside.length > 0) {
    return `${missing}Asked to look in ${where}; the answer also cites ${listOf(cited.outside)}`;
  }
  return `${missing}${cited.citesAny ? 'Looked' : 'Asked to look'} in ${where}`;
}

function notFound(names: readonly string[]): string {
  const verb = names.length === 1 ? 'was' : 'were';
  return `From the channel's settings, ${listOf(names)} ${verb} not found. `;
}

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN_NAMES).map(shownName);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${count(more)} more` : shown.join(', ');
}

function shownName(name: string): string {
  return escapeMrkdwn(clip(oneLine(name), SHOWN.sourceLabel));
}

function code(name: string): string {
  return `\`${shownName(name.replaceAll('`', ''))}\``;
}
