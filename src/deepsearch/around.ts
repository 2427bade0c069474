import type { DeepSearch } from './client.js';
import { walkPages } from './list.js';

/** Does something around every call; `route` has no ids. */
export type CallWrapper = <C, R>(
  route: string,
  call: (argument: C) => Promise<R>,
) => (argument: C) => Promise<R>;

/** The same client, with something done around each of its calls. */
export function wrapClient(api: DeepSearch, wrap: CallWrapper): DeepSearch {
  const list = wrap('GET /', (call: Parameters<DeepSearch['list']>[0]) => api.list(call));
  return {
    create: wrap('POST /', (call) => api.create(call)),
    followUp: wrap('POST /{id}/questions', (call) => api.followUp(call)),
    read: wrap('GET /{id}', (call) => api.read(call)),
    conversation: wrap('GET /{id}', (call) => api.conversation(call)),
    list,
    all: (call) => walkPages(list, call),
    delete: wrap('DELETE /{id}', (call) => api.delete(call)),
    cancel: wrap('POST /{id}/questions/{id}/cancel', (call) => api.cancel(call)),
    close: () => api.close(),
  };
}
