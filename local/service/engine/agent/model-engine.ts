import {
  type Engine,
  type EngineAnswer,
  type EngineContext,
  EngineError,
} from '../../conversation/engine.js';
import type { Repository } from '../../git/repository.js';
import type { SearchIndex } from '../../index/search-index.js';
import type { Tool } from '../../tools/tool.js';
import { reportIndexing } from '../index-progress.js';
import type { ModelClient } from '../llm/client/model-client.js';
import { ModelError } from '../llm/model-error.js';
import type { ModelOptions } from '../llm/options.js';
import { agentAnswer } from './answer.js';
import { describeModelError, modelUnavailableNote } from './model-failure.js';
import { runAgent } from './run-agent.js';

export interface ModelEngineDependencies {
  readonly model: ModelOptions;
  readonly repositories: readonly Repository[];
  readonly index: SearchIndex;
  /** What the model may look with; the names that they give each other are without a prefix. */
  readonly tools: readonly Tool[];
  /** Answers where nothing could be looked at, or the model cannot be reached. */
  readonly search: Engine;
}

/**
 * Answers with a model that looks with the tools. What goes wrong with the model becomes an
 * `EngineError` for the asker and, once until it goes well again, a line for the operator.
 */
export function createModelEngine(dependencies: ModelEngineDependencies): Engine {
  const { model, search } = dependencies;
  const getClient = memoizePromise(() => loadModelClient(dependencies));
  const reportedKinds = new Set<string>();
  return async (question, context) => {
    const ready = await indexHeads(dependencies, context);
    if (ready === 0) return search(question, context);
    try {
      const answer = await askAgent(question, {
        ...dependencies,
        context,
        client: await getClient(),
      });
      reportedKinds.clear();
      return answer;
    } catch (error) {
      context.signal.throwIfAborted();
      if (!(error instanceof ModelError)) throw error;
      const { questionError, operatorMessage } = describeModelError(error, model);
      if (!reportedKinds.has(error.kind)) console.error(operatorMessage);
      reportedKinds.add(error.kind);
      if (error.kind !== 'unreachable') throw new EngineError(questionError);
      context.report('The model cannot be reached: searching instead');
      const found = await search(question, context);
      return { ...found, answer: `${modelUnavailableNote(model)}\n\n${found.answer}` };
    }
  };
}

/** The library behind the wire is loaded by the first question, so never where no model is set. */
async function loadModelClient({ model, tools }: ModelEngineDependencies): Promise<ModelClient> {
  const { createModelClient: getClient } = await import('../llm/client/model-client.js');
  return getClient(model, tools);
}

/** Brings the heads into the index; gives how many there are. Tools refuse while it is being made. */
async function indexHeads(
  { repositories, index }: ModelEngineDependencies,
  context: EngineContext,
): Promise<number> {
  let ready = 0;
  for (const { name, git, head } of repositories) {
    const commit = await head();
    if (!commit) continue;
    await index.search({ gitDir: git.gitDir, commit, progress: reportIndexing(name, context) });
    context.signal.throwIfAborted();
    ready += 1;
  }
  return ready;
}

interface AskOptions extends ModelEngineDependencies {
  readonly context: EngineContext;
  readonly client: ModelClient;
}

async function askAgent(question: string, options: AskOptions): Promise<EngineAnswer> {
  const { model, tools, context, client } = options;
  const repositories = options.repositories.map(({ name }) => name);
  context.report(`Asking the model ${model.name}`);
  const written = await runAgent(question, { endpoint: client, tools, repositories, context });
  const { answer, removedCitations } = agentAnswer(written, { repositories, model: model.name });
  if (removedCitations.length > 0) {
    context.report(
      `Struck out, since it was not read: ${removedCitations.join(', ').slice(0, 500)}`,
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
