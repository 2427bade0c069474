import {
  type Engine,
  type EngineAnswer,
  type EngineContext,
  EngineError,
} from '../../conversation/engine.js';
import type { Repository } from '../../git/repository.js';
import type { SearchIndex } from '../../index/search-index.js';
import type { Tool } from '../../tools/tool.js';
import { sayFilling } from '../index-progress.js';
import type { Endpoint } from '../llm/client/model-client.js';
import { ModelTrouble } from '../llm/model-error.js';
import type { ModelOptions } from '../llm/options.js';
import { answerOf } from './answer.js';
import { told, withoutModel } from './model-failure.js';
import { lookAndAnswer } from './run-agent.js';

export interface ModelEngineParts {
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
 * `EngineFailure` for the asker and, once until it goes well again, a line for the operator.
 */
export function createModelEngine(parts: ModelEngineParts): Engine {
  const { model, search } = parts;
  const open = once(() => openEndpoint(parts));
  const complaints = new Set<string>();
  return async (question, context) => {
    const ready = await readyRepositories(parts, context);
    if (ready === 0) return search(question, context);
    try {
      const answer = await ask(question, { ...parts, context, endpoint: await open() });
      complaints.clear();
      return answer;
    } catch (error) {
      context.signal.throwIfAborted();
      if (!(error instanceof ModelTrouble)) throw error;
      const { failure, operator } = told(error, model);
      if (!complaints.has(error.kind)) console.error(operator);
      complaints.add(error.kind);
      if (error.kind !== 'unreachable') throw new EngineError(failure);
      context.report('The model cannot be reached: searching instead');
      const found = await search(question, context);
      return { ...found, answer: `${withoutModel(model)}\n\n${found.answer}` };
    }
  };
}

/** The library behind the wire is loaded by the first question, so never where no model is set. */
async function openEndpoint({ model, tools }: ModelEngineParts): Promise<Endpoint> {
  const { openEndpoint: open } = await import('../llm/client/model-client.js');
  return open(model, tools);
}

/** Brings the heads into the index; gives how many there are. Tools refuse while it is being made. */
async function readyRepositories(
  { repositories, index }: ModelEngineParts,
  context: EngineContext,
): Promise<number> {
  let ready = 0;
  for (const { name, git, head } of repositories) {
    const commit = await head();
    if (!commit) continue;
    await index.search({ gitDir: git.gitDir, commit, progress: sayFilling(name, context) });
    context.signal.throwIfAborted();
    ready += 1;
  }
  return ready;
}

interface Asked extends ModelEngineParts {
  readonly context: EngineContext;
  readonly endpoint: Endpoint;
}

async function ask(question: string, asked: Asked): Promise<EngineAnswer> {
  const { model, tools, context, endpoint } = asked;
  const repositories = asked.repositories.map(({ name }) => name);
  context.report(`Asking the model ${model.name}`);
  const written = await lookAndAnswer(question, { endpoint, tools, repositories, context });
  const { answer, struckOut } = answerOf(written, { repositories, model: model.name });
  if (struckOut.length > 0) {
    context.report(`Struck out, since it was not read: ${struckOut.join(', ').slice(0, 500)}`);
  }
  return answer;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
