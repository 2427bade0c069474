import type { CallToolResult } from '@modelcontextprotocol/server';
import { type Tool, ToolRefusal } from './tool.js';

interface Bounds {
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** The share of the time after which what is slow gives what it has. */
const SOFT = 0.8;

/** Runs a tool within its time. What goes wrong becomes a result that says so, with its fix. */
export async function runTool(
  tool: Tool,
  given: unknown,
  { signal, timeoutMs }: Bounds,
): Promise<CallToolResult> {
  const time = AbortSignal.timeout(timeoutMs);
  const bound = AbortSignal.any([signal, time]);
  const deadline = Date.now() + SOFT * timeoutMs;
  try {
    const record = await unlessAborted(tool.call(given, { signal: bound, deadline }), bound);
    return {
      structuredContent: record,
      content: [{ type: 'text', text: JSON.stringify(record) }],
    };
  } catch (error) {
    const text = signal.aborted ? 'The call was cancelled.' : words(error, time, timeoutMs);
    return { isError: true, content: [{ type: 'text', text }] };
  }
}

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function words(error: unknown, time: AbortSignal, timeoutMs: number): string {
  if (error instanceof ToolRefusal) return error.message;
  if (time.aborted) {
    const seconds = (timeoutMs / 1000).toLocaleString('en');
    return (
      `The tool took longer than ${seconds} seconds and was stopped: ` +
      'narrow the call to fewer repositories, files or dates.'
    );
  }
  console.error('a tool failed:', error);
  return 'The tool failed; the service’s log says why.';
}
