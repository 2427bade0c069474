import { noise } from './mutants.js';
import type { Random } from './random.js';

/** A request to a running program. */
export interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request that nobody should send, and what is wrong with the reply to it. */
export interface Knock {
  readonly name: string;
  readonly make: (random: Random) => Sent;
  readonly flawOf: (status: number, text: string) => string | undefined;
}

export function unless(status: number, allowed: readonly number[]): string | undefined {
  return allowed.includes(status) ? undefined : `answered with ${status}`;
}

/** Fit for a URL or a header; half a character cannot be in one. */
export function quoted(random: Random, longest: number): string {
  return encodeURIComponent(Buffer.from(noise(random, longest)).toString());
}

/** A form as programs send it: what is no text goes as JSON. */
export function formOf(fields: unknown): string {
  const entries = typeof fields === 'object' && fields !== null ? Object.entries(fields) : [];
  const texts = entries.map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return new URLSearchParams(texts).toString();
}

/** Longer ones meet Node's own bound on a request's head, and a closed connection. */
export function queryOf(fields: unknown): string {
  return formOf(fields).slice(0, 6_000);
}
