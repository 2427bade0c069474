import type { PageState, StepRun } from '../../../api/page.js';

/** A run as it stands now; a new one comes last. */
export function withRun(page: PageState, run: StepRun): PageState {
  const known = page.runs.some(({ execution }) => execution === run.execution);
  const runs = page.runs.map((it) => (it.execution === run.execution ? run : it));
  return { ...page, runs: known ? runs : [...runs, run] };
}
