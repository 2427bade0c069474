import { parentPort, workerData } from 'node:worker_threads';
import { createSearchEngine } from '../engine/search/search-engine.js';
import { openRepositoryList } from '../git/repository-list.js';
import { createSearchIndex } from '../index/search-index.js';
import { createSyntaxParser } from '../nav/parser/parser.js';
import { createSyntaxNavigator } from '../nav/syntax-navigator.js';
import { createCandidatesOf } from '../tools/candidates.js';
import { createFilesOf } from '../tools/snapshot-files.js';
import { type Tool, ToolError } from '../tools/tool.js';
import { createTools } from '../tools/tools.js';
import type {
  AnswerRequest,
  IndexSearchRequest,
  SearchThreadData,
  SearchThreadReply,
  SearchThreadRequest,
  SearchThreadTask,
  TaskEvent,
  ToolCallRequest,
} from './messages.js';

const data = workerData as SearchThreadData;
const list = openRepositoryList(data.repositories);
const { repositories } = list;
const index = createSearchIndex(data.index);
const syntax = createSyntaxParser();
const filesOf = createFilesOf();
const candidatesOf = createCandidatesOf(index);
const navigator = createSyntaxNavigator({ filesOf, candidatesOf, syntax });
const answer = createSearchEngine({ repositories, index, navigator, filesOf, candidatesOf });
const toolsByPrefix = new Map<string, readonly Tool[]>();
const running = new Map<number, AbortController>();
let publicUrl = '';

// The entry point of a worker thread: listening is its purpose.
parentPort?.on('message', (request: SearchThreadRequest) => {
  if (request.kind === 'start') void run(request.id, request.task);
  else if (request.kind === 'cancel') cancel(request.id);
  else if (request.kind === 'repositories') list.replace(request.repositories);
  else void stop();
});
reply({ kind: 'ready' });

function cancel(id: number): void {
  running.get(id)?.abort();
  reply({ kind: 'cancelled', id });
}

async function stop(): Promise<void> {
  for (const controller of running.values()) controller.abort();
  await Promise.all([index.stop(), syntax.stop(), list.close()]);
  parentPort?.close();
}

interface TaskContext {
  readonly signal: AbortSignal;
  readonly emit: (event: TaskEvent) => void;
}

async function run(id: number, task: SearchThreadTask): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  const emit = (event: TaskEvent) => reply({ kind: 'event', id, event });
  try {
    const result = await perform(task, { signal: controller.signal, emit });
    reply({ kind: 'result', id, result });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    reply({ kind: 'failed', id, message, isToolError: error instanceof ToolError });
  } finally {
    running.delete(id);
  }
}

function reply(message: SearchThreadReply): void {
  parentPort?.postMessage(message);
}

function perform(task: SearchThreadTask, context: TaskContext): Promise<unknown> {
  if (task.kind === 'tool') return callTool(task, context);
  if (task.kind === 'answer') return answerQuestion(task, context);
  return searchIndex(task, context);
}

async function callTool(task: ToolCallRequest, { signal }: TaskContext) {
  publicUrl = task.url;
  const tool = toolsFor(task.prefix).find(({ name }) => name === task.name);
  if (!tool) throw new Error(`there is no tool ${task.name}`);
  return tool.call(task.args, { signal, deadline: task.deadline });
}

function toolsFor(prefix: string): readonly Tool[] {
  const known = toolsByPrefix.get(prefix);
  if (known) return known;
  const tools = createTools({
    repositories,
    index,
    prefix,
    url: () => publicUrl,
    filesOf,
    navigator,
  });
  toolsByPrefix.set(prefix, tools);
  return tools;
}

function answerQuestion({ question, history, added }: AnswerRequest, context: TaskContext) {
  const { signal, emit } = context;
  return answer(question, {
    history,
    added,
    signal,
    report: (turn) => emit({ kind: 'turn', turn }),
    stats: (stats) => emit({ kind: 'stats', stats }),
  });
}

function searchIndex({ kind: _, ...request }: IndexSearchRequest, { emit }: TaskContext) {
  return index.search({
    ...request,
    progress: (progress) => emit({ kind: 'progress', progress }),
  });
}
