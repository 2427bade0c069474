import type { Blocks, Chunk, FileBlocks } from '../../mcp/records.js';
import type { CodeCall } from '../../model/code.js';
import type { LineSpan, Links } from '../markdown/instance-link.js';
import * as codeTexts from '../texts/code.js';
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
  const count = blocks.length === 0 ? '' : codeTexts.fileCount(found.length, notice !== undefined);
  const facts = [codeTexts.inlineCode(call.query), count];
  return {
    head: codeTexts.joinFacts(codeTexts.searchHead(call.tool === 'nls'), ...facts),
    items: [
      ...repositories.map(({ repo }) => ({
        text: codeTexts.linkOrText(repo, links.repository(repo)),
      })),
      ...found.flatMap((block) => itemsOf(block, links)),
    ],
    none: codeTexts.nothingFound(call),
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
  const head = call.tool === 'def' ? codeTexts.definitionHead : codeTexts.referencesHead;
  const { length } = fileBlocks;
  const count = length === 0 ? '' : codeTexts.fileCount(length, notice !== undefined);
  const askedFrom = `${codeTexts.inlineText(call.repo)} ${codeTexts.inlineText(call.path)}`;
  return {
    head: codeTexts.joinFacts(
      head(call.symbol),
      count,
      askedFrom + codeTexts.atRevision(call.revision),
    ),
    items: fileBlocks.flatMap((block) => itemsOf(block, links)),
    none: codeTexts.nothingFound(call),
    notice,
    pageLinks: call.tool === 'def' ? referencesLink(call, fileBlocks[0]) : [],
  };
}

/** From a definition to its references, asked for in the file that defines it. */
function referencesLink(call: Navigation, defined: FileMatches | undefined): PageLink[] {
  if (defined === undefined) return [];
  const { repo, file: path, rev } = defined;
  const at = rev === undefined ? {} : { revision: rev };
  return [
    linkTo(codeTexts.referencesLabel, { tool: 'refs', repo, path, symbol: call.symbol, ...at }),
  ];
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
    const text = `${fileHead(location, links)}\n${codeTexts.pathMatch}`;
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
  readonly lines?: LineSpan | undefined;
}

/** "repo · *path* · lines 3–9" */
export function fileHead(location: FileLocation, links: Links): string {
  const path = codeTexts.linkOrText(location.path, links.file(location));
  const lines = location.lines === undefined ? '' : codeTexts.lineRange(location.lines);
  const repo = codeTexts.inlineText(location.repo) + codeTexts.atRevision(location.revision);
  return codeTexts.joinFacts(path, repo, lines);
}

/** Reads the file, or its lines with some around them. */
export function readFileFollowUp({ repo, path, revision, lines }: FileLocation): FollowUp {
  const range = lines && {
    startLine: Math.max(1, lines.first - CONTEXT_LINES),
    endLine: lines.last + CONTEXT_LINES,
  };
  const at = revision === undefined ? {} : { revision };
  return { label: codeTexts.readLabel, call: { tool: 'read', repo, path, ...at, ...range } };
}

function spanOf({ startLine, endLine, content }: Chunk): LineSpan {
  const first = Math.max(1, Math.floor(startLine));
  return { first, last: Math.max(first, endLine ?? first + content.split('\n').length - 1) };
}
