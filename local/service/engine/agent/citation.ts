import { type Cited, type Ledger, nameOf, type Span } from './evidence.js';

/** A place that an answer names, as it was written. */
interface Named {
  readonly name: string;
  readonly span: Span;
}

/** What becomes of text that may cite lines. */
export type Judged =
  /** It cites nothing. */
  | { readonly kind: 'other' }
  | { readonly kind: 'read'; readonly cited: Cited }
  /** It cites lines that no tool has shown. */
  | { readonly kind: 'unread'; readonly name: string };

const PLACE = /^(.{1,1000}?)(?::|#|\?)L?(\d{1,7})(?:[-–]L?(\d{1,7}))?$/;
/** The address of a file's page, which stands in earlier answers. */
const PAGE = /^\/([^/]+)\/-\/blob\/(.+)$/;

/** Text or a link's address, judged by what was read. */
export function judge(text: string, ledger: Ledger, repositories: readonly string[]): Judged {
  const named = placeNamed(text.trim());
  if (!named) return { kind: 'other' };
  const cited = ledger.find(named.name, named.span);
  if (cited) return { kind: 'read', cited };
  // What merely looks alike, such as a host with its port, stays as it is.
  return isFile(named.name, repositories)
    ? { kind: 'unread', name: named.name }
    : { kind: 'other' };
}

/** `src/cart.ts:10–24`, for people. */
export function wordsFor({ path, start, end }: Cited): string {
  return `${path}:${end > start ? `${start}–${end}` : start}`;
}

/** The same place is the same source. */
export function keyOf(cited: Cited): string {
  return `${nameOf(cited)}:${cited.start}-${cited.end}`;
}

function placeNamed(text: string): Named | undefined {
  const [, before = '', first, last] = PLACE.exec(text) ?? [];
  if (first === undefined) return undefined;
  const [start, end] = [Number(first), Number(last ?? first)];
  return {
    name: withoutPage(before),
    span: { start: Math.min(start, end), end: Math.max(start, end) },
  };
}

function withoutPage(name: string): string {
  const [, repo, path] = PAGE.exec(name) ?? [];
  return repo && path ? `${repo}/${decoded(path)}` : name;
}

function decoded(path: string): string {
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
