import type { KnownBlock } from '@slack/types';
import { authorName } from '../../mcp/records.js';
import { actions, context, type Message, section } from '../blocks/message.js';
import { LIMITS } from '../format/limits.js';
import { absoluteUrl } from '../markdown/link.js';
import * as checkTexts from '../texts/check.js';
import * as conversationTexts from '../texts/conversations.js';
import { type CommandButton, commandButtons } from './command-buttons.js';

interface Conversation {
  /** Absent if only its share link opens it; then there are no buttons. */
  readonly id?: number;
  /** Raw. */
  readonly title: string;
}

interface File {
  readonly repo: string;
  readonly path: string;
  readonly link: string;
  /** ms since the epoch. */
  readonly since: number;
}

interface Commit {
  /** Raw, both. */
  readonly title: string;
  readonly author: string;
}

export interface CheckInput extends Conversation {
  /** `found`: the commits since then, newest first; undefined if they could not be checked. */
  readonly results: readonly {
    readonly file: File;
    readonly found: readonly Commit[] | undefined;
  }[];
  /** How many files were left out. */
  readonly rest: number;
  readonly baseUrl: string;
}

/** Which cited files have changed since the answers, with the last commit to each. */
export function renderCheck(input: CheckInput): Message {
  const { results, rest, baseUrl } = input;
  const known = results.filter(({ found }) => found !== undefined);
  const changed = known.filter(({ found }) => found?.length !== 0);
  const unchanged = known.filter(({ found }) => found?.length === 0);
  const unknown = results.filter(({ found }) => found === undefined);
  const counts = { changed: changed.length, looked: known.length };
  const head = `${checkTexts.conversationName(input)}: ${checkTexts.checkHead(counts)}`;
  const several = new Set(results.map(({ file }) => file.repo)).size > 1;
  const label = ({ repo, path }: File) => (several ? `${repo} ${path}` : path);
  const linked = ({ file }: { file: File }) =>
    checkTexts.fileLink(label(file), absoluteUrl(file.link, baseUrl));
  const footnotes = [
    ...(unchanged.length > 0 ? [checkTexts.unchangedFiles(unchanged.map(linked))] : []),
    ...(unknown.length > 0 ? [checkTexts.uncheckedFiles(unknown.map(linked))] : []),
    ...(rest > 0 ? [checkTexts.andMoreFiles(rest)] : []),
  ];
  const rows = changed.map(({ file, found = [] }) =>
    section(`${linked({ file })}\n${changesOf(file, found)}`),
  );
  return {
    text: head,
    blocks: [section(head), ...rows, ...contextBlocks(footnotes), ...buttons(input, 'check')],
  };
}

function changesOf({ since }: File, found: readonly Commit[]): string {
  const [last] = found;
  const author = authorName(last?.author ?? '');
  return checkTexts.fileChanges({ commits: found.length, since, title: last?.title ?? '', author });
}

export interface OwnersInput extends Conversation {
  readonly files: readonly unknown[];
  /** Best first; names are raw. */
  readonly owners: readonly {
    readonly name: string;
    readonly commits: number;
    readonly files: number;
    readonly lastAt: number;
  }[];
}

const MAX_OWNERS = 5;

/** Who likely knows the files: their names as text, so that nobody is mentioned. */
export function renderOwners(input: OwnersInput): Message {
  const { owners, files } = input;
  const head = `${checkTexts.conversationName(input)}: ${checkTexts.ownersHead(files.length)}`;
  const rows = owners.slice(0, MAX_OWNERS).map((owner) => section(checkTexts.ownerLine(owner)));
  const none = owners.length === 0 ? [section(checkTexts.noOwners)] : [];
  return {
    text: head,
    blocks: [
      section(head),
      ...rows,
      ...none,
      context(checkTexts.nobodyNotified),
      ...buttons(input, 'owners'),
    ],
  };
}

/** Says below the head which conversation was assumed. `lastQuestion` is raw. */
export function withAssumption(
  message: Message,
  { lastQuestion, link }: { readonly lastQuestion?: string; readonly link?: string },
): Message {
  const [head, ...rest] = message.blocks;
  if (head === undefined) return message;
  // The title may be the question itself.
  const isInHead =
    lastQuestion === undefined ||
    message.text.includes(conversationTexts.conversationTitle(lastQuestion));
  const assumed = {
    ...(isInHead ? {} : { asked: lastQuestion }),
    ...(link === undefined ? {} : { link }),
  };
  return { ...message, blocks: [head, context(checkTexts.assumedConversation(assumed)), ...rest] };
}

/** Divides lines that are too long for one context block. */
function contextBlocks(lines: readonly string[]): KnownBlock[] {
  return lines.flatMap((line) => pieces(line, LIMITS.contextText)).map((line) => context(line));
}

/** Divides a list of links after a comma. */
function pieces(line: string, most: number): string[] {
  const found = [''];
  for (const part of line.split(/(?<=>, )/)) {
    const last = found.at(-1) ?? '';
    if (last.length + part.length <= most) found[found.length - 1] = last + part;
    else found.push(part.slice(0, most));
  }
  return found.filter((text) => text !== '');
}

function buttons({ id }: Conversation, from: 'check' | 'owners'): KnownBlock[] {
  if (id === undefined) return [];
  const other: CommandButton =
    from === 'check'
      ? { label: checkTexts.ownersLabel, command: `who knows ${id}` }
      : { label: checkTexts.checkLabel, command: `check ${id}` };
  const all = [
    { label: checkTexts.askAnewLabel, command: `again ${id}` },
    other,
    { label: conversationTexts.showConversationLabel, command: `show ${id}` },
    { label: conversationTexts.showListLabel, command: 'list' },
  ];
  return [actions(commandButtons(all))];
}
