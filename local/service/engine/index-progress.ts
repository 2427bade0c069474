import type { EngineContext } from '../conversation/engine.js';
import type { IndexProgress } from '../index/search-results.js';

/** Reports the progress of indexing at every quarter. */
export function reportIndexing(
  repo: string,
  context: EngineContext,
): (filling: IndexProgress) => void {
  let reportedQuarter = -1;
  return ({ done, total }) => {
    const quarter = Math.floor((4 * done) / total);
    if (quarter === reportedQuarter) return;
    reportedQuarter = quarter;
    context.report(`Reading ${repo}: ${done} of ${total} files that are new or have changed`);
  };
}
