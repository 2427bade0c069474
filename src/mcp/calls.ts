import { setTimeout as sleep } from 'node:timers/promises';
import { type Deadline, startDeadline } from '../http/deadline.js';
import { nextAttemptIn } from '../http/retry.js';
import {
  ToolMissing,
  ToolRefused,
  ToolServerError,
  ToolsBusy,
  ToolsDenied,
  ToolsUnavailable,
} from './errors.js';
import { LISTING } from './failure.js';
import type { Listing, Listings } from './listings.js';
import { TOOLS } from './names.js';
import { type ToolResult, textOf } from './reading.js';
import type { Call, ToolServerOptions } from './tool-server.js';
import type { Wire } from './wire.js';

interface Means {
  readonly wire: Pick<Wire, 'call'>;
  readonly listings: Listings;
  readonly options: Required<ToolServerOptions>;
}

interface Wanted {
  /** One of the document's, or another's full name. */
  readonly name: string;
  readonly args: object;
}

/** A call from its name in the document to what the tool gave. */
export class Calls {
  readonly #by: Means;

  constructor(means: Means) {
    this.#by = means;
  }

  listing(call: Call): Promise<Listing> {
    return this.#within(call, LISTING, ({ signal }) => this.#by.listings.of(call.token, signal));
  }

  run(wanted: Wanted, call: Call): Promise<ToolResult> {
    return this.#within(call, labelOf(wanted), (deadline) => this.#once(wanted, call, deadline));
  }

  async #once(wanted: Wanted, call: Call, deadline: Deadline): Promise<ToolResult> {
    const { wire, listings } = this.#by;
    const { names, offer, seat } = await listings.of(call.token, deadline.signal);
    const name = nameOf(wanted.name, names, offer.further);
    const tool = { name, args: present(wanted.args) };
    const timeoutMs = Math.max(1, deadline.remainingMs());
    const { token, signal } = call;
    try {
      const result = await wire.call(seat, tool, { token, signal, timeoutMs });
      if (result.isError) throw new ToolRefused(wanted.name, cut(textOf(result)));
      return result;
    } catch (error) {
      if (!(error instanceof ToolsDenied)) throw error;
      listings.forget(token);
      // A session that the server has ended is a 404 as well: a new one is begun.
      if (error.reason === 'off' && seat.sessionId) throw new SessionOver();
      throw error;
    }
  }

  /** Tries within the call's whole time, and tells what came of it. */
  async #within<T>(call: Call, name: string, work: (deadline: Deadline) => Promise<T>) {
    const { timeoutMs, observe } = this.#by.options;
    const deadline = startDeadline(timeoutMs, call.signal);
    const startedAt = performance.now();
    let outcome = 'ok';
    try {
      return await this.#repeatedly(deadline, work);
    } catch (error) {
      outcome = error instanceof ToolServerError ? error.code : 'error';
      if (call.signal?.aborted) throw call.signal.reason;
      throw deadline.expired ? late(error) : error;
    } finally {
      deadline.dispose();
      observe(name, { outcome, ms: performance.now() - startedAt });
    }
  }

  async #repeatedly<T>(deadline: Deadline, work: (deadline: Deadline) => Promise<T>): Promise<T> {
    const { attempts, random } = this.#by.options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work(deadline);
      } catch (error) {
        if (deadline.signal.aborted || !mayHelp(error)) throw error;
        const { retryAfterMs } = error;
        const remainingMs = deadline.remainingMs();
        const wait = nextAttemptIn({ attempt, attempts, remainingMs, retryAfterMs, random });
        if (wait === undefined) throw error;
        // An abort shows at the next attempt.
        await sleep(wait, undefined, { signal: deadline.signal }).catch(() => {});
      }
    }
  }
}

/** Not the instance's own names: whatever counts by them would grow with them. */
function labelOf({ name }: Wanted): string {
  return TOOLS.some((tool) => tool === name) ? name : 'further';
}

class SessionOver extends ToolsUnavailable {
  constructor() {
    super('broken', { says: 'has ended the session' });
  }
}

function nameOf(wanted: string, names: Listing['names'], further: readonly string[]): string {
  const name = new Map<string, string>(names).get(wanted);
  if (name !== undefined) return name;
  if (further.includes(wanted)) return wanted;
  throw new ToolMissing(wanted);
}

/** What is not given is not sent. */
function present(args: object): object {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}

/** Whether the same may go better a moment later. What is too large stays so. */
function mayHelp(error: unknown): error is ToolsBusy | ToolsUnavailable {
  if (error instanceof ToolsUnavailable) {
    return error.trouble !== 'too-large' && error.trouble !== 'not-tools';
  }
  return error instanceof ToolsBusy;
}

function late(error: unknown): ToolServerError {
  if (error instanceof ToolServerError) return error;
  return new ToolsUnavailable('time-out', { says: 'gave no answer in time', cause: error });
}

const LONGEST_WORDS = 2_000;
const cut = (words: string): string => words.slice(0, LONGEST_WORDS);
