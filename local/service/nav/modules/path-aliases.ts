import { z } from 'zod';
import { folderOf, isBelow, joinPath } from '../../git/file-path.js';
import { findPathsByName } from './find-files.js';
import { type ImportContext, oncePerRepository } from './module-system.js';

const MAX_CONFIGURATIONS = 40;

const Configuration = z.looseObject({
  compilerOptions: z
    .looseObject({
      baseUrl: z.string().optional().catch(undefined),
      paths: z.record(z.string(), z.array(z.string())).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

/** The `paths` of a `tsconfig.json`, such as `@server/*`: what they mean is below the folder. */
interface Aliases {
  readonly folder: string;
  readonly patterns: readonly (readonly [pattern: string, targets: readonly string[]])[];
}

/** The paths that a specifier may mean, by the nearest `tsconfig.json` or `jsconfig.json` that says so. */
export async function aliasedPaths(
  specifier: string,
  { from, codebase }: ImportContext,
): Promise<string[]> {
  const all = await aliasesOf(codebase, from.snapshot);
  const near = all.filter(({ folder }) => folder === '' || isBelow(from.path, folder));
  for (const { folder, patterns } of near.toSorted((a, b) => b.folder.length - a.folder.length)) {
    const paths = patterns.flatMap(([pattern, targets]) => {
      const star = starOf(specifier, pattern);
      return star === undefined ? [] : targets.map((one) => one.replace('*', () => star));
    });
    if (paths.length > 0) return paths.flatMap((path) => joinPath(folder, path) ?? []);
  }
  return [];
}

/** What the star of a pattern stands for; nothing if it does not fit. */
function starOf(specifier: string, pattern: string): string | undefined {
  const [before = '', after] = pattern.split('*');
  if (after === undefined) return specifier === pattern ? '' : undefined;
  const fits =
    specifier.length >= before.length + after.length &&
    specifier.startsWith(before) &&
    specifier.endsWith(after);
  return fits ? specifier.slice(before.length, specifier.length - after.length) : undefined;
}

const aliasesOf = oncePerRepository(async (codebase, snapshot): Promise<Aliases[]> => {
  const found: Aliases[] = [];
  const named = await Promise.all(
    ['tsconfig.json', 'tsconfig.base.json', 'jsconfig.json'].map((name) =>
      findPathsByName(codebase, snapshot, name),
    ),
  );
  for (const path of named.flat().slice(0, MAX_CONFIGURATIONS)) {
    const { baseUrl = '.', paths = {} } = readOptions(await codebase.text(snapshot, path)) ?? {};
    const folder = joinPath(folderOf(path), baseUrl);
    const patterns = Object.entries(paths).toSorted(([a], [b]) => b.length - a.length);
    if (folder !== undefined && patterns.length > 0) found.push({ folder, patterns });
  }
  return found;
});

const STRING = '"(?:[^"\\\\\\n]|\\\\.)*"';
/** One that is never closed ends with the text. */
const COMMENT = new RegExp(`(${STRING})|//[^\\n]*|/\\*(?:[^*]|\\*(?!/))*(?:\\*/|$)`, 'g');
const LAST_COMMA = new RegExp(`(${STRING})|,(?=\\s*[\\]}])`, 'g');

/** JSON with comments and commas behind the last entry, as TypeScript reads it. */
function readOptions(text = '') {
  const plain = text
    .replace(COMMENT, (_, string: string | undefined) => string ?? '')
    .replace(LAST_COMMA, (_, string: string | undefined) => string ?? '');
  try {
    return Configuration.safeParse(JSON.parse(plain)).data?.compilerOptions;
  } catch {
    return undefined;
  }
}
