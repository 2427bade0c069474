import type { EngineContext } from '../../../conversation/engine.js';
import type { Query } from '../../../index/query.js';
import type { CandidatesOf } from '../../../tools/candidates.js';
import type { Navigator } from '../../../tools/navigator.js';
import type { FilesOf } from '../../../tools/snapshot-files.js';
import type { ToolContext } from '../../../tools/tool.js';
import type { RepositoryHit, SearchedRepository } from '../passages/find.js';
import { perObject } from '../passages/read-once.js';
import { readSourceFile, type SourceFile } from '../passages/source-file.js';

/** Where facts for an answer are looked up. */
export interface LookUp {
  readonly repositories: readonly SearchedRepository[];
  /** The files that fit the question best, best first. */
  readonly hits: readonly RepositoryHit[];
  readonly query: Query;
  readonly navigator: Navigator;
  readonly filesOf: FilesOf;
  /** Absent: any file may have what is searched for. */
  readonly candidatesOf?: CandidatesOf;
  readonly context: EngineContext;
  /** For all git and navigation calls of one answer, in milliseconds of `Date.now()`. */
  readonly deadline: number;
}

/** Of one call. What it does not find by then is left out. */
const MAX_TIME_MS = 8_000;
/** Of all calls of an answer. */
const MAX_TIME_OF_ALL_MS = 20_000;

export function lookUpDeadline(): number {
  return Date.now() + MAX_TIME_OF_ALL_MS;
}

export function toolContext({
  context: { signal },
  deadline,
}: Pick<LookUp, 'context' | 'deadline'>): ToolContext {
  return { signal, deadline: Math.min(deadline, Date.now() + MAX_TIME_MS) };
}

/** The one with the best file for the question. */
export function bestRepository({
  hits,
  repositories,
}: Pick<LookUp, 'hits' | 'repositories'>): SearchedRepository | undefined {
  return hits[0] ?? repositories[0];
}

interface FileAt {
  readonly searched: SearchedRepository;
  readonly path: string;
}

interface FileObject {
  readonly path: string;
  readonly objectId: string;
}

const MAX_FILE_BYTES = 1_048_576;

/** `undefined` if there is no such file, or it is too large to be written by hand. */
export async function readFileAt(
  { searched, path }: FileAt,
  { filesOf, context }: Pick<LookUp, 'filesOf' | 'context'>,
): Promise<SourceFile | undefined> {
  context.signal.throwIfAborted();
  const entry = (await filesOf(searched)).get(path);
  if (!entry || entry.size > MAX_FILE_BYTES) return undefined;
  return readOnce({ ...searched, path, objectId: entry.objectId }, context).file;
}

/** By repository, commit, object and path. An answer looks up many places of one file. */
const filesRead = perObject((_: EngineContext) => new Map<string, Promise<SourceFile>>());

/** Reads a file once per message. */
export function readOnce(
  { repository, repo, commit, path, objectId }: SearchedRepository & FileObject,
  context: EngineContext,
): { readonly file: Promise<SourceFile>; readonly isNew: boolean } {
  const files = filesRead(context);
  const key = `${repo} ${commit} ${objectId} ${path}`;
  const known = files.get(key);
  if (known) return { file: known, isNew: false };
  const file = readSourceFile({ repository, commit, path, objectId });
  files.set(key, file);
  file.catch(() => files.delete(key));
  return { file, isNew: true };
}
