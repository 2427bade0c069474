import type { Blocks, Chunk, FileBlocks } from '../../mcp/records.js';
import type { CodeCall } from '../../model/code.js';
import type { Links, Span } from '../instance-link.js';
import * as words from '../texts/code.js';
import { languageOf } from './language.js';
import { type Item, type Move, moveTo, type Sheet } from './sheet.js';

type Search = CodeCall & { readonly do: 'search' | 'nls' };
type Navigation = CodeCall & { readonly do: 'def' | 'refs' };

/** So many lines around what was found are read when somebody looks closer. */
const AROUND = 10;

export function searchSheet(call: Search, { blocks, notice }: Blocks, links: Links): Sheet {
  const found = blocks.filter(({ file }) => file !== '');
  const repositories = blocks.filter(({ file }) => file === '');
  const count = blocks.length === 0 ? '' : words.files(found.length, notice !== undefined);
  const facts = [words.quoted(call.query), count];
  return {
    head: words.facts(words.searchHead(call.do === 'nls'), ...facts),
    items: [
      ...repositories.map(({ repo }) => ({ text: words.linked(repo, links.repository(repo)) })),
      ...found.flatMap((block) => inFile(block, links)),
    ],
    none: words.none(call),
    notice,
    moves: [],
  };
}

export function navigationSheet(call: Navigation, record: FileBlocks, links: Links): Sheet {
  const { fileBlocks, notice } = record;
  const head = call.do === 'def' ? words.definitionHead : words.referencesHead;
  const { length } = fileBlocks;
  const count = length === 0 ? '' : words.files(length, notice !== undefined);
  const seenFrom = `${words.name(call.repo)} ${words.name(call.path)}`;
  return {
    head: words.facts(head(call.symbol), count, seenFrom + words.atRevision(call.revision)),
    items: fileBlocks.flatMap((block) => inFile(block, links)),
    none: words.none(call),
    notice,
    moves: call.do === 'def' ? referencesOf(call, fileBlocks[0]) : [],
  };
}

/** From a definition on to where it is used: asked for where it is defined. */
function referencesOf(call: Navigation, defined: InFile | undefined): Move[] {
  if (defined === undefined) return [];
  const { repo, file: path, rev } = defined;
  const at = rev === undefined ? {} : { revision: rev };
  return [moveTo(words.referencesLabel, { do: 'refs', repo, path, symbol: call.symbol, ...at })];
}

interface InFile {
  readonly repo: string;
  readonly file: string;
  readonly rev?: string | undefined;
  readonly chunks: readonly Chunk[];
}

function inFile({ repo, file: path, rev: revision, chunks }: InFile, links: Links): Item[] {
  const place = { repo, path, revision };
  if (chunks.length === 0) {
    const text = `${fileHead(place, links)}\n${words.onlyItsPath}`;
    return [{ text, leads: reading(place) }];
  }
  return chunks.map((chunk) => {
    const lines = spanOf(chunk);
    const code = { text: chunk.content, language: languageOf(path), first: lines.first };
    return {
      text: fileHead({ ...place, lines }, links),
      code,
      leads: reading({ ...place, lines }),
    };
  });
}

export interface Place {
  readonly repo: string;
  readonly path: string;
  readonly revision?: string | undefined;
  readonly lines?: Span | undefined;
}

/** "repo · *path* · lines 3–9" */
export function fileHead(place: Place, links: Links): string {
  const path = words.linked(place.path, links.file(place));
  const lines = place.lines === undefined ? '' : words.lines(place.lines);
  const repo = words.name(place.repo) + words.atRevision(place.revision);
  return words.facts(path, repo, lines);
}

/** With some lines around. */
export function reading({ repo, path, revision, lines }: Place): NonNullable<Item['leads']> {
  const range = lines && {
    startLine: Math.max(1, lines.first - AROUND),
    endLine: lines.last + AROUND,
  };
  const at = revision === undefined ? {} : { revision };
  return { label: words.readLabel, call: { do: 'read', repo, path, ...at, ...range } };
}

function spanOf({ startLine, endLine, content }: Chunk): Span {
  const first = Math.max(1, Math.floor(startLine));
  return { first, last: Math.max(first, endLine ?? first + content.split('\n').length - 1) };
}
