import { mkdir } from 'node:fs/promises';
import { createOnce, deleteLeftovers, markUsed, packBytes } from './clone-files.js';
import { FetchError } from './fetch-problem.js';
import { type FetchProgress, progressIn } from './git-progress.js';
import { type LocalRefs, planUpdate, type UpdatePlan } from './plan-update.js';
import { LISTED_REFS, parseRemoteRefs } from './remote-refs.js';
import { protocolOf } from './remote-url.js';
import { runGit } from './run-git.js';
import type { RemoteOptions } from './sync-options.js';

/** A bare clone of a remote. */
export interface Clone {
  readonly gitDir: string;
  readonly remote: RemoteOptions;
}

interface UpdateOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: FetchProgress) => void;
}

type Run = (
  args: readonly string[],
  options?: { readonly input?: string; readonly network?: boolean; readonly timeoutMs?: number },
) => Promise<string>;

const LIST_TIMEOUT_MS = 60_000;
const MEASURE_EVERY_MS = 200;

/** Creates an empty repository that knows its remote. There is never half of one, whatever is killed. */
export function createClone({ gitDir, remote }: Clone, signal: AbortSignal): Promise<void> {
  return createOnce(gitDir, async (path) => {
    await mkdir(path);
    const run = (args: readonly string[]) => runGit({ gitDir: path, args, signal });
    // Without a template, so without hooks.
    await run(['init', '--quiet', '--bare', '--template=']);
    // The service names a repository after it.
    await run(['config', 'remote.origin.url', remote.url]);
  });
}

/**
 * Brings a clone up to date with its remote. Whenever it is killed, the clone can be answered from:
 * git changes references only once all their objects are there. Throws a `FetchError`, or the reason
 * of `signal`.
 */
export async function updateClone(clone: Clone, options: UpdateOptions): Promise<void> {
  const { gitDir, remote } = clone;
  await markUsed(gitDir);
  await deleteLeftovers(gitDir, remote.timeoutMs);
  await checkSize(clone);
  const limited = limit(clone, options.signal);
  const run = runner(clone, { ...options, signal: limited.signal });
  try {
    const args = ['ls-remote', '--symref', 'origin', ...LISTED_REFS];
    const listed = parseRemoteRefs(await run(args, { network: true, timeoutMs: LIST_TIMEOUT_MS }));
    const local = await localRefs(run);
    const { branches: patterns, branch } = remote;
    const wanted = { patterns, ...(branch !== undefined && { branch }) };
    await carryOut(planUpdate(listed, local, wanted), local, run);
  } catch (error) {
    options.signal.throwIfAborted();
    // Git has ended, so nothing writes there any more.
    await deleteLeftovers(gitDir, 0);
    throw error;
  } finally {
    limited.stop();
  }
}

/** Packs what many fetches left, if there is much of it; a later fetch tries again what takes too long. */
export async function tidyClone({ gitDir, remote }: Clone, signal: AbortSignal): Promise<void> {
  const args = ['-c', 'gc.autoDetach=false', 'gc', '--auto', '--quiet'];
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(remote.timeoutMs)]);
  await runGit({ gitDir, args, signal: inTime });
}

async function carryOut(plan: UpdatePlan, local: LocalRefs, run: Run): Promise<void> {
  if (plan.kind === 'problem') throw new FetchError(plan.problem);
  if (plan.kind === 'nothing') return;
  if (plan.detachAt !== undefined) await run(['update-ref', '--no-deref', 'HEAD', plan.detachAt]);
  await deleteBranches(plan.delete, run);
  const setHead = () => run(['symbolic-ref', 'HEAD', `refs/heads/${plan.head}`]);
  // Before there are branches: a HEAD without a commit would look broken beside them.
  if (local.headCommit === undefined) await setHead();
  await fetchBranches(plan.fetch, run);
  if (local.headCommit !== undefined) await setHead();
}

async function deleteBranches(branches: readonly string[], run: Run): Promise<void> {
  if (branches.length === 0) return;
  const input = branches.map((branch) => `delete refs/heads/${branch}\n`).join('');
  await run(['update-ref', '--stdin'], { input });
}

/** Tags of the commits come along. */
async function fetchBranches(branches: readonly string[], run: Run): Promise<void> {
  const input = branches.map((branch) => `+refs/heads/${branch}:refs/heads/${branch}\n`).join('');
  const options = ['--atomic', '--force', '--progress', '--no-write-fetch-head'];
  const off = ['--no-recurse-submodules', '--no-auto-gc'];
  await run(['fetch', ...options, ...off, '--stdin', 'origin'], { input, network: true });
}

async function localRefs(run: Run): Promise<LocalRefs> {
  const listed = await run(['for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads']);
  const head = (await run(['rev-parse', '--verify', '-q', 'HEAD^{commit}']).catch(missing)).trim();
  const branch = (await run(['symbolic-ref', '-q', 'HEAD']).catch(missing)).trim();
  return {
    branches: listed.split('\n').filter(Boolean),
    ...(head !== '' && { headCommit: head }),
    ...(branch !== '' && { headBranch: branch.replace(/^refs\/heads\//, '') }),
  };
}

/** Git exits with 1, and says nothing, where there is no such thing. */
function missing(error: unknown): string {
  if (error instanceof FetchError && error.problem.kind === 'other') return '';
  throw error;
}

function runner({ gitDir, remote }: Clone, { signal, onProgress }: UpdateOptions): Run {
  return async (args, { input, network = false, timeoutMs } = {}) => {
    const timer = startTimer(timeoutMs);
    try {
      return await runGit({
        gitDir,
        args,
        signal: AbortSignal.any([signal, timer.signal]),
        ...(network && { protocol: protocolOf(remote.url) }),
        ...(input !== undefined && { input }),
        onStderr(text) {
          const progress = progressIn(text);
          if (progress) onProgress(progress);
        },
      });
    } finally {
      timer.stop();
    }
  };
}

interface Limited {
  readonly signal: AbortSignal;
  stop(): void;
}

function startTimer(ms: number | undefined): Limited {
  const controller = new AbortController();
  const sentence = `its remote did not answer within ${Math.round((ms ?? 0) / 1000)} s`;
  const abort = () => controller.abort(new FetchError({ kind: 'timeout', sentence }));
  const timer = ms === undefined ? undefined : setTimeout(abort, ms);
  return { signal: controller.signal, stop: () => clearTimeout(timer) };
}

/** Aborts when the update takes too long, or the clone is or becomes too large. */
function limit(clone: Clone, signal: AbortSignal): Limited {
  const { timeoutMs } = clone.remote;
  const controller = new AbortController();
  const minutes = Math.round(timeoutMs / 6_000) / 10;
  const sentence = `fetching it took longer than ${minutes} min`;
  const late = () => controller.abort(new FetchError({ kind: 'timeout', sentence }));
  const timer = setTimeout(late, timeoutMs);
  const measure = () => checkSize(clone).catch((error: unknown) => controller.abort(error));
  const measuring = setInterval(measure, MEASURE_EVERY_MS);
  return {
    signal: AbortSignal.any([signal, controller.signal]),
    stop() {
      clearTimeout(timer);
      clearInterval(measuring);
    },
  };
}

async function checkSize({ gitDir, remote: { maxBytes } }: Clone): Promise<void> {
  if ((await packBytes(gitDir)) <= maxBytes) return;
  const megabytes = Math.round(maxBytes / 1_000_000).toLocaleString('en');
  throw new FetchError({ kind: 'too-large', sentence: `it is larger than ${megabytes} MB` });
}
