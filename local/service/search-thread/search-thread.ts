import type { Engine, EngineAnswer, EngineContext } from '../conversation/engine.js';
import type { RepositoryReference } from '../git/repository.js';
import type { SearchIndex } from '../index/search-index.js';
import type { SearchResults } from '../index/search-results.js';
import { type Tool, ToolError } from '../tools/tool.js';
import { createTools } from '../tools/tools.js';
import { stopThread } from '../workers/stop-thread.js';
import { createWorkerClient } from '../workers/worker-client.js';
import { createCancelWatchdog } from './cancel-watchdog.js';
import type {
  SearchThreadData,
  SearchThreadReply,
  SearchThreadRequest,
  SearchThreadTask,
  TaskEvent,
} from './messages.js';

/**
 * Runs everything that reads repositories for questions and tool calls on one worker thread: parsing
 * their text, searching, reading git's output, navigating, writing the answer. The thread that serves
 * requests only passes the text on, so nothing that a client sends keeps the others waiting.
 */
export interface SearchThread {
  /** Answers with what a search finds. */
  readonly answer: Engine;
  readonly index: Pick<SearchIndex, 'search'>;
  /** From the next task on, these are searched instead. */
  setRepositories(repositories: readonly RepositoryReference[]): void;
  /** The tools, whose calls run on the thread. `url` gives the public URL of the pages. */
  tools(names: { readonly prefix: string; readonly url: () => string }): Tool[];
  stop(): Promise<void>;
}

interface RunningTask {
  readonly task: SearchThreadTask;
  /** Whether the thread that ran it first has died. */
  readonly sentAgain: () => boolean;
  onEvent(event: TaskEvent): void;
  restart(): void;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

interface TaskOptions {
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: TaskEvent) => void;
}

type RunTask = (task: SearchThreadTask, options: TaskOptions) => Promise<unknown>;

/**
 * It serves every repository, and its index workers have limits of their own. A larger young generation takes
 * more memory, but no less time.
 */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 12 };
/** Longer than the index workers may take. */
const STOP_TIMEOUT_MS = 5_000;

/** Characters. */
const MAX_EARLIER_ANSWER = 8_000;

/** The thread starts with the first task. */
export function createSearchThread(workerData: SearchThreadData): SearchThread {
  const { run, setRepositories, stop } = createTaskRunner(workerData);
  return {
    answer: (question, context) => answer(run, question, context),
    index: {
      search: async ({ progress, ...request }) =>
        (await run(
          { kind: 'index', ...request },
          {
            onEvent: (event) => {
              if (event.kind === 'progress') progress?.(event.progress);
            },
          },
        )) as SearchResults,
    },
    setRepositories,
    tools: (names) => remoteTools(run, names),
    stop,
  };
}

interface TaskRunner {
  readonly run: RunTask;
  setRepositories(repositories: readonly RepositoryReference[]): void;
  stop(): Promise<void>;
}

/**
 * Runs tasks on the thread. If it dies, each task is sent once more to the next one: tasks
 * only read, and any of them may have been the cause.
 */
