import type { EngineContext } from '../../../conversation/engine.js';
import { decodePath } from '../../../http/decode-path.js';
import type { LineRange } from '../../../index/chunks.js';
import { buildQuery } from '../../../index/query.js';
import { termsOf } from '../../../index/terms.js';

const MAX_ANSWER_LENGTH = 4_000;
const FILE_LINK =
  /\]\(\/[^)\s]{1,300}?\/-\/blob\/([^)\s?#]{1,400})(?:\?L(\d{1,7})(?:-(\d{1,7}))?)?/;

/** The file that the answer before leads to first: of several definitions of a name, a follow-up means the one there. */
export function fileShownBefore({ history }: Pick<EngineContext, 'history'>): string | undefined {
  const answer = history.at(-1)?.answer?.slice(0, MAX_ANSWER_LENGTH) ?? '';
  const [, path] = FILE_LINK.exec(answer) ?? [];
  return path === undefined ? undefined : decodePath(path);
}

type Lines = LineRange & { readonly path: string; readonly lines: readonly string[] };

/**
 * Whether lines stand in the answer before, first of all, and say nothing of what a follow-up asks beyond the question
 * before: "is the result cached?" is not answered by showing the same lines again.
 */
export function repeatsAnswer(
  question: string,
  { history }: Pick<EngineContext, 'history'>,
): (shown: Lines) => boolean {
  const before = history.at(-1);
  const [, path, first, last = first] =
    FILE_LINK.exec(before?.answer?.slice(0, MAX_ANSWER_LENGTH) ?? '') ?? [];
  const asked = new Set(buildQuery(before?.question ?? '').terms.map(({ term }) => term));
  const further = buildQuery(question).terms.filter(({ term }) => !asked.has(term));
  if (path === undefined || first === undefined || further.length === 0) return () => false;
  const known = { path: decodePath(path), start: Number(first), end: Number(last) };
  return ({ path: own, start, end, lines }) => {
    if (own !== known.path || start > known.end || known.start > end) return false;
    const said = new Set(termsOf(lines.slice(start - 1, end).join('\n')));
    return !further.some(({ term }) => said.has(term));
  };
}
