import { roleOf } from '../../../index/file-role.js';
import { isVendored } from '../../../index/vendored.js';
import { findMatchingLines } from '../../../tools/grep.js';
import type { SearchedRepository } from '../passages/find.js';
import type { Declared } from './declared.js';
import type { DeclaredKind } from './declared-lines.js';
import { type LookUp, readFileAt, toolContext } from './look-up.js';

const MAX_FILES = 200;
const MIN_OF_WHOLE = 4;

/** All of a kind in a repository; files with the most of them first. */
export async function findDeclared(
  kind: DeclaredKind,
  searched: SearchedRepository,
  input: LookUp,
): Promise<Declared[]> {
  const terms = [{ text: kind.sources, isRegex: true }];
  const search = { snapshot: searched, terms, options: { caseSensitive: true } };
  const { files } = await findMatchingLines(search, toolContext(input));
  const { paths: named } = kind;
  const byName = named ? [...(await input.filesOf(searched)).keys()].filter(named) : [];
  const byLines = [...files]
    .toSorted(([one, a], [other, b]) => likely(other) - likely(one) || b.length - a.length)
    .map(([path]) => path);
  const paths = [...new Set([...byName, ...byLines])]
    .filter((path) => isSource(path, kind) && !GENERATED.test(path) && !isVendored(path))
    .slice(0, MAX_FILES);
  const groups: Declared[][] = [];
  for (const path of paths) {
    const file = await readFileAt({ searched, path }, input);
    const own = file ? [...kind.read(file)] : [];
    if (own.length > 0) groups.push(own);
  }
  input.context.stats({ tool_calls: 1 });
  const byNumber = groups.toSorted((a, b) => b.length - a.length);
  const whole = byNumber.find(([one]) => one && kind.whole?.test(one.file.path));
  const all = once(whole && whole.length >= MIN_OF_WHOLE ? whole : byNumber.flat());
  return kind.complete ? kind.complete(all, searched, input) : all;
}

function isSource(path: string, { settings }: DeclaredKind): boolean {
  return roleOf(path) === 'code' || settings?.test(path) === true;
}

const GENERATED = /[.-]min\.\w+$|(?:^|\/)(?:public|static|[\w-]{0,40}-examples)\//;

function likely(path: string): number {
  return /route|url|api|endpoint|controller|schema|model/i.test(path) ? 1 : 0;
}

/** A table is created again where it is changed; of routes, two may be alike. */
function once(all: readonly Declared[]): Declared[] {
  const known = new Set<string>();
  return all.filter(({ name, verb }) => {
    if (verb !== undefined) return true;
    const isNew = !known.has(name);
    known.add(name);
    return isNew;
  });
}
