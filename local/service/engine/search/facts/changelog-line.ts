import { buildQuery } from '../../../index/query.js';
import { termsOf } from '../../../index/terms.js';
import { truncate } from '../../../markdown/truncate.js';
import type { SourceFile } from '../passages/source-file.js';
import { isChangelog } from './history-file.js';
import { bestRepository, type LookUp, readFileAt } from './look-up.js';
import { versionInHeading } from './version-heading.js';

/** An entry of a changelog. */
export interface ChangelogLine {
  readonly file: SourceFile;
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
  /** The version that it is listed below, as it is written. */
  readonly version?: string;
}

const MAX_FILES = 2;
/** The newest entries come first. */
const MAX_LINES = 4_000;
const HALVED_AFTER_LINES = 800;
const MIN_TERMS = 3;
/** Of the question's words, weighted by how rare they are. */
const MIN_SHARE = 0.33;
/** With age. */
const MIN_SCORE = 0.28;
const MAX_LENGTH = 240;

/** The entry of the changelog that says most of a question, newer ones first. */
export async function changelogLine(
  question: string,
  input: Pick<LookUp, 'filesOf' | 'context' | 'hits' | 'repositories'>,
): Promise<ChangelogLine | undefined> {
  const searched = bestRepository(input);
  if (!searched) return undefined;
  const paths = [...(await input.filesOf(searched)).keys()].filter(isChangelog);
  for (const path of paths.slice(0, MAX_FILES)) {
    const file = await readFileAt({ searched, path }, input);
    const found = file && bestLine(file, question);
    if (found) return found;
  }
  return undefined;
}

function bestLine(file: SourceFile, question: string): ChangelogLine | undefined {
  const asked = new Set(buildQuery(question).terms.map(({ term }) => term));
  const lines = file.lines.slice(0, MAX_LINES).map((text) => {
    const terms = new Set(termsOf(text.slice(0, MAX_LENGTH * 4)).filter((term) => asked.has(term)));
    return { text, terms };
  });
  const count = (term: string) => lines.filter(({ terms }) => terms.has(term)).length;
  const weights = new Map([...asked].map((term) => [term, rarity(count(term), lines.length)]));
  const all = [...weights.values()].reduce((sum, one) => sum + one, 0);
  const scored = lines.map(({ terms }, at) => {
    const share = [...terms].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0) / all;
    return { at, terms, share, score: share * 0.5 ** (at / HALVED_AFTER_LINES) };
  });
  const [best] = scored
    .filter(({ terms, share }) => terms.size >= MIN_TERMS && share >= MIN_SHARE)
    .filter(({ at, score }) => score >= MIN_SCORE && !isHeading(lines[at]?.text ?? ''))
    .toSorted((a, b) => b.score - a.score);
  if (!best) return undefined;
  const version = file.lines.slice(0, best.at).map(versionInHeading).findLast(Boolean);
  const text = (lines[best.at]?.text ?? '')
    .slice(0, MAX_LENGTH * 4)
    .replace(/^\s*(?:[-*+]|\d+\.)\s+/, '')
    .replace(/\[([^[\]]{1,80})\]\([^()]{1,200}\)/g, '$1')
    .trim();
  const shown = truncate(text, MAX_LENGTH);
  return { file, line: best.at + 1, text: shown, ...(version !== undefined && { version }) };
}

function rarity(count: number, lines: number): number {
  return count === 0 ? 0 : Math.log(1 + lines / count);
}

function isHeading(line: string): boolean {
  return /^#{1,6}\s/.test(line) || versionInHeading(line) !== undefined;
}
