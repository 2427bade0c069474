import type { Blocks, Chunk, FileBlocks } from '../../mcp/records.js';
import type { CodeCall } from '../../model/code.js';
import type { Links, Span } from '../markdown/instance-link.js';
import * as words from '../texts/code.js';
import {
  type FollowUp,
  languageOf,
  linkTo,
  type PageLink,
  type ResultItem,
  type ToolResultView,
} from './tool-result-view.js';

type Search = CodeCall & { readonly tool: 'search' | 'nls' };
type Navigation = CodeCall & { readonly tool: 'def' | 'refs' };

/** How many lines around a match are read by its "Read" button. */
const CONTEXT_LINES = 10;

export function searchResult(
  call: Search,
  { blocks, notice }: Blocks,
  links: Links,
): ToolResultView {
  const found = blocks.filter(({ file }) => file !== '');
  const repositories = blocks.filter(({ file }) => file === '');
  const count = blocks.length === 0 ? '' : words.files(found.length, notice !== undefined);
  const facts = [words.quoted(call.query), count];
  return {
    head: words.facts(words.searchHead(call.tool === 'nls'), ...facts),
    items: [
      ...repositories.map(({ repo }) => ({ text: words.linked(repo, links.repository(repo)) })),
      ...found.flatMap((block) => itemsOf(block, links)),
    ],
    none: words.none(call),
    notice,
    pageLinks: [],
  };
}

export function navigationResult(
  call: Navigation,
  record: FileBlocks,
  links: Links,
): ToolResultView {
  const { fileBlocks, notice } = record;
  const head = call.tool === 'def' ? words.definitionHead : words.referencesHead;
  const { length } = fileBlocks;
  const count = length === 0 ? '' : words.files(length, notice !== undefined);
  const askedFrom = `${words.name(call.repo)} ${words.name(call.path)}`;
  return {
    head: words.facts(head(call.symbol), count, askedFrom + words.atRevision(call.revision)),
    items: fileBlocks.flatMap((block) => itemsOf(block, links)),
    none: words.none(call),
    notice,
    pageLinks: call.tool === 'def' ? referencesLink(call, fileBlocks[0]) : [],
  };
}

/** From a definition to its references, asked for in the file that defines it. */
function referencesLink(call: Navigation, defined: FileMatches | undefined): PageLink[] {
  if (defined === undefined) return [];
  const { repo, file: path, rev } = defined;
  const at = rev === undefined ? {} : { revision: rev };
  return [linkTo(words.referencesLabel, { tool: 'refs', repo, path, symbol: call.symbol, ...at })];
}

interface FileMatches {
  readonly repo: string;
  readonly file: string;
  readonly rev?: string | undefined;
  readonly chunks: readonly Chunk[];
}

function itemsOf(
  { repo, file: path, rev: revision, chunks }: FileMatches,
  links: Links,
): ResultItem[] {
  const location = { repo, path, revision };
  if (chunks.length === 0) {
    const text = `${fileHead(location, links)}\n${words.onlyItsPath}`;
    return [{ text, followUp: readFileFollowUp(location) }];
  }
  return chunks.map((chunk) => {
    const lines = spanOf(chunk);
    const code = { text: chunk.content, language: languageOf(path), first: lines.first };
    return {
      text: fileHead({ ...location, lines }, links),
      code,
      followUp: readFileFollowUp({ ...location, lines }),
    };
  });
}

export interface FileLocation {
  readonly repo: string;
  readonly path: string;
  readonly revision?: string | undefined;
  readonly lines?: Span | undefined;
}

/** "repo · *path* · lines 3–9" */
export function fileHead(location: FileLocation, links: Links): string {
  const path = words.linked(location.path, links.file(location));
  const lines = location.lines === undefined ? '' : words.lines(location.lines);
  const repo = words.name(location.repo) + words.atRevision(location.revision);
  return words.facts(path, repo, lines);
}

/** Reads the file, or its lines with some around them. */
export function readFileFollowUp({ repo, path, revision, lines }: FileLocation): FollowUp {
  const range = lines && {
    startLine: Math.max(1, lines.first - CONTEXT_LINES),
    endLine: lines.last + CONTEXT_LINES,
  };
  const at = revision === undefined ? {} : { revision };
  return { label: words.readLabel, call: { tool: 'read', repo, path, ...at, ...range } };
}

function spanOf({ startLine, endLine, content }: Chunk): Span {
  const first = Math.max(1, Math.floor(startLine));
  return { first, last: Math.max(first, endLine ?? first + content.split('\n').length - 1) };
}
