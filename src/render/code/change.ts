import type { CodeCall } from '../../model/code.js';

type Compare = CodeCall & { readonly do: 'compare' };

/** What a commit changed: it and the one before it, compared. */
export function changeOf(repo: string, commit: string): Compare {
  return { do: 'compare', repo, base: `${commit}~1`, head: commit };
}

/** Whether a comparison is of one commit with the one before it, which the first of all lacks. */
export function isChange({ base, head }: Compare): boolean {
  return base === `${head}~1` || base === `${head}^`;
}
