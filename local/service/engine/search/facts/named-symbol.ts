import { roleOf } from '../../../index/file-role.js';
import { type Definition, enclosingDefinitions } from '../../../index/outline.js';
import { normalizedName } from '../../../index/terms.js';
import { splitQualifiedName } from '../../../tools/qualified-name.js';
import type { SearchedRepository } from '../passages/find.js';
import { definitionPassage, type Passage } from '../passages/passage.js';
import { readSourceFile, type SourceFile } from '../passages/source-file.js';
import type { LookUp } from './look-up.js';
import { readFileAt, toolContext } from './look-up.js';

/** A definition that a question names. */
export interface NamedSymbol {
  readonly searched: SearchedRepository;
  readonly passage: Passage & { readonly definition: Definition };
  /** How many other definitions have the name. */
  readonly others: number;
}

const MAX_HITS_READ = 8;
const MAX_DEFINITIONS = 12;

/**
 * The definition of a name as a person writes it: `Cart.add`, or "shopping cart" for `ShoppingCart`. Looked for in
 * the files that fit the question best, then in all of them.
 */
export async function findSymbol(subject: string, input: LookUp): Promise<NamedSymbol | undefined> {
  const files = await bestFiles(input);
  const parts = splitQualifiedName(subject);
  const exactly = (name: string) => name === parts.at(-1);
  const isOneWord = !/\s/.test(subject);
  const found = isOneWord ? definitionsIn(files, exactly) : [];
  const everywhere =
    isOneWord && found.length === 0 ? await definitionsAnywhere(subject, input) : [];
  const spelled = normalizedName(subject.replace(/[\s-]+/g, ''));
  const alike = (name: string) => normalizedName(name) === spelled;
  const all =
    [found, everywhere, definitionsIn(files, alike)].find(({ length }) => length > 0) ?? [];
  const [best] = bestFirst(all, parts.at(-2));
  return best && { ...best, others: all.length - 1 };
}

type Candidate = Omit<NamedSymbol, 'others'>;

interface FileOf {
  readonly searched: SearchedRepository;
  readonly file: SourceFile;
}

async function bestFiles({ hits, context }: LookUp): Promise<FileOf[]> {
  const files: FileOf[] = [];
  for (const { repository, repo, commit, found } of hits.slice(0, MAX_HITS_READ)) {
    context.signal.throwIfAborted();
    const { path, objectId } = found;
    const file = await readSourceFile({ repository, commit, path, objectId });
    files.push({ searched: { repository, repo, commit }, file });
  }
  return files;
}

function definitionsIn(files: readonly FileOf[], fits: (name: string) => boolean): Candidate[] {
  return files.flatMap(({ searched, file }) =>
    file.outline
      .filter(({ kind, name }) => kind !== 'section' && fits(name))
      .map((definition) => ({
        searched,
        passage: { ...definitionPassage(file, definition), definition },
      })),
  );
}

async function definitionsAnywhere(symbol: string, input: LookUp): Promise<Candidate[]> {
  const [snapshot, ...others] = input.repositories;
  if (!snapshot) return [];
  const query = { snapshot, others, path: '', symbol, limit: MAX_DEFINITIONS };
  const { blocks } = await input.navigator.definitions(query, toolContext(input));
  const candidates: Candidate[] = [];
  for (const { snapshot, path, lines } of blocks) {
    const searched = input.repositories.find(
      ({ repository }) => repository === snapshot.repository,
    );
    const file = searched && (await readFileAt({ searched, path }, input));
    const definitions = file?.outline.filter(({ line }) => lines.includes(line)) ?? [];
    for (const definition of definitions) {
      if (searched && file)
        candidates.push({
          searched,
          passage: { ...definitionPassage(file, definition), definition },
        });
    }
  }
  return candidates;
}

/** With the owner that is asked for, in code, not inside of a function; of overloads the one with a body. */
function bestFirst(candidates: readonly Candidate[], owner: string | undefined): Candidate[] {
  const score = ({ passage: { file, definition } }: Candidate) => {
    const around = enclosingDefinitions(file.outline, definition.line).map(({ name }) => name);
    const isOwned = owner !== undefined && around.slice(0, -1).includes(owner);
    return (
      (isOwned ? 4 : 0) + (roleOf(file.path) === 'code' ? 2 : 0) + (definition.depth === 0 ? 1 : 0)
    );
  };
  const length = ({ passage: { start, end } }: Candidate) => end - start;
  return [...candidates].sort((a, b) => score(b) - score(a) || length(b) - length(a));
}
