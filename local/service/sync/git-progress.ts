/** How far a fetch is. */
export interface FetchProgress {
  readonly phase: 'receiving' | 'resolving';
  readonly percent: number;
}

const PROGRESS = /(Receiving objects|Resolving deltas): {1,4}(\d{1,3})%/g;

/** The newest progress in a piece of git's stderr; `undefined` if it has none. */
export function progressIn(stderr: string): FetchProgress | undefined {
  const [, what, percent] = [...stderr.matchAll(PROGRESS)].at(-1) ?? [];
  if (what === undefined) return undefined;
  const phase = what === 'Receiving objects' ? 'receiving' : 'resolving';
  return { phase, percent: Math.min(100, Number(percent)) };
}
