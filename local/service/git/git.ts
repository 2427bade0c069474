import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { parse } from 'node:path';
import { env } from 'node:process';

/** Git failed or could not be run. `message` is the last line of its stderr. */
export class GitError extends Error {
  readonly exitCode: number | undefined;
  constructor(message: string, options: { exitCode?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'GitError';
    this.exitCode = options.exitCode;
  }
}

export interface GitRunOptions {
  readonly signal?: AbortSignal;
  /** Default 30 s. */
  readonly timeoutMs?: number;
  /** More output than this is an error; default 64 MB. */
  readonly maxBytes?: number;
  /** Called with each part of the output, which is then not kept. Must not throw. */
  readonly onPart?: (part: Buffer) => void;
}

/** Keeps a repository's own configuration from running programs or writing anything. */
export const SAFE_OPTIONS = [
  ...['-c', 'safe.directory=*', '-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'],
  ...['-c', 'protocol.allow=never', '--no-optional-locks', '--literal-pathspecs'],
];

/**
 * Git in one repository. It is started in the root folder: with `--git-dir`, git takes the current folder for the
 * working tree, and the `.gitattributes` there would decide which files are text. Arguments are constants or object ids: user input is
 * resolved with `rev-parse --end-of-options` first, so that it can never become an option.
 */
export interface Git {
  readonly gitDir: string;
  /** Runs git and returns its stdout. Throws a `GitError` for a non-zero exit code. */
  run(args: readonly string[], options?: GitRunOptions): Promise<Buffer>;
  /** Starts git, for callers that stream its input or output. */
  spawn(args: readonly string[]): ChildProcessWithoutNullStreams;
  /** Kills all git processes and waits for them; no more can be started. */
  close(): Promise<void>;
}

/** `gitDir` is an absolute path. */
export function openGit(gitDir: string): Git {
  const children = new Map<ChildProcessWithoutNullStreams, Promise<unknown>>();
  let closed = false;
  function start(args: readonly string[]): ChildProcessWithoutNullStreams {
    if (closed) throw new GitError('git is closed');
    const all = [...SAFE_OPTIONS, `--git-dir=${gitDir}`, ...args];
    const child = spawn('git', all, { env: cleanEnvironment(), cwd: parse(gitDir).root });
    const exited = new Promise((resolve) => child.once('close', resolve).once('error', resolve));
    children.set(child, exited);
    void exited.then(() => children.delete(child));
    return child;
  }
  return {
    gitDir,
    run: async (args, options = {}) => collectOutput(start(args), options),
    spawn: start,
    async close() {
      closed = true;
      for (const child of children.keys()) child.kill('SIGKILL');
      await Promise.all(children.values());
    },
  };
}

/** `git -C path …`, to find the repository that a path belongs to. */
export function runGitAt(path: string, args: readonly string[]): Promise<Buffer> {
  const child = spawn('git', [...SAFE_OPTIONS, '-C', path, ...args], { env: cleanEnvironment() });
  return collectOutput(child, { timeoutMs: 10_000 });
}

/** Our environment without the GIT_ variables of a surrounding hook, and without prompts. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(env).filter(([name]) => !name.startsWith('GIT_'));
  return {
    ...Object.fromEntries(own),
    // UTF-8, with messages in English.
    LC_ALL: '',
    LC_CTYPE: 'C.UTF-8',
    LC_MESSAGES: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
  };
}

function collectOutput(
  child: ChildProcessWithoutNullStreams,
  { signal, timeoutMs = 30_000, maxBytes = 64 * 1_048_576, onPart }: GitRunOptions,
): Promise<Buffer> {
  const limits = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
  const limit = AbortSignal.any(limits);
  return new Promise((resolve, reject) => {
    const output: Buffer[] = [];
    let size = 0;
    let stderr = '';
    const kill = () => void child.kill('SIGKILL');
    limit.addEventListener('abort', kill, { once: true });
    if (limit.aborted) kill();
    child.stdout.on('data', (part: Buffer) => {
      size += part.length;
      if (size > maxBytes) kill();
      else if (onPart) onPart(part);
      else output.push(part);
    });
    child.stderr.on('data', (part: Buffer) => {
      stderr = (stderr + part.toString()).slice(-2_000);
    });
    child.on('error', (cause) => reject(new GitError('git could not be run', { cause })));
    child.on('close', (exitCode) => {
      limit.removeEventListener('abort', kill);
      if (exitCode === 0) return resolve(Buffer.concat(output));
      const over = size > maxBytes ? `git printed more than ${maxBytes} bytes` : undefined;
      const why = over ?? (limit.aborted ? 'git was stopped' : lastLine(stderr));
      reject(new GitError(why, exitCode === null ? {} : { exitCode }));
    });
    child.stdin.on('error', () => {});
    child.stdin.end();
  });
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) || 'git failed without an error message';
}
