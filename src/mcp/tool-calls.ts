import { setTimeout as sleep } from 'node:timers/promises';
import { type Deadline, startDeadline } from '../http/deadline.js';
import { retryDelayMs } from '../http/retry.js';
import {
  ToolMissing,
  ToolRefused,
  ToolServerError,
  ToolsBusy,
  ToolsDenied,
  ToolsUnavailable,
} from './errors.js';
import { LIST_TOOLS } from './failure.js';
import type { ToolListing, ToolListings } from './listings.js';
import type { McpClient } from './mcp-client.js';
import { TOOLS } from './names.js';
import { type ToolResult, textOf } from './results.js';
import type { ToolCallOptions, ToolServerOptions } from './tool-server.js';

interface ToolCallsOptions {
  readonly wire: Pick<McpClient, 'call'>;
  readonly listings: ToolListings;
  readonly options: Required<ToolServerOptions>;
}

interface ToolRequest {
  /** One of the document's, or another's full name. */
  readonly name: string;
  readonly args: object;
}

/** A call from its name in the document to what the tool gave. */
export class ToolCalls {
  readonly #by: ToolCallsOptions;

  constructor(means: ToolCallsOptions) {
    this.#by = means;
  }

  listing(call: ToolCallOptions): Promise<ToolListing> {
    return this.#within(call, LIST_TOOLS, ({ signal }) => this.#by.listings.of(call.token, signal));
  }

  run(wanted: ToolRequest, call: ToolCallOptions): Promise<ToolResult> {
    return this.#within(call, metricLabel(wanted), (deadline) =>
      this.#once(wanted, call, deadline),
    );
  }

  async #once(wanted: ToolRequest, call: ToolCallOptions, deadline: Deadline): Promise<ToolResult> {
    const { wire, listings } = this.#by;
    const {
      names,
      available: offer,
      session: seat,
    } = await listings.of(call.token, deadline.signal);
    const name = resolveTool(wanted.name, names, offer.others);
    const tool = { name, args: definedOnly(wanted.args) };
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
      if (error.reason === 'off' && seat.sessionId) throw new SessionExpired();
      throw error;
    }
  }

  /** Tries within the call's whole time, and tells what came of it. */
  async #within<T>(call: ToolCallOptions, name: string, work: (deadline: Deadline) => Promise<T>) {
    const { timeoutMs, observe } = this.#by.options;
    const deadline = startDeadline(timeoutMs, call.signal);
    const startedAt = performance.now();
    let outcome = 'ok';
    try {
      return await this.#repeatedly(deadline, work);
    } catch (error) {
      outcome = error instanceof ToolServerError ? error.code : 'error';
      if (call.signal?.aborted) throw call.signal.reason;
      throw deadline.expired ? timeoutError(error) : error;
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
        if (deadline.signal.aborted || !isRetryable(error)) throw error;
        const { retryAfterMs } = error;
        const remainingMs = deadline.remainingMs();
        const wait = retryDelayMs({ attempt, attempts, remainingMs, retryAfterMs, random });
        if (wait === undefined) throw error;
        // An abort shows at the next attempt.
        await sleep(wait, undefined, { signal: deadline.signal }).catch(() => {});
      }
    }
  }
}

/** Not the instance's own names: whatever counts by them would grow with them. */
function metricLabel({ name }: ToolRequest): string {
  return TOOLS.some((tool) => tool === name) ? name : 'further';
}

class SessionExpired extends ToolsUnavailable {
  constructor() {
    super('broken', { says: 'has ended the session' });
  }
}

function resolveTool(
  wanted: string,
  names: ToolListing['names'],
  further: readonly string[],
): string {
  const name = new Map<string, string>(names).get(wanted);
  if (name !== undefined) return name;
  if (further.includes(wanted)) return wanted;
  throw new ToolMissing(wanted);
}

/** What is not given is not sent. */
function definedOnly(args: object): object {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}

/** Whether the same may go better a moment later. What is too large stays so. */
function isRetryable(error: unknown): error is ToolsBusy | ToolsUnavailable {
  if (error instanceof ToolsUnavailable) {
    return error.reason !== 'too-large' && error.reason !== 'not-tools';
  }
  return error instanceof ToolsBusy;
}

function timeoutError(error: unknown): ToolServerError {
  if (error instanceof ToolServerError) return error;
  return new ToolsUnavailable('time-out', { says: 'gave no answer in time', cause: error });
}

const LONGEST_WORDS = 2_000;
const cut = (words: string): string => words.slice(0, LONGEST_WORDS);
