import { wrapClient } from './around.js';
import type { DeepSearch } from './client.js';
import { ServiceError } from './errors.js';

/** Told of every call: `route` has no ids, `outcome` is `ok` or the error's code, `ms` how long it took. */
export type ObserveCall = (route: string, call: { outcome: string; ms: number }) => void;

/** The same client, with each call reported. */
export function withMetrics(api: DeepSearch, observe: ObserveCall): DeepSearch {
  return wrapClient(api, (route, call) => async (argument) => {
    const startedAt = performance.now();
    const done = (outcome: string) =>
      observe(route, { outcome, ms: performance.now() - startedAt });
    try {
      const result = await call(argument);
      done('ok');
      return result;
    } catch (error) {
      done(error instanceof ServiceError ? error.code : 'error');
      throw error;
    }
  });
}
