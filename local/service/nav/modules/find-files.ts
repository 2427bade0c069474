import type { Snapshot } from '../../tools/lookup.js';
import type { Codebase, SourceFile } from '../codebase/codebase.js';

/** Opens the first path that exists. */
export async function openFirstExisting(
  codebase: Codebase,
  snapshot: Snapshot,
  paths: readonly string[],
): Promise<SourceFile | undefined> {
  const files = await codebase.files(snapshot);
  const path = paths.find((one) => files.has(one));
  return path === undefined ? undefined : codebase.open(snapshot, path);
}

/** The paths of all files with this name, those closest to the root first. */
export async function findPathsByName(
  codebase: Codebase,
  snapshot: Snapshot,
  name: string,
): Promise<string[]> {
  const all = [...(await codebase.files(snapshot)).keys()];
  const found = all.filter((path) => path === name || path.endsWith(`/${name}`));
  const own = found.filter((path) => !/(^|\/)(node_modules|vendor|testdata)\//.test(path));
  return own.sort((a, b) => a.split('/').length - b.split('/').length).slice(0, 200);
}
