import type { EngineContext } from '../conversation/engine.js';
import type { IndexProgress } from '../index/update-corpus.js';

/** Says how far an index is: one step a quarter of the way. */
export function sayFilling(repo: string, context: EngineContext): (filling: IndexProgress) => void {
  let said = -1;
  return ({ done, total: of }) => {
    const quarter = Math.floor((4 * done) / of);
    if (quarter === said) return;
    said = quarter;
    context.report(`Reading ${repo}: ${done} of ${of} files that are new or have changed`);
  };
}
