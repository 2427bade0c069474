import { stemOf } from '../../../git/file-path.js';
import { isNamedFile } from '../../../index/file-boost.js';
import { roleOf } from '../../../index/file-role.js';
import type { Definition } from '../../../index/outline.js';
import { normalizedName } from '../../../index/terms.js';
import { isVendoredFor } from '../../../index/vendored.js';
import { splitQualifiedName } from '../../../tools/qualified-name.js';
import type { SearchedRepository } from '../passages/find.js';
import { definitionPassage, type Passage } from '../passages/passage.js';
import { isImport } from '../passages/passage-weight.js';
import { readSourceFile, type SourceFile } from '../passages/source-file.js';
import { isTestNotAsked } from '../passages/test-code.js';
import { withoutMark } from '../text/name-mark.js';
import type { LookUp } from './look-up.js';
import { readFileAt, toolContext } from './look-up.js';
import { fileShownBefore } from './shown-before.js';

/** A definition that a question names. */
export interface NamedSymbol {
  readonly searched: SearchedRepository;
  readonly passage: Passage & { readonly definition: Definition };
  /** How many other definitions have the name. */
  readonly others: number;
}

const MAX_HITS_READ = 8;
/** From so many on, there may be more. */
export const MAX_DEFINITIONS = 12;

/**
 * The definition of a name as a person writes it: `Cart.add`, or "shopping cart" for `ShoppingCart`. Looked for in
 * the files that fit the question best, then in all of them.
 */
export async function findSymbol(subject: string, input: LookUp): Promise<NamedSymbol | undefined> {
  const files = await bestFiles(input);
  const parts = splitQualifiedName(subject);
  const [marked = subject, owner] = parts.toReversed();
  const name = withoutMark(marked);
  const spelled = normalizedName(withoutMark(subject).replace(/[\s-]+/g, ''));
  const ways: readonly (() => readonly Candidate[] | Promise<readonly Candidate[]>)[] = [
    () => definitionsIn(files, (one) => one === name),
    () => assignedFunctions(files, name),
    () => definitionsAnywhere(withoutMark(subject), input),
    () => definitionsIn(files, (one) => normalizedName(one) === spelled),
  ];
  let elsewhere: NamedSymbol | undefined;
  for (const find of /\s/.test(subject) ? ways.slice(-1) : ways) {
    const found = await find();
    const owned = owner === undefined ? found : found.filter((one) => isOwned(one, owner));
    const defined = withMarkOf(marked, withoutImports(owned));
    const [best] = bestFirst(defined, input);
    const symbol = best && { ...best, others: defined.length - 1 };
    // A test may have a helper with the name of what it tests.
    const isOther = symbol && isVendoredFor(symbol.passage.file.path, input.query);
    if (symbol && !isOther && !isTestNotAsked(symbol.passage, input.query)) return symbol;
    elsewhere ??= symbol;
  }
  return elsewhere;
}

/** How many definitions in all files have the name, counted up to `MAX_DEFINITIONS`. */
export async function countDefinitions(
  { others }: NamedSymbol,
  subject: string,
  input: LookUp,
): Promise<number> {
  if (/\s/.test(subject) || splitQualifiedName(subject).length > 1) return others + 1;
  const found = await definitionsAnywhere(withoutMark(subject), input);
  const anywhere = withMarkOf(subject, withoutImports(found));
  return Math.max(others + 1, anywhere.length);
}

/** Of `save` and `save!` the one that is asked for, if both are there. */
function withMarkOf(name: string, candidates: readonly Candidate[]): readonly Candidate[] {
  const mark = name.slice(withoutMark(name).length);
  const isSame = ({ passage }: Candidate) =>
    passage.name.slice(withoutMark(passage.name).length) === mark;
  return candidates.some(isSame) ? candidates.filter(isSame) : candidates;
}

/** `Cart.add` is in `Cart`, or assigned to it; `cart.add` may also be in the file `cart.py`. */
function isOwned({ passage: { name, file, definition } }: Candidate, owner: string): boolean {
  const isInside = name.split('.').slice(0, -1).includes(owner);
  const text = file.lines[definition.line - 1] ?? '';
  return isInside || stemOf(file.path) === owner || text.includes(`${owner}.${definition.name}`);
}

type Candidate = Omit<NamedSymbol, 'others'>;

interface FileOf {
  readonly searched: SearchedRepository;
  readonly file: SourceFile;
}

export function symbolAt({ searched, file }: FileOf, definition: Definition): Candidate {
  return { searched, passage: { ...definitionPassage(file, definition), definition } };
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
      .map((definition) => symbolAt({ searched, file }, definition)),
  );
}

/** `app.render = function …`, which makes no definition of its own in the outline of a file. */
function assignedFunctions(files: readonly FileOf[], name: string): Candidate[] {
  return files.flatMap(({ searched, file }) =>
    file.lines.flatMap((text, n) => {
      const [, assigned] =
        /^\s*(?:[\w$]{1,60}\.){1,4}([\w$]{1,80})\s*=\s*(?:async\s+)?(?:function\b|\([^()]{0,200}\)\s*=>)/.exec(
          text,
        ) ?? [];
      if (assigned !== name) return [];
      const definition = { name, kind: 'function', line: n + 1, depth: text.search(/\S/) };
      return [symbolAt({ searched, file }, definition)];
    }),
  );
}

/** Whatever file has them, up to `MAX_DEFINITIONS` files. */
export async function definitionsAnywhere(symbol: string, input: LookUp): Promise<Candidate[]> {
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
      if (searched && file) candidates.push(symbolAt({ searched, file }, definition));
    }
  }
  return candidates;
}

/** `const moor = require('./moor')` defines nothing, unless it is all that has the name. */
function withoutImports(candidates: readonly Candidate[]): readonly Candidate[] {
  const defined = candidates.filter(
    ({ passage: { file, definition } }) => !isImport(file, definition.line),
  );
  return defined.length > 0 ? defined : candidates;
}

/**
 * In the file that the question names; in code, not inside of a function; in the file that was shown before; of overloads the
 * one with a body.
 */
function bestFirst(
  candidates: readonly Candidate[],
  { query, context }: Pick<LookUp, 'query' | 'context'>,
): Candidate[] {
  const shown = fileShownBefore(context);
  const score = ({ passage: { file, definition } }: Candidate) =>
    (isNamedFile(file.path, query) ? 4 : 0) +
    (file.path === shown ? 1.5 : 0) +
    (roleOf(file.path) === 'code' ? 2 : 0) +
    (definition.depth === 0 ? 1 : 0);
  const length = ({ passage: { start, end } }: Candidate) => end - start;
  return [...candidates].sort((a, b) => score(b) - score(a) || length(b) - length(a));
}