function createTaskRunner({ repositories, index }: SearchThreadData): TaskRunner {
  // Read each time that the thread starts.
  const workerData = { repositories: [...repositories], index };
  const tasks = new Map<number, RunningTask>();
  let stopped = false;
  let lastId = 0;
  const watchdog = createCancelWatchdog(
    () => void client.terminate(new Error('the search thread did not respond and was terminated')),
  );
  const client = createWorkerClient<SearchThreadRequest, SearchThreadReply>({
    name: 'search-thread',
    workerData,
    resourceLimits: RESOURCE_LIMITS,
    onReply(reply) {
      if (reply.kind === 'ready') watchdog.ready();
      else if (reply.kind === 'cancelled') watchdog.acknowledged(reply.id);
      else handleReply(reply, tasks);
    },
    onExit(error) {
      watchdog.reset();
      for (const [id, running] of [...tasks]) {
        if (stopped || running.sentAgain()) {
          tasks.delete(id);
          running.reject(error);
        } else {
          running.restart();
          client.send({ kind: 'start', id, task: running.task });
        }
      }
    },
  });

  const run: RunTask = (task, { signal, onEvent = () => {} }) => {
    if (stopped) return Promise.reject(new Error('the search thread is stopped'));
    if (signal?.aborted) return Promise.reject(signal.reason);
    lastId += 1;
    const id = lastId;
    const cancel = () => {
      tasks.get(id)?.reject(signal?.reason);
      if (!tasks.delete(id)) return;
      client.send({ kind: 'cancel', id });
      watchdog.sent(id);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    return new Promise((resolve, reject) => {
      const events = eventsOnce(onEvent);
      tasks.set(id, { task, ...events, resolve, reject });
      client.send({ kind: 'start', id, task });
    }).finally(() => signal?.removeEventListener('abort', cancel));
  };
  return {
    run,
    setRepositories(next) {
      workerData.repositories.splice(0, Infinity, ...next);
      if (client.thread()) client.send({ kind: 'repositories', repositories: next });
    },
    async stop() {
      stopped = true;
      const thread = client.thread();
      if (!thread) return;
      watchdog.reset();
      client.send({ kind: 'stop' });
      await stopThread(thread, STOP_TIMEOUT_MS);
    },
  };
}

/** Passes events on; after a restart, as many turns and stats as were told before are not told again. */
function eventsOnce(
  onEvent: (event: TaskEvent) => void,
): Pick<RunningTask, 'onEvent' | 'restart' | 'sentAgain'> {
  let sentAgain = false;
  const told = { turn: 0, stats: 0 };
  let seen = { turn: 0, stats: 0 };
  return {
    onEvent(event) {
      if (event.kind === 'progress') return onEvent(event);
      seen[event.kind] += 1;
      if (seen[event.kind] <= told[event.kind]) return;
      told[event.kind] = seen[event.kind];
      onEvent(event);
    },
    sentAgain: () => sentAgain,
    restart() {
      sentAgain = true;
      seen = { turn: 0, stats: 0 };
    },
  };
}

type TaskReply = Extract<SearchThreadReply, { readonly kind: 'event' | 'result' | 'failed' }>;

function handleReply(reply: TaskReply, tasks: Map<number, RunningTask>): void {
  const task = tasks.get(reply.id);
  if (!task) return;
  if (reply.kind === 'event') {
    task.onEvent(reply.event);
    return;
  }
  tasks.delete(reply.id);
  if (reply.kind === 'result') task.resolve(reply.result);
  else task.reject(reply.isToolError ? new ToolError(reply.message) : new Error(reply.message));
}

async function answer(
  run: RunTask,
  question: string,
  { history, added, signal, report, stats }: EngineContext,
): Promise<EngineAnswer> {
  // Of the earlier answers only the last may be referred to, as by "show me the second one".
  const asked = history.map(({ question, sources, answer }, n) => ({
    question,
    sources,
    ...(n === history.length - 1 && answer && { answer: answer.slice(0, MAX_EARLIER_ANSWER) }),
  }));
  const onEvent = (event: TaskEvent) => {
    if (event.kind === 'turn') report(event.turn);
    if (event.kind === 'stats') stats(event.stats);
  };
  const task = { kind: 'answer', question, history: asked, added } as const;
  return (await run(task, { signal, onEvent })) as EngineAnswer;
}

/** What a client sees of the tools, which needs no repository; their calls run on the thread. */
function remoteTools(
  run: RunTask,
  { prefix, url }: { readonly prefix: string; readonly url: () => string },
): Tool[] {
  const noIndex = () => Promise.reject(new Error('no index'));
  const nowhere = { search: noIndex, filesWith: noIndex, stop: async () => {} };
  return createTools({ repositories: [], index: nowhere, url, prefix }).map((tool) => ({
    ...tool,
    call: async (args, { signal, deadline }) => {
      const { name } = tool;
      const task = { kind: 'tool', name, prefix, args, deadline, url: url() } as const;
      return (await run(task, { signal })) as Record<string, unknown>;
    },
  }));
}
