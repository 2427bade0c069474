import type { Git } from '../git/git.js';
import { repositoryProblem } from '../git/repository-problem.js';
import { ToolError } from './tool.js';

export interface RunLimits {
  /** Aborting rejects. */
  readonly signal: AbortSignal;
  /** ms since the epoch: kills git and returns the output so far. */
  readonly deadline?: number;
  /** More output than this kills git and returns the output so far. Default 32 MB. */
  readonly maxBytes?: number;
  /** Exit codes other than 0 that are not errors. */
  readonly okExitCodes?: readonly number[];
  /** Called with each chunk of output; returns false to stop. */
  readonly onChunk?: (part: Buffer) => boolean;
}

export interface LimitedGitOutput {
  readonly output: Buffer;
  /** Why the output may be incomplete. */
  readonly stopped?: 'time' | 'size' | 'enough';
}

/** Git exited with an error; `message` is the last line of its stderr. */
export class GitExitError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'GitExitError';
  }
}

/** Runs git within limits; a run that reaches one returns the output so far. */
export function runGitWithLimits(
  git: Git,
  args: readonly string[],
  limits: RunLimits,
): Promise<LimitedGitOutput> {
  const { signal, deadline = Number.POSITIVE_INFINITY, maxBytes = 32 * 1_048_576 } = limits;
  if (signal.aborted) return Promise.reject(signal.reason);
  const left = deadline - Date.now();
  if (left <= 0) return Promise.resolve({ output: Buffer.alloc(0), stopped: 'time' });
  const child = git.spawn(args);
  const parts: Buffer[] = [];
  let size = 0;
  let complaint = '';
  let stopped: LimitedGitOutput['stopped'];
  const stop = (why?: LimitedGitOutput['stopped']) => {
    stopped ??= why;
    child.kill('SIGKILL');
  };
  const timer = Number.isFinite(left) ? setTimeout(stop, left, 'time') : undefined;
  const abort = () => stop();
  signal.addEventListener('abort', abort, { once: true });
  child.stdout.on('data', (part: Buffer) => {
    if (stopped) return;
    size += part.length;
    if (!limits.onChunk) parts.push(part);
    else if (!limits.onChunk(part)) stop('enough');
    if (size > maxBytes) stop('size');
  });
  child.stderr.on('data', (part: Buffer) => {
    complaint = (complaint + part.toString()).slice(-2_000);
  });
  child.stdin.on('error', () => {});
  child.stdin.end();
  return new Promise((resolve, reject) => {
    child.on('error', (cause) => reject(new Error('git could not be run', { cause })));
    child.on('close', (code) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      if (signal.aborted) return reject(signal.reason);
      const output = Buffer.concat(parts);
      if (stopped) return resolve({ output, stopped });
      if (code === 0 || limits.okExitCodes?.includes(code ?? -1)) return resolve({ output });
      reject(
        new GitExitError(
          complaint.trim().split('\n').at(-1) || 'git failed without an error message',
        ),
      );
    });
  });
}

/** Turns git's error about a regular expression into a `ToolError`. */
export function rethrowPatternError(error: unknown, pattern: string): never {
  if (!(error instanceof GitExitError) || repositoryProblem(error) !== undefined) throw error;
  const why = error.message
    .replace(/^fatal: (command line, |-e option, '.*': )?/s, '')
    .slice(0, 200);
  if (/limit exceeded|-47|-53/.test(why)) {
    throw new ToolError(`The pattern ${pattern} takes too many steps: use a simpler one.`);
  }
  throw new ToolError(
    `The pattern ${pattern} is invalid: ${why}. To search for it literally, put it in quotes.`,
  );
}
