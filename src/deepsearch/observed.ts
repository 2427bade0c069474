import type { DeepSearch } from './client.js';
import { ServiceError } from './errors.js';

/** Told of every call: `route` has no ids, `outcome` is `ok` or the error's code, `ms` how long it took. */
export type ObserveCall = (route: string, call: { outcome: string; ms: number }) => void;

/** The same client, with each call reported. */
export function observed(api: DeepSearch, observe: ObserveCall): DeepSearch {
  const timed =
    <C, R>(route: string, call: (argument: C) => Promise<R>) =>
    async (argument: C): Promise<R> => {
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
    };
  return {
    create: timed('POST /', (call) => api.create(call)),
    followUp: timed('POST /{id}/questions', (call) => api.followUp(call)),
    read: timed('GET /{id}', (call) => api.read(call)),
    conversation: timed('GET /{id}', (call) => api.conversation(call)),
    list: timed('GET /', (call) => api.list(call)),
    all: (call) => api.all(call),
    delete: timed('DELETE /{id}', (call) => api.delete(call)),
    cancel: timed('POST /{id}/questions/{id}/cancel', (call) => api.cancel(call)),
    close: () => api.close(),
  };
}
