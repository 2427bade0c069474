import { openRepositories } from '../../../../local/service/git/repository.js';
import { openCodebase, type SourceFile } from '../../../../local/service/nav/codebase/codebase.js';
import {
  createSyntaxParser,
  type SyntaxParser,
} from '../../../../local/service/nav/parser/parser.js';
import { findReferences } from '../../../../local/service/nav/references.js';
import { createResolver } from '../../../../local/service/nav/resolver/resolver.js';
import { createSyntaxNavigator } from '../../../../local/service/nav/syntax-navigator.js';
import { preferOutermost, resolveSymbol } from '../../../../local/service/nav/targets.js';
import { createFindWord } from '../../../../local/service/tools/candidates.js';
import { headSnapshot, type Snapshot } from '../../../../local/service/tools/lookup.js';
import type { CallNavigator } from '../../../../local/service/tools/navigator.js';
import { createFilesOf } from '../../../../local/service/tools/snapshot-files.js';
import { cleanUpAfterFile } from '../../../support/cleanup.js';
import { makeRepository } from '../repositories.js';

type Files = Readonly<Record<string, string>>;

/** Navigation over small repositories. Places have the form `repository/path: the line's text`. */
export interface NavigationHarness {
  /** Where the symbol that a file uses is defined; with `unknown` if a use cannot be resolved. */
  definitions(at: string, symbol: string): Promise<string[]>;
  /** Where the symbol that a file defines is used; with `unsure` if only its name matches. */
  references(at: string, symbol: string): Promise<string[]>;
}

let shared: SyntaxParser | undefined;

/** One thread for all tests of a file. */
export function sharedParser(): SyntaxParser {
  if (!shared) {
    const syntax = createSyntaxParser();
    shared = syntax;
    cleanUpAfterFile(async () => {
      shared = undefined;
      await syntax.stop();
    });
  }
  return shared;
}

export function createTestNavigator(): CallNavigator {
  return createSyntaxNavigator({ filesOf: createFilesOf(), syntax: sharedParser() });
}

export async function createNavigationHarness(
  repositories: Readonly<Record<string, Files>>,
): Promise<NavigationHarness> {
  const made = Object.entries(repositories).map(([name, files]) => makeRepository(files, name));
  const opened = await openRepositories(made.map(({ path }) => path));
  for (const repository of opened) cleanUpAfterFile(repository.close);
  const snapshots = await Promise.all(opened.map(headSnapshot));
  const lineOf = (repo: string, path: string, line: number) => {
    const text = repositories[repo]?.[path]?.split('\n')[line - 1]?.trim();
    return `${repo}/${path}: ${text}`;
  };
  const start = async (at: string, symbol: string) => {
    const [repo, path] = [at.slice(0, at.indexOf('/')), at.slice(at.indexOf('/') + 1)];
    const own = snapshots.find(({ repository }) => repository.name === repo);
    if (!own) throw new Error(`there is no repository ${repo}`);
    const others = snapshots.filter((snapshot) => snapshot !== own);
    return begin({ own, others, path }, symbol);
  };
  return {
    async definitions(at, symbol) {
      const { targets } = await start(at, symbol);
      const found = targets.declarations.map(({ file, declaration }) =>
        lineOf(repoOf(file), file.path, file.declaration(declaration).line),
      );
      return [...new Set([...found, ...(targets.hasUnresolved ? ['unknown'] : [])])].sort();
    },
    async references(at, symbol) {
      const { file, targets, resolver } = await start(at, symbol);
      const { files } = await findReferences(preferOutermost(file, targets.declarations), resolver);
      const found = files.flatMap(({ file: one, lines, isCertain }) =>
        lines.map((line) => `${isCertain ? '' : 'unsure '}${lineOf(repoOf(one), one.path, line)}`),
      );
      return [...new Set(found)].sort();
    },
  };
}

function repoOf({ snapshot }: SourceFile): string {
  return snapshot.repository.name;
}

interface At {
  readonly own: Snapshot;
  readonly others: readonly Snapshot[];
  readonly path: string;
}

async function begin({ own, others, path }: At, symbol: string) {
  const codebase = openCodebase({
    snapshots: [own, ...others],
    filesOf: createFilesOf(),
    findWord: createFindWord(undefined),
    syntax: sharedParser(),
    context: { signal: new AbortController().signal, deadline: Number.POSITIVE_INFINITY },
  });
  const resolver = createResolver(codebase);
  const file = await codebase.open(own, path);
  if (!file) throw new Error(`${path} cannot be read`);
  return { file, resolver, targets: await resolveSymbol(file, symbol, resolver) };
}
