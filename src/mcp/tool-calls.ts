import { setTimeout as sleep } from 'node:timers/promises';
import { accountOf } from '../http/credential.js';
import { type Deadline, startDeadline } from '../http/deadline.js';
import { retryDelayMs } from '../http/retry.js';
import { serverAttributes } from '../http/server-attributes.js';
import type { TracedCall } from '../tracing.js';
import { LIST_TOOLS, toServerMessage } from './error-mapping.js';
import {
  ToolMissing,
  ToolRefused,
  ToolServerError,
  ToolsBusy,
  ToolsDenied,
  ToolsUnavailable,
} from './errors.js';
import type { ToolListing, ToolListings } from './listings.js';
import type { McpClient } from './mcp-client.js';
import { TOOLS } from './names.js';
import { type ToolResult, textOf } from './results.js';
import type { ToolCallOptions, ToolServerOptions } from './tool-server.js';

interface ToolCallsOptions {
  readonly mcp: Pick<McpClient, 'call'>;
  readonly listings: ToolListings;
  readonly options: Required<ToolServerOptions>;
}

interface ToolRequest {
  /** A name of the API document, or another tool's full name. */
  readonly name: string;
  readonly args: object;
}

/** Runs a call: finds the tool's full name, applies the time limit, retries, reports metrics. */
export class ToolCalls {
  readonly #options: ToolCallsOptions;

  constructor(options: ToolCallsOptions) {
    this.#options = options;
  }

  listing(call: ToolCallOptions): Promise<ToolListing> {
    const { listings } = this.#options;
    return this.#observed(call, LIST_TOOLS, ({ signal }) => listings.of(call.token, signal));
  }

  run(request: ToolRequest, call: ToolCallOptions): Promise<ToolResult> {
    return this.#observed(call, metricLabel(request), (deadline) =>
      this.#attempt(request, call, deadline),
    );
  }

  async #attempt(
    request: ToolRequest,
    { token, signal }: ToolCallOptions,
    deadline: Deadline,
  ): Promise<ToolResult> {
    const { mcp, listings } = this.#options;
    const { names, available, session } = await listings.of(token, deadline.signal);
    const name = resolveTool(request.name, names, available.others);
    const tool = { name, args: definedOnly(request.args) };
    const timeoutMs = Math.max(1, deadline.remainingMs());
    try {
      const result = await mcp.call(session, tool, { token, signal, timeoutMs });
      if (!result.isError) return result;
      throw new ToolRefused(request.name, toServerMessage(textOf(result)));
    } catch (error) {
      if (!(error instanceof ToolsDenied)) throw error;
      listings.forget(token);
      // A 404 within a session also means that the session has expired: start a new one.
      if (error.reason === 'off' && session.sessionId) throw new SessionExpired();
      throw error;
    }
  }

  async #observed<T>(
    call: ToolCallOptions,
    name: string,
    work: (deadline: Deadline) => Promise<T>,
  ) {
    const { timeoutMs, observe, tracing, baseUrl } = this.#options.options;
    const deadline = startDeadline(timeoutMs, call.signal);
    const startedAt = performance.now();
    let outcome = 'ok';
    try {
      return await tracing.call(tracedCall(name, baseUrl), () => this.#withRetries(deadline, work));
    } catch (error) {
      outcome = error instanceof ToolServerError ? error.code : 'error';
      if (call.signal?.aborted) throw call.signal.reason;
      throw deadline.expired ? timeoutError(error) : ofAccount(error, call);
    } finally {
      deadline.dispose();
      observe(name, { outcome, ms: performance.now() - startedAt });
    }
  }

  async #withRetries<T>(deadline: Deadline, work: (deadline: Deadline) => Promise<T>): Promise<T> {
    const { attempts, random } = this.#options.options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work(deadline);
      } catch (error) {
        if (deadline.signal.aborted || !isRetryable(error)) throw error;
        const { retryAfterMs } = error;
        const remainingMs = deadline.remainingMs();
        const delay = retryDelayMs({ attempt, attempts, remainingMs, retryAfterMs, random });
        if (delay === undefined) throw error;
        // If this is aborted, the next attempt throws the reason.
        await sleep(delay, undefined, { signal: deadline.signal }).catch(() => {});
      }
    }
  }
}

/** https://opentelemetry.io/docs/specs/semconv/gen-ai/mcp/ */
function tracedCall(tool: string, baseUrl: string): TracedCall {
  const method = tool === LIST_TOOLS ? tool : 'tools/call';
  const attributes = { 'mcp.method.name': method, ...serverAttributes(baseUrl) };
  if (tool === method) return { name: method, attributes };
  return { name: `${method} ${tool}`, attributes: { ...attributes, 'gen_ai.tool.name': tool } };
}

/** Somebody's own token was refused: they can replace it themselves. */
function ofAccount(error: unknown, { token }: ToolCallOptions): unknown {
  const isRefused = error instanceof ToolsDenied && error.reason === 'token';
  if (!isRefused || accountOf(token) !== 'own') return error;
  return new ToolsDenied('account', error.serverMessage);
}

/** Not the full names: each instance has its own, so the metric would get ever more labels. */
function metricLabel({ name }: ToolRequest): string {
  return TOOLS.some((tool) => tool === name) ? name : 'further';
}

class SessionExpired extends ToolsUnavailable {
  constructor() {
    super('server-failed', { detail: 'ended the session' });
  }
}

/** The full name of a tool. Throws `ToolMissing`. */
function resolveTool(name: string, names: ToolListing['names'], others: readonly string[]): string {
  const fullName = new Map<string, string>(names).get(name);
  if (fullName !== undefined) return fullName;
  if (others.includes(name)) return name;
  throw new ToolMissing(name);
}

/** Arguments that are undefined are not sent. */
function definedOnly(args: object): object {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}

/** Whether the same call may succeed a moment later. A reply that is too large stays so. */
function isRetryable(error: unknown): error is ToolsBusy | ToolsUnavailable {
  if (error instanceof ToolsUnavailable) {
    return error.reason !== 'too-large' && error.reason !== 'not-mcp';
  }
  return error instanceof ToolsBusy;
}

function timeoutError(error: unknown): ToolServerError {
  if (error instanceof ToolServerError) return error;
  return new ToolsUnavailable('timeout', { detail: 'did not reply in time', cause: error });
}
