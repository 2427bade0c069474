import { stemOf } from '../../../git/file-path.js';
import { normalizedName } from '../../../index/terms.js';
import type { LookUp } from './look-up.js';
import { readFileAt } from './look-up.js';
import type { NamedPath } from './named-path.js';

/** The name of what a file is there for: what is called like the file, or else all that it defines. */
export async function mainDefinition(
  file: NamedPath,
  input: Pick<LookUp, 'filesOf' | 'context'>,
): Promise<string | undefined> {
  const source = await readFileAt(file, input);
  const defined = source?.outline.filter(({ kind }) => kind !== 'section') ?? [];
  const spelled = normalizedName(stemOf(file.path).replace(/[.-]/g, ''));
  const depth = Math.min(...defined.map((one) => one.depth));
  const outer = new Set(defined.filter((one) => one.depth === depth).map(({ name }) => name));
  const [only] = outer.size === 1 ? outer : [];
  return defined.find(({ name }) => normalizedName(name) === spelled)?.name ?? only;
}
