import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../conversation/engine.js';

/** The same engine with its answers `ms` later: there is something to watch, and time to stop it. */
export function delayAnswers(engine: Engine, ms: number): Engine {
  return async (question, context) => {
    const answer = await engine(question, context);
    await sleep(ms, undefined, { signal: context.signal });
    return answer;
  };
}
