import { roleFor } from '../../../index/file-role.js';
import type { Query } from '../../../index/query.js';
import { isHistory } from '../facts/history-file.js';
import type { RepositoryHit } from '../passages/find.js';
import { isGuide, isProse, isTranslatedReadme } from '../passages/guide-file.js';
import type { FoundFile } from '../passages/rank-passages.js';
import type { FormInput } from './form.js';

const MAX_CODE_FILES = 12;
const MAX_DOCUMENTS = 6;
const MAX_TESTS = 3;
const MAX_REPOSITORIES = 2;

export type CandidateRole = 'code' | 'test' | 'document';

/** The files that were found, and documents and tests that are about the same. */
export async function readCandidates(input: FormInput): Promise<FoundFile[]> {
  const { hits } = input;
  const around = await besides(input);
  const isCode = ({ found: { path } }: RepositoryHit) =>
    kindOf(path, input.query) === 'code' && !path.startsWith('.');
  const known = new Set(hits.map(keyOf));
  const code = [...hits, ...around.filter((hit) => !known.has(keyOf(hit)))].filter(isCode);
  const documents = around.filter(
    ({ found: { path } }) =>
      isDocument(path, input.query) && !isTranslatedReadme(path, input.query),
  );
  const tests = around.filter(({ found }) => kindOf(found.path, input.query) === 'test');
  const chosen = [
    ...withoutCopies(code).slice(0, MAX_CODE_FILES),
    ...withoutCopies(documents).slice(0, MAX_DOCUMENTS),
    ...withoutCopies(tests).slice(0, MAX_TESTS),
  ];
  const files: FoundFile[] = [];
  for (const hit of chosen) {
    input.context.signal.throwIfAborted();
    const file = await input.read(hit);
    if (file.lines.length > 0) files.push({ hit: hit.found, file });
  }
  return files;
}

/** The documents of the next version are mostly copies of those of the last one. */
function withoutCopies(hits: readonly RepositoryHit[]): RepositoryHit[] {
  const first = new Map(hits.toReversed().map((hit) => [hit.found.objectId, hit]));
  return hits.filter((hit) => first.get(hit.found.objectId) === hit);
}

function keyOf({ repo, found }: RepositoryHit): string {
  return `${repo} ${found.path}`;
}

/** Nothing for settings. */
export function kindOf(path: string, query: Query): CandidateRole | undefined {
  const role = roleFor(path, query);
  if (role === 'setting') return undefined;
  return role;
}

/** Documents and tests that a search for code leaves behind. */
async function besides({ repositories, hits, query, search }: FormInput): Promise<RepositoryHit[]> {
  const asked = everywhere(query);
  const names = new Set(hits.map(({ repo }) => repo));
  const near = repositories.filter(({ repo }) => names.has(repo)).slice(0, MAX_REPOSITORIES);
  const found = await Promise.all(near.map((repository) => search(asked, repository)));
  return found.flat();
}

function isDocument(path: string, query: Query): boolean {
  if (kindOf(path, query) !== 'document' || !isProse(path)) return false;
  return !path.startsWith('.') && (isGuide(path) || isHistory(path));
}

/** Documents and tests too, whatever is asked. */
export function everywhere(query: Query): Query {
  return { ...query, intent: { ...query.intent, documents: true, tests: true } };
}
