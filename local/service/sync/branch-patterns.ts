/**
 * Whether a branch is chosen: by one of the patterns, and by none that begins with `!`. `*` matches
 * anything, slashes too, as in git's refspecs. With only exclusions, everything else is chosen.
 */
export function isChosen(branch: string, patterns: readonly string[]): boolean {
  const excluding = patterns.filter((pattern) => pattern.startsWith('!'));
  const including = patterns.filter((pattern) => !pattern.startsWith('!'));
  if (excluding.some((pattern) => fits(branch, pattern.slice(1)))) return false;
  return including.length === 0 || including.some((pattern) => fits(branch, pattern));
}

/** Each part is looked for from where the one before ended, so that time is linear in the name. */
function fits(branch: string, pattern: string): boolean {
  const [start = '', ...rest] = pattern.split('*');
  const end = rest.pop();
  if (end === undefined) return branch === start;
  if (!branch.startsWith(start) || branch.length < start.length + end.length) return false;
  let from = start.length;
  for (const part of rest) {
    const at = branch.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return branch.endsWith(end) && branch.length - end.length >= from;
}
