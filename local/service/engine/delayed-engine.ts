import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../conversation/engine.js';

/** Delays an engine's answers, so that there is time to watch and to cancel them. */
export function delayAnswers(engine: Engine, ms: number): Engine {
  return async (question, context) => {
    const answer = await engine(question, context);
    await sleep(ms, undefined, { signal: context.signal });
    return answer;
  };
}
