import { type Citation, citedName, type Evidence, type LineRange } from './evidence.js';

/** A place that an answer names, as it was written. */
interface ParsedCitation {
  readonly name: string;
  readonly span: LineRange;
}

/** What becomes of text that may cite lines. */
export type CitationCheck =
  /** It cites nothing. */
  | { readonly kind: 'none' }
  | { readonly kind: 'verified'; readonly cited: Citation }
  /** It cites lines that no tool has shown. */
  | { readonly kind: 'unverified'; readonly name: string };

const CITATION = /^(.{1,1000}?)(?::|#|\?)L?(\d{1,7})(?:[-–]L?(\d{1,7}))?$/;
/** The address of a file's page, which stands in earlier answers. */
const FILE_PAGE_PATH = /^\/([^/]+)\/-\/blob\/(.+)$/;

/** Text or a link's address, judged by what was read. */
export function checkCitation(
  text: string,
  ledger: Evidence,
  repositories: readonly string[],
): CitationCheck {
  const parsed = parseCitation(text.trim());
  if (!parsed) return { kind: 'none' };
  const cited = ledger.findLines(parsed.name, parsed.span);
  if (cited) return { kind: 'verified', cited };
  // What merely looks alike, such as a host with its port, stays as it is.
  return isFile(parsed.name, repositories)
    ? { kind: 'unverified', name: parsed.name }
    : { kind: 'none' };
}

/** `src/cart.ts:10–24`, for people. */
export function citationLabel({ path, start, end }: Citation): string {
  return `${path}:${end > start ? `${start}–${end}` : start}`;
}

/** The same place is the same source. */
export function citationKey(cited: Citation): string {
  return `${citedName(cited)}:${cited.start}-${cited.end}`;
}

function parseCitation(text: string): ParsedCitation | undefined {
  const [, before = '', first, last] = CITATION.exec(text) ?? [];
  if (first === undefined) return undefined;
  const [start, end] = [Number(first), Number(last ?? first)];
  return {
    name: withoutPagePath(before),
    span: { start: Math.min(start, end), end: Math.max(start, end) },
  };
}

function withoutPagePath(name: string): string {
  const [, repo, path] = FILE_PAGE_PATH.exec(name) ?? [];
  return repo && path ? `${repo}/${decodePath(path)}` : name;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function isFile(name: string, repositories: readonly string[]): boolean {
  const [first = ''] = name.split(/[/@]/);
  return /\/[^/:]*\.[a-z]\w*$/i.test(name) || (name.includes('/') && repositories.includes(first));
}
