import type { EngineContext } from '../../conversation/engine.js';
import { searchableContext, withoutMasks } from '../../conversation/prompt.js';
import type { Repository } from '../../git/repository.js';
import {
  buildQuery,
  type Query,
  type QueryContext,
  REPOSITORY_NAME_WEIGHT,
  type WeightedTerm,
} from '../../index/query.js';
import { termsOf } from '../../index/terms.js';

/** Answers questions without keywords, such as "what is this repository about?". */
const DEFAULT_QUERY = 'readme';

/** What a question and its conversation search for. */
export function queryOf(question: string, context: EngineContext): Query {
  const asked = buildQuery(question, queryContext(context));
  return asked.terms.length > 0 ? asked : buildQuery(DEFAULT_QUERY);
}

/** What people call it in a sentence. */
export function namesOf({ name, folderName }: Repository): string[] {
  return [name, name.split('/').at(-1) ?? name, folderName];
}

/** The name of the only repository says little about any of its files: "how does flask sign the session?" */
export function withWeakNames(query: Query, repositories: readonly Repository[]): Query {
  const [only, another] = repositories;
  if (!only || another) return query;
  const ofName = new Set([only.name.split('/').at(-1) ?? '', only.folderName].flatMap(termsOf));
  const others = query.terms.filter(({ term }) => !ofName.has(term));
  if (others.length === 0 || others.length === query.terms.length) return query;
  const weak = (one: WeightedTerm) =>
    ofName.has(one.term) ? { ...one, weight: REPOSITORY_NAME_WEIGHT } : one;
  return { ...query, terms: query.terms.map(weak) };
}

function queryContext({ history, added }: EngineContext): QueryContext {
  const files = history.flatMap(({ sources }) =>
    sources.flatMap(({ label }) => label.split(' · ')[1] ?? []),
  );
  const questions = history.map(({ question }) => withoutMasks(question));
  return { questions, files, added: searchableContext(added) };
}
