import type { KnownBlock } from '@slack/types';
import { authorName } from '../../mcp/records.js';
import { LIMITS } from '../format/limits.js';
import { absolute } from '../markdown/link.js';
import { actions, context, type Message, section } from '../message.js';
import * as texts from '../texts/check.js';
import * as words from '../texts/conversations.js';
import { type ErrandButton, errandButtons } from './buttons.js';

interface Talk {
  /** Absent where only its share link opens it again: it has no buttons then. */
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

export interface CheckInput extends Talk {
  /** `found`: its commits since, newest first; undefined where it could not be looked up. */
  readonly looked: readonly {
    readonly file: File;
    readonly found: readonly Commit[] | undefined;
  }[];
  /** So many files were left out. */
  readonly rest: number;
  readonly baseUrl: string;
}

/** Which files of old answers have changed since, with what changed them last. */
export function renderCheck(input: CheckInput): Message {
  const { looked, rest, baseUrl } = input;
  const known = looked.filter(({ found }) => found !== undefined);
  const changed = known.filter(({ found }) => found?.length !== 0);
  const same = known.filter(({ found }) => found?.length === 0);
  const lost = looked.filter(({ found }) => found === undefined);
  const counts = { changed: changed.length, looked: known.length };
  const head = `${texts.named(input)}: ${texts.checkHead(counts)}`;
  const several = new Set(looked.map(({ file }) => file.repo)).size > 1;
  const label = ({ repo, path }: File) => (several ? `${repo} ${path}` : path);
  const linked = ({ file }: { file: File }) =>
    texts.file(label(file), absolute(file.link, baseUrl));
  const small = [
    ...(same.length > 0 ? [texts.unchanged(same.map(linked))] : []),
    ...(lost.length > 0 ? [texts.unknown(lost.map(linked))] : []),
    ...(rest > 0 ? [texts.more(rest)] : []),
  ];
  const rows = changed.map(({ file, found = [] }) =>
    section(`${linked({ file })}\n${changesOf(file, found)}`),
  );
  return {
    text: head,
    blocks: [section(head), ...rows, ...smallPrint(small), ...buttons(input, 'check')],
  };
}

function changesOf({ since }: File, found: readonly Commit[]): string {
  const [last] = found;
  const author = authorName(last?.author ?? '');
  return texts.changes({ commits: found.length, since, title: last?.title ?? '', author });
}

export interface OwnersInput extends Talk {
  readonly files: readonly unknown[];
  /** Best first; names are raw. */
  readonly owners: readonly {
    readonly name: string;
    readonly commits: number;
    readonly files: number;
    readonly lastAt: number;
  }[];
}

const MOST_OWNERS = 5;

/** Who likely knows the files: their names as text, so that nobody is called. */
export function renderOwners(input: OwnersInput): Message {
  const { owners, files } = input;
  const head = `${texts.named(input)}: ${texts.ownersHead(files.length)}`;
  const rows = owners.slice(0, MOST_OWNERS).map((owner) => section(texts.owner(owner)));
  const none = owners.length === 0 ? [section(texts.noOwners)] : [];
  return {
    text: head,
    blocks: [section(head), ...rows, ...none, context(texts.quietly), ...buttons(input, 'owners')],
  };
}

/** Says below the head which conversation was meant where nobody named one. All of it is raw. */
export function withMeant(
  message: Message,
  { asked, link }: { readonly asked?: string; readonly link?: string },
): Message {
  const [head, ...rest] = message.blocks;
  if (head === undefined) return message;
  // A title may be the question itself.
  const isSaid = asked === undefined || message.text.includes(words.title(asked));
  const meant = { ...(isSaid ? {} : { asked }), ...(link === undefined ? {} : { link }) };
  return { ...message, blocks: [head, context(texts.meant(meant)), ...rest] };
}

/** What does not fit into one small text comes in the next. */
function smallPrint(lines: readonly string[]): KnownBlock[] {
  return lines.flatMap((line) => pieces(line, LIMITS.contextText)).map((line) => context(line));
}

/** A list of links is divided between two of them. */
function pieces(line: string, most: number): string[] {
  const found = [''];
  for (const part of line.split(/(?<=>, )/)) {
    const last = found.at(-1) ?? '';
    if (last.length + part.length <= most) found[found.length - 1] = last + part;
    else found.push(part.slice(0, most));
  }
  return found.filter((text) => text !== '');
}

function buttons({ id }: Talk, from: 'check' | 'owners'): KnownBlock[] {
  if (id === undefined) return [];
  const other: ErrandButton =
    from === 'check'
      ? { label: texts.ownersLabel, errand: `who knows ${id}` }
      : { label: texts.checkLabel, errand: `check ${id}` };
  const all = [
    { label: texts.askAnewLabel, errand: `again ${id}` },
    other,
    { label: words.showLabel, errand: `show ${id}` },
    { label: words.backLabel, errand: 'list' },
  ];
  return [actions(errandButtons(all))];
}
