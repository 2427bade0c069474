import type { Engine, EngineAnswer, EngineContext } from '../conversation/engine.js';
import type { SearchIndex } from '../index/search-index.js';
import type { SearchResults } from '../index/search-results.js';
import { type Tool, ToolError } from '../tools/tool.js';
import { createTools } from '../tools/tools.js';
import { stopThread } from '../workers/stop-thread.js';
import { createWorkerClient } from '../workers/worker-client.js';
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
  /** The tools, whose calls run on the thread. `url` gives the public URL of the pages. */
  tools(names: { readonly prefix: string; readonly url: () => string }): Tool[];
  stop(): Promise<void>;
}

interface RunningTask {
  readonly onEvent: (event: TaskEvent) => void;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

interface TaskOptions {
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: TaskEvent) => void;
}

type RunTask = (task: SearchThreadTask, options: TaskOptions) => Promise<unknown>;

/** It serves every repository, and its index workers have limits of their own. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 96 };
/** Longer than the index workers may take. */
const STOP_TIMEOUT_MS = 5_000;

/** The thread starts with the first task. */
export function createSearchThread(workerData: SearchThreadData): SearchThread {
  const tasks = new Map<number, RunningTask>();
  let stopped = false;
  let lastId = 0;
  const client = createWorkerClient<SearchThreadRequest, SearchThreadReply>({
    entry: new URL('./worker.js', import.meta.url),
    workerData,
    resourceLimits: RESOURCE_LIMITS,
    onReply: (reply) => handleReply(reply, tasks),
    onExit(error) {
      for (const { reject } of tasks.values()) reject(error);
      tasks.clear();
    },
  });

  const run: RunTask = (task, { signal, onEvent = () => {} }) => {
    if (stopped) return Promise.reject(new Error('the search thread is stopped'));
    if (signal?.aborted) return Promise.reject(signal.reason);
    lastId += 1;
    const id = lastId;
    const cancel = () => {
      tasks.get(id)?.reject(signal?.reason);
      if (tasks.delete(id)) client.send({ kind: 'cancel', id });
    };
    signal?.addEventListener('abort', cancel, { once: true });
    return new Promise((resolve, reject) => {
      tasks.set(id, { onEvent, resolve, reject });
      client.send({ kind: 'start', id, task });
    }).finally(() => signal?.removeEventListener('abort', cancel));
  };
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
    tools: (names) => remoteTools(run, names),
    async stop() {
      stopped = true;
      const thread = client.thread();
      if (!thread) return;
      client.send({ kind: 'stop' });
      await stopThread(thread, STOP_TIMEOUT_MS);
    },
  };
}

function handleReply(reply: SearchThreadReply, tasks: Map<number, RunningTask>): void {
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
  // The search does not read earlier answers.
  const asked = history.map(({ question, sources }) => ({ question, sources }));
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
  const nowhere = { search: () => Promise.reject(new Error('no index')), stop: async () => {} };
  return createTools({ repositories: [], index: nowhere, url, prefix }).map((tool) => ({
    ...tool,
    call: async (args, { signal, deadline }) => {
      const { name } = tool;
      const task = { kind: 'tool', name, prefix, args, deadline, url: url() } as const;
      return (await run(task, { signal })) as Record<string, unknown>;
    },
  }));
}
