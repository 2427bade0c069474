import { decodePath } from '../../http/decode-path.js';
import type { LineRange } from '../../index/chunks.js';
import { parseSourcePagePath } from '../../pages/paths.js';
import { type Citation, citedName, type Evidence } from './evidence.js';

interface ParsedCitation {
  readonly name: string;
  readonly lines: LineRange;
}

export type CitationCheck =
  /** The text is no citation. */
  | { readonly kind: 'none' }
  | { readonly kind: 'verified'; readonly cited: Citation }
  /** No tool has shown the cited lines. */
  | { readonly kind: 'unverified'; readonly name: string };

const CITATION = /^(.{1,1000}?)(?::|#|\?)L?(\d{1,7})(?:[-–]L?(\d{1,7}))?$/;

/** Checks a text or a link's URL against the evidence. */
export function checkCitation(
  text: string,
  evidence: Evidence,
  repositories: readonly string[],
): CitationCheck {
  const parsed = parseCitation(text.trim());
  if (!parsed) return { kind: 'none' };
  const cited = evidence.findLines(parsed.name, parsed.lines);
  if (cited) return { kind: 'verified', cited };
  // What only looks like a citation, such as a host with its port, is none.
  return isFile(parsed.name, repositories)
    ? { kind: 'unverified', name: parsed.name }
    : { kind: 'none' };
}

/** `src/cart.ts:10–24`, for readers. */
export function citationLabel({ path, start, end }: Citation): string {
  return `${path}:${end > start ? `${start}–${end}` : start}`;
}

/** The same for citations of the same lines. */
export function citationKey(cited: Citation): string {
  return `${citedName(cited)}:${cited.start}-${cited.end}`;
}

function parseCitation(text: string): ParsedCitation | undefined {
  const [, before = '', first, last] = CITATION.exec(text) ?? [];
  if (first === undefined) return undefined;
  const [start, end] = [Number(first), Number(last ?? first)];
  return {
    name: withoutPagePath(before),
    lines: { start: Math.min(start, end), end: Math.max(start, end) },
  };
}

/** Links of earlier answers name the path of a file's page. */
function withoutPagePath(name: string): string {
  if (!name.startsWith('/')) return name;
  const { repo, kind, rest } = parseSourcePagePath(decodePath(name.slice(1)));
  return kind === 'blob' ? `${repo}/${rest}` : name;
}

function isFile(name: string, repositories: readonly string[]): boolean {
  const isBelow = (repo: string) => name.startsWith(`${repo}/`) || name.startsWith(`${repo}@`);
  return /\/[^/:]*\.[a-z]\w*$/i.test(name) || (name.includes('/') && repositories.some(isBelow));
}
