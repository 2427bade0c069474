import { codeOf } from '../draft/code-of.js';
import type { ShownCode } from '../draft/draft.js';
import { enclosingPassage, type Usage } from '../facts/find-usages.js';
import type { FormInput } from './form.js';

/** What few calls are for is seen by the lines around the first one. */
const FEW = 2;
const LINES_ABOVE = 3;
const LINES_BELOW = 4;
const MAX_ROWS = 12;

/** The lines around the first call in code, if there are few. */
export async function shownCall(
  usages: readonly Usage[],
  input: FormInput,
): Promise<ShownCode | undefined> {
  const calls = usages.filter(({ kind, role }) => kind === 'call' && role === 'code');
  const [first] = calls;
  if (!first || calls.length > FEW) return undefined;
  const passage = await enclosingPassage(first, input);
  if (!passage) return undefined;
  const start = Math.max(passage.start, first.start - LINES_ABOVE);
  const end = Math.min(passage.end, first.start + LINES_BELOW);
  return codeOf(passage, { query: input.query, near: { start, end }, room: MAX_ROWS });
}
