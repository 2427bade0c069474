import { noise } from './mutate.js';
import type { SeededRandom } from './random.js';

/** A request to a running program. */
export interface HttpRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request that nobody should send, and how to judge the reply. */
export interface MalformedRequest {
  readonly name: string;
  readonly make: (random: SeededRandom) => HttpRequest;
  readonly problemWith: (status: number, text: string) => string | undefined;
}

export function unexpectedStatus(status: number, allowed: readonly number[]): string | undefined {
  return allowed.includes(status) ? undefined : `responded with ${status}`;
}

/** Random text that is valid in a URL or a header. */
export function randomUrlText(random: SeededRandom, longest: number): string {
  return encodeURIComponent(Buffer.from(noise(random, longest)).toString());
}

/** A form as programs send it: values other than strings go as JSON. */
export function formBody(fields: unknown): string {
  const entries = typeof fields === 'object' && fields !== null ? Object.entries(fields) : [];
  const texts = entries.map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return new URLSearchParams(texts).toString();
}

/** Longer ones exceed Node's limit for a request's head, which closes the connection. */
export function queryOf(fields: unknown): string {
  return formBody(fields).slice(0, 6_000);
}
