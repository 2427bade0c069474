import { normalizedName } from '../../../index/terms.js';
import { codeSpan } from '../../../markdown/markdown.js';
import type { Usages } from '../facts/find-usages.js';

/** The folder or file that a question leaves out. */
export interface Outside {
  readonly of: string;
  /** Nothing is outside of it, of what was searched. */
  readonly isAll: boolean;
  /** Not all files were searched. */
  readonly isPartial?: true;
}

/** "Who calls X outside the tests?", "outside of the pool": what is in a folder or file of that name is left out. */
export function leaveOut(
  all: Usages,
  question: string,
): { readonly left: Usages; readonly outside?: Outside } {
  const inCode = all.found.filter(({ role }) => role !== 'test');
  if (OUTSIDE_TESTS.test(question)) {
    return { left: inCode.length > 0 ? { ...all, found: inCode } : all };
  }
  const [, said = ''] = OUTSIDE.exec(question) ?? [];
  const name = said.replace(/^\.?\//, '');
  if (normalizedName(name) === '') return { left: all };
  const found = all.found.filter(({ path }) => !isBelow(path, name));
  if (found.length === all.found.length) return { left: all };
  const isAll = found.length === 0;
  return {
    left: isAll ? all : { ...all, found },
    outside: { of: name, isAll, ...(!all.isComplete && { isPartial: true }) },
  };
}

/** `src/pool/queue.ts` is below `pool`, `src/pool`, `queue` and `queue.ts`. */
function isBelow(path: string, name: string): boolean {
  const stem = path.replace(/\.\w+$/, '');
  if (name.includes('/')) return [path, stem].some((one) => `/${one}/`.includes(`/${name}/`));
  const own = normalizedName(name);
  return [...path.split('/'), ...stem.split('/')].some((part) => normalizedName(part) === own);
}

const OUTSIDE_OF =
  '(?:outside(?: of)?|besides|apart from|other than|except(?: for)?|excluding|ignoring|not counting)(?: in)?';
const OUTSIDE_TESTS = new RegExp(
  `\\b${OUTSIDE_OF}\\b.{0,20}\\b(?:tests?|specs?)\\b|\\b(?:production|non-test|real) code\\b`,
  'i',
);
const OUTSIDE = new RegExp(`\\b${OUTSIDE_OF} (?:an? |the |its |our )?[\`'"]?([\\w./-]*\\w)`, 'i');

/** As the count of usages says it. */
export function whereOf({ of, isAll, isPartial }: Outside): string {
  if (!isAll) return ` outside of ${codeSpan(of)}`;
  return isPartial
    ? `, none found outside of ${codeSpan(of)}`
    : `, nowhere outside of ${codeSpan(of)}`;
}
