import { afterAll } from 'vitest';
import { openRepositories } from '../../../../local/service/git/repository.js';
import { openLibrary, type SourceFile } from '../../../../local/service/nav/codebase/codebase.js';
import { createSyntax, type Syntax } from '../../../../local/service/nav/parser/parser.js';
import { referencesTo } from '../../../../local/service/nav/references.js';
import { createResolver } from '../../../../local/service/nav/resolver/resolver.js';
import { outermost, targetsIn } from '../../../../local/service/nav/targets.js';
import { headSnapshot, type Snapshot } from '../../../../local/service/tools/lookup.js';
import { createFilesOf } from '../../../../local/service/tools/snapshot-files.js';
import { makeRepository } from '../repositories.js';

type Files = Readonly<Record<string, string>>;

/** Navigation over small repositories. Places are said as `repository/path: the line's text`. */
export interface Navigating {
  /** Where the symbol that a file uses is defined; with `unknown` where some use leads nowhere. */
  definitions(at: string, symbol: string): Promise<string[]>;
  /** Where the symbol that a file defines is used; with `unsure` where only its name is seen. */
  references(at: string, symbol: string): Promise<string[]>;
}

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing.splice(0)) await close();
});

let shared: Syntax | undefined;

/** One thread for all tests of a file. */
export function sharedSyntax(): Syntax {
  if (!shared) {
    const syntax = createSyntax();
    shared = syntax;
    closing.push(syntax.stop);
  }
  return shared;
}

export async function navigating(
  repositories: Readonly<Record<string, Files>>,
): Promise<Navigating> {
  const made = Object.entries(repositories).map(([name, files]) => makeRepository(files, name));
  const opened = await openRepositories(made.map(({ path }) => path));
  for (const repository of opened) closing.push(repository.close);
  const places = await Promise.all(opened.map(headSnapshot));
  const lineOf = (repo: string, path: string, line: number) => {
    const text = repositories[repo]?.[path]?.split('\n')[line - 1]?.trim();
    return `${repo}/${path}: ${text}`;
  };
  const start = async (at: string, symbol: string) => {
    const [repo, path] = [at.slice(0, at.indexOf('/')), at.slice(at.indexOf('/') + 1)];
    const own = places.find(({ repository }) => repository.name === repo);
    if (!own) throw new Error(`there is no repository ${repo}`);
    const others = places.filter((place) => place !== own);
    return begin({ own, others, path }, symbol);
  };
  return {
    async definitions(at, symbol) {
      const { targets } = await start(at, symbol);
      const found = targets.found.map(({ file, declaration }) =>
        lineOf(repoOf(file), file.path, file.declaration(declaration).line),
      );
      return [...new Set([...found, ...(targets.unknown ? ['unknown'] : [])])].sort();
    },
    async references(at, symbol) {
      const { file, targets, resolver } = await start(at, symbol);
      const { using } = await referencesTo(outermost(file, targets.found), resolver);
      const found = using.flatMap(({ file: one, lines, isSure }) =>
        lines.map((line) => `${isSure ? '' : 'unsure '}${lineOf(repoOf(one), one.path, line)}`),
      );
      return [...new Set(found)].sort();
    },
  };
}

function repoOf({ place }: SourceFile): string {
  return place.repository.name;
}

interface At {
  readonly own: Snapshot;
  readonly others: readonly Snapshot[];
  readonly path: string;
}

async function begin({ own, others, path }: At, symbol: string) {
  const library = openLibrary({
    places: [own, ...others],
    filesOf: createFilesOf(),
    syntax: sharedSyntax(),
    context: { signal: new AbortController().signal, deadline: Number.POSITIVE_INFINITY },
  });
  const resolver = createResolver(library);
  const file = await library.open(own, path);
  if (!file) throw new Error(`${path} cannot be read`);
  return { file, resolver, targets: await targetsIn(file, symbol, resolver) };
}
