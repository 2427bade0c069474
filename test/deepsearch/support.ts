import { createDeepSearch } from '../../src/deepsearch/client.js';
import type { DeepSearchOptions } from '../../src/deepsearch/deep-search.js';
import type { ServiceError } from '../../src/deepsearch/errors.js';
import { type HttpServer, startHttpServer } from '../support/http-server.js';

export const TOKEN = 'sgp_3f9a';
export const ROOT = '/.api/deepsearch/v1';

/** A client against a scripted server, without waits between attempts. */
export async function startPair(options: Partial<DeepSearchOptions> = {}) {
  const far = await startHttpServer();
  const client = clientOf(far.url, options);
  return { far, client, stop: () => stop(far, client) };
}

export function clientOf(baseUrl: string, options: Partial<DeepSearchOptions> = {}) {
  return createDeepSearch({ baseUrl, version: '1.2.3', random: () => 0, ...options });
}

async function stop(far: HttpServer, client: { close(): Promise<void> }): Promise<void> {
  await client.close();
  await far.close();
}

/** What a promise throws; fails where it does not. */
export async function thrownBy<E = ServiceError>(work: Promise<unknown>): Promise<E> {
  const value = await work.then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
  if ('error' in value) return value.error as E;
  throw new Error(`nothing was thrown, but this came: ${JSON.stringify(value.result)}`);
}

/** The document's question at creation. */
export const question = (change: object = {}) => ({
  id: 34,
  conversation_id: 12,
  question: 'Where do we retry?',
  created_at: '2025-09-24T08:14:06Z',
  updated_at: '2025-09-24T08:14:06Z',
  status: 'processing',
  turns: [{ reasoning: 'Where do we retry?', timestamp: 1758701646, role: 'user' }],
  stats: {
    time_millis: 0,
    tool_calls: 0,
    total_input_tokens: 0,
    cached_tokens: 0,
    cache_creation_input_tokens: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
    total_tokens: 0,
    credits: 0,
  },
  suggested_followups: null,
  ...change,
});

export const completed = (change: object = {}) =>
  question({
    status: 'completed',
    title: 'Retries',
    answer: 'In [retry.ts](/shop/-/blob/src/retry.ts?L10-20).',
    sources: [{ type: 'Repository', link: '/shop', label: 'shop' }],
    suggested_followups: ['How often?', ' '],
    stats: { time_millis: 8123, tool_calls: 7, total_tokens: 5120, credits: 2 },
    turns: [
      { reasoning: 'Where do we retry?', timestamp: 1758701646, role: 'user' },
      { reasoning: 'Searching for retry', timestamp: 1758701647, role: 'assistant' },
    ],
    ...change,
  });

export const conversation = (change: object = {}) => ({
  id: 12,
  questions: [question()],
  created_at: '2025-09-24T08:14:06Z',
  updated_at: '2025-09-24T08:14:09Z',
  user_id: 3,
  read_token: 'caebeb05-7755-4f89-834f-e3ee4a6acb25',
  share_url: 'https://code.example.com/deepsearch/caebeb05-7755-4f89-834f-e3ee4a6acb25',
  ...change,
});
