import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** Only the fields that the evaluation needs. */
const ConversationResponse = z.object({
  id: z.number(),
  questions: z.tuple([
    z.object({
      status: z.string(),
      sources: z.array(z.object({ link: z.string() })).default([]),
      stats: z.object({ time_millis: z.number() }),
      error: z.object({ message: z.string() }).optional(),
    }),
  ]),
});

export interface AskResult {
  /** The paths in `sources`, in their order and without duplicates. */
  readonly ranking: readonly string[];
  /** The duration that the service reports. */
  readonly ms: number;
}

const POLL_MS = 20;
const UNFINISHED = new Set(['pending', 'processing']);

/** Asks a question in a new conversation, and waits for the answer. */
export async function askService(
  service: { readonly url: string; readonly token: string },
  question: string,
): Promise<AskResult> {
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${service.url}/.api/deepsearch/v1${path}`, {
      method,
      headers: {
        authorization: `token ${service.token}`,
        'x-requested-with': 'deepsearch-slack-eval 1',
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return ConversationResponse.parse(await response.json());
  };
  let conversation = await send('POST', '', { question });
  while (UNFINISHED.has(conversation.questions[0].status)) {
    await sleep(POLL_MS);
    conversation = await send('GET', `/${conversation.id}`);
  }
  const [{ error, sources, stats }] = conversation.questions;
  if (error) throw new Error(`“${question}” failed: ${error.message}`);
  return { ranking: filesInSources(sources), ms: stats.time_millis };
}

/** The files that sources link to: `/repo/-/blob/path?L10-20`. */
export function filesInSources(sources: readonly { readonly link: string }[]): string[] {
  const paths = sources.flatMap(({ link }) => {
    const [, path] = /\/-\/blob\/([^?#]+)/.exec(link) ?? [];
    return path === undefined ? [] : [decodeURIComponent(path)];
  });
  return [...new Set(paths)];
}
