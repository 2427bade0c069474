import { type ChildProcess, spawn } from 'node:child_process';
import { env, kill, platform } from 'node:process';
import { cleanEnvironment, SAFE_OPTIONS } from '../git/git.js';
import { FetchError, problemIn } from './fetch-problem.js';
import type { RemoteProtocol } from './remote-url.js';

export interface GitCommand {
  readonly gitDir: string;
  readonly args: readonly string[];
  /** Ends git, and every program that it started. */
  readonly signal: AbortSignal;
  /** The protocol that may be used besides https, ssh and git; absent: git uses no network. */
  readonly protocol?: RemoteProtocol;
  readonly input?: string;
  /** Gets what git writes to stderr, such as its progress. */
  readonly onStderr?: (text: string) => void;
}

const MAX_OUTPUT_BYTES = 32 * 1_048_576;
const MAX_STDERR = 8_192;
/** Between asking git to end and killing it. */
const GRACE_MS = 3_000;

/** Runs git and gives its output. Throws a `FetchError`, or the reason of `signal`. */
export async function runGit(command: GitCommand): Promise<string> {
  const { signal, gitDir, args, protocol } = command;
  signal.throwIfAborted();
  const options = [...SAFE_OPTIONS, ...(protocol ? networkOptions(protocol) : [])];
  const child = spawn('git', [...options, `--git-dir=${gitDir}`, ...args], {
    env: { ...cleanEnvironment(), ...(protocol && (await networkEnvironment(signal))) },
    // A group of its own, so that git's helpers end with it; and no terminal to ask somebody at.
    detached: true,
  });
  const output = await collect(child, command);
  signal.throwIfAborted();
  if (output.exitCode === 0 && !output.isTooLong) return output.stdout;
  if (output.isTooLong) {
    const sentence = 'its remote lists too many branches';
    throw new FetchError({ kind: 'too-many-branches', sentence });
  }
  throw new FetchError(problemIn(output.stderr));
}

interface GitOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  readonly isTooLong: boolean;
}

function collect(
  child: ChildProcess,
  { signal, input, onStderr }: Pick<GitCommand, 'signal' | 'input' | 'onStderr'>,
): Promise<GitOutput> {
  const stdout: Buffer[] = [];
  let size = 0;
  let stderr = '';
  let killTimer: NodeJS.Timeout | undefined;
  const end = () => {
    killGroup(child, 'SIGTERM');
    killTimer = setTimeout(killGroup, GRACE_MS, child, 'SIGKILL');
  };
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  child.stdout?.on('data', (part: Buffer) => {
    size += part.length;
    if (size > MAX_OUTPUT_BYTES) killGroup(child, 'SIGKILL');
    else stdout.push(part);
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-MAX_STDERR);
    onStderr?.(text);
  });
  child.stdin?.on('error', () => {}).end(input ?? '');
  return new Promise((resolve) => {
    const done = (exitCode: number | null, error = stderr) => {
      clearTimeout(killTimer);
      signal.removeEventListener('abort', end);
      const isTooLong = size > MAX_OUTPUT_BYTES;
      resolve({ stdout: Buffer.concat(stdout).toString(), stderr: error, exitCode, isTooLong });
    };
    child.once('error', ({ message }) => done(null, `fatal: ${message}`));
    child.once('close', (exitCode) => done(exitCode));
  });
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    // Windows has no such groups.
    if (platform === 'win32') child.kill(signal);
    else if (child.pid !== undefined) kill(-child.pid, signal);
  } catch {
    // It has ended.
  }
}

/** The operator's own configuration applies, but for what a remote must not make use of. */
function networkOptions(protocol: RemoteProtocol): string[] {
  const allowed = new Set<RemoteProtocol>(['https', 'ssh', 'git', protocol]);
  const settings = [
    ...[...allowed].map((name) => `protocol.${name}.allow=always`),
    'http.followRedirects=false',
    'http.lowSpeedLimit=1000',
    'http.lowSpeedTime=60',
    'credential.interactive=false',
    'core.askPass=',
    'fetch.recurseSubmodules=false',
    'submodule.recurse=false',
    'fetch.writeCommitGraph=false',
    // Only packs are measured while they grow.
    'fetch.unpackLimit=1',
  ];
  return settings.flatMap((setting) => ['-c', setting]);
}

/** What tells git and ssh which credentials to use and how to reach a remote. */
const KEPT =
  /^GIT_(?:SSH(?:_COMMAND|_VARIANT)?|SSL_\w+|ASKPASS|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)|PROXY_\w+|HTTP_\w+)$/;
const SSH_OPTIONS = [
  '-o BatchMode=yes',
  '-o ConnectTimeout=30',
  '-o ServerAliveInterval=30',
  '-o ServerAliveCountMax=3',
].join(' ');

async function networkEnvironment(signal: AbortSignal): Promise<NodeJS.ProcessEnv> {
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => KEPT.test(name)));
  const silent = { SSH_ASKPASS: undefined, SSH_ASKPASS_REQUIRE: 'never', GCM_INTERACTIVE: 'never' };
  const ssh =
    kept['GIT_SSH_COMMAND'] ?? (await configuredSsh({ ...cleanEnvironment(), ...kept }, signal));
  // Another program than OpenSSH has other options, and is configured by whoever chose it.
  const isOpenSsh =
    kept['GIT_SSH'] === undefined && /^(?:ssh)?$/.test(kept['GIT_SSH_VARIANT'] ?? '');
  return { ...kept, ...silent, ...(isOpenSsh && { GIT_SSH_COMMAND: `${ssh} ${SSH_OPTIONS}` }) };
}

/** The operator's `core.sshCommand`, which the variable would otherwise replace. */
async function configuredSsh(environment: NodeJS.ProcessEnv, signal: AbortSignal): Promise<string> {
  const args = ['config', '--get', 'core.sshCommand'];
  const child = spawn('git', args, { env: environment, cwd: '/', detached: true });
  const { stdout, exitCode } = await collect(child, { signal });
  return (exitCode === 0 && stdout.trim()) || 'ssh';
}
