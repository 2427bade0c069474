import type { EngineContext } from '../conversation/engine.js';
import type { Filling } from '../index/update-corpus.js';

/** Says how far an index is: one step a quarter of the way. */
export function sayFilling(repo: string, context: EngineContext): (filling: Filling) => void {
  let said = -1;
  return ({ done, of }) => {
    const quarter = Math.floor((4 * done) / of);
    if (quarter === said) return;
    said = quarter;
    context.report(`Reading ${repo}: ${done} of ${of} files that are new or have changed`);
  };
}
