import type { EngineContext } from '../../../conversation/engine.js';
import type { Query } from '../../../index/query.js';
import type { Navigator } from '../../../tools/navigator.js';
import type { Draft } from '../draft/draft.js';
import type { RepositoryHit, SearchedRepository } from '../passages/find.js';

/** What an answer can be made from. */
export interface FormInput {
  readonly question: string;
  readonly query: Query;
  readonly repositories: readonly SearchedRepository[];
  /** The files that fit best, best first; not empty. */
  readonly hits: readonly RepositoryHit[];
  readonly navigator: Navigator;
  readonly context: EngineContext;
}

/** Drafts an answer; `undefined` if the code does not say enough for this form, so that another one answers. */
export type Form = (input: FormInput) => Promise<Draft | undefined>;
