import type { CallToolResult } from '@modelcontextprotocol/server';
import { repositoryProblem } from '../git/repository-problem.js';
import { logError } from '../logging/log.js';
import { type Tool, ToolError } from './tool.js';

interface CallLimits {
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** The share of the timeout after which slow tools return partial results. */
const SOFT_DEADLINE_SHARE = 0.8;

/** Runs a tool with a timeout. Errors become a result with `isError` and a message. */
export async function runTool(
  tool: Tool,
  args: unknown,
  { signal, timeoutMs }: CallLimits,
): Promise<CallToolResult> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const limit = AbortSignal.any([signal, timeout]);
  const deadline = Date.now() + SOFT_DEADLINE_SHARE * timeoutMs;
  try {
    const structuredContent = await rejectOnAbort(
      tool.call(args, { signal: limit, deadline }),
      limit,
    );
    return {
      structuredContent,
      content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
    };
  } catch (error) {
    const text = signal.aborted ? 'The call was cancelled.' : errorText(error, timeout, timeoutMs);
    return { isError: true, content: [{ type: 'text', text }] };
  }
}

function rejectOnAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function errorText(error: unknown, timeout: AbortSignal, timeoutMs: number): string {
  if (error instanceof ToolError) return error.message;
  const problem = repositoryProblem(error);
  if (problem !== undefined) return `The repository cannot be read: ${problem}.`;
  if (timeout.aborted) {
    const seconds = (timeoutMs / 1000).toLocaleString('en');
    return (
      `The tool took longer than ${seconds} seconds and was stopped: ` +
      'narrow the call to fewer repositories, files or dates.'
    );
  }
  logError('a tool failed:', error);
  return 'The tool failed; the service’s log says why.';
}
