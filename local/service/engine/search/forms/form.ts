import type { EngineContext } from '../../../conversation/engine.js';
import type { Query } from '../../../index/query.js';
import type { CandidatesOf } from '../../../tools/candidates.js';
import type { CallNavigator } from '../../../tools/navigator.js';
import type { FilesOf } from '../../../tools/snapshot-files.js';
import type { Draft } from '../draft/draft.js';
import type { RepositoryHit, SearchedRepository } from '../passages/find.js';
import type { SourceFile } from '../passages/source-file.js';

/** What an answer can be made from. */
export interface FormInput {
  readonly question: string;
  readonly query: Query;
  readonly repositories: readonly SearchedRepository[];
  /** The files that fit best, best first; empty if none does. */
  readonly hits: readonly RepositoryHit[];
  /** Proper names in the question that no file has, such as `Azure`. */
  readonly absentNames: readonly string[];
  /** The phrases that the question quotes. */
  readonly phrases: readonly string[];
  readonly navigator: CallNavigator;
  readonly filesOf: FilesOf;
  /** Absent: any file may have what is searched for. */
  readonly candidatesOf?: CandidatesOf;
  readonly context: EngineContext;
  /** For all git and navigation calls, in milliseconds of `Date.now()`. */
  readonly deadline: number;
  /** The text of a file that was found, read once per question. */
  read(hit: RepositoryHit): Promise<SourceFile>;
  /** The files of one repository that fit another query, best first. */
  search(query: Query, within: SearchedRepository): Promise<readonly RepositoryHit[]>;
}

/** Drafts an answer; `undefined` if the code does not say enough for this form, so that another one answers. */
export type Form = (input: FormInput) => Promise<Draft | undefined>;
