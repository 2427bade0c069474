import {
  type Engine,
  type EngineAnswer,
  type EngineContext,
  EngineError,
} from '../../conversation/engine.js';
import { repositoriesIn } from '../../conversation/prompt.js';
import type { Repository } from '../../git/repository.js';
import { repositoryProblem } from '../../git/repository-problem.js';
import type { SearchIndex } from '../../index/search-index.js';
import { logError } from '../../logging/log.js';
import type { Tool } from '../../tools/tool.js';
import { reportIndexing } from '../index-progress.js';
import type { ModelClient } from '../llm/client/model-client.js';
import { ModelError } from '../llm/model-error.js';
import type { ModelOptions } from '../llm/options.js';
import { named } from '../search/facts/named-repository.js';
import { agentAnswer } from './answer.js';
import { firstMaterial } from './first-material.js';
import { limitTools } from './limit-tools.js';
import { describeModelError, modelUnavailableNote } from './model-failure.js';
import { runAgent } from './run-agent.js';

export interface ModelEngineDependencies {
  readonly model: ModelOptions;
  readonly repositories: readonly Repository[];
  readonly index: Pick<SearchIndex, 'search'>;
  /** The tools that the model may call. Their descriptions refer to each other without a prefix. */
  readonly tools: readonly Tool[];
  /** Answers if there are no commits, or the model cannot be reached. */
  readonly search: Engine;
}

/**
 * Answers with a language model that calls the tools. A model error becomes an `EngineError` for the
 * user and a log line for the operator. The same error is logged once, until an answer succeeds.
 */
export function createModelEngine(dependencies: ModelEngineDependencies): Engine {
  const { model, search } = dependencies;
  const getClient = memoizePromise(() => loadModelClient(dependencies));
  const reportedKinds = new Set<string>();
  return async (question, context) => {
    const ready = await indexHeads(dependencies, context);
    if (ready === 0) return search(question, context);
    // Its steps and calls are not the model's.
    const found = await search(question, { ...context, report: () => {}, stats: () => {} });
    try {
      const answer = await askAgent(question, {
        ...dependencies,
        context,
        client: await getClient(),
        found,
      });
      reportedKinds.clear();
      return answer;
    } catch (error) {
      context.signal.throwIfAborted();
      if (!(error instanceof ModelError)) throw error;
      const { questionError, operatorMessage } = describeModelError(error, model);
      if (!reportedKinds.has(error.kind)) logError(operatorMessage);
      reportedKinds.add(error.kind);
      if (error.kind !== 'unreachable') throw new EngineError(questionError);
      context.report('The model cannot be reached: searching instead');
      return { ...found, answer: `${modelUnavailableNote(model)}\n\n${found.answer}` };
    }
  };
}

/** The AI SDK is loaded by the first question, so never if no model is configured. */
async function loadModelClient({ model, tools }: ModelEngineDependencies): Promise<ModelClient> {
  const { createModelClient } = await import('../llm/client/model-client.js');
  return createModelClient(model, tools);
}

/** Indexes the heads, since tools fail before that. Returns how many repositories have commits. */
async function indexHeads(
  { repositories, index }: ModelEngineDependencies,
  context: EngineContext,
): Promise<number> {
  let ready = 0;
  for (const { name, git, head } of repositories) {
    try {
      const commit = await head();
      if (!commit) continue;
      await index.search({ gitDir: git.gitDir, commit, progress: reportIndexing(name, context) });
      ready += 1;
    } catch (error) {
      const problem = repositoryProblem(error);
      if (problem === undefined) throw error;
      context.report(`${name} could not be searched: ${problem}`);
    }
    context.signal.throwIfAborted();
  }
  return ready;
}

interface AskOptions extends ModelEngineDependencies {
  readonly context: EngineContext;
  readonly client: ModelClient;
  /** By the search, which the model may answer from. */
  readonly found: EngineAnswer;
}

async function askAgent(question: string, options: AskOptions): Promise<EngineAnswer> {
  const { model, context, client } = options;
  const all = options.repositories.map(({ name }) => name);
  const only = new Set(
    repositoriesIn(context.added).flatMap((name) =>
      named(name, options.repositories).map((one) => one.name),
    ),
  );
  const repositories = only.size === 0 ? all : all.filter((name) => only.has(name));
  const tools = only.size === 0 ? options.tools : limitTools(options.tools, repositories);
  context.report(`Asking the model ${model.name}`);
  const { signal } = context;
  const found = await firstMaterial(options.found, { question, tools, repositories, signal });
  const { contextTokens } = model;
  const asked = { client, tools, repositories, context, contextTokens, ...(found && { found }) };
  const written = await runAgent(question, asked);
  const { answer, removedCitations } = agentAnswer(written, { repositories, model: model.name });
  if (removedCitations.length > 0) {
    context.report(
      `Removed citations of lines that were not read: ${removedCitations.join(', ').slice(0, 500)}`,
    );
  }
  return answer;
}

function memoizePromise<T>(create: () => Promise<T>): () => Promise<T> {
  let promise: Promise<T> | undefined;
  return () => {
    promise ??= create();
    return promise;
  };
}
