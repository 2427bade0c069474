import { roleOf } from '../../../index/file-role.js';
import { isGuide } from '../passages/guide-file.js';
import type { SourceFile } from '../passages/source-file.js';
import { cargoFeatures } from './cargo-features.js';
import { declaredOptions } from './declared-options.js';
import type { DescribedOption } from './described-option.js';
import { parameterOptions } from './documented-parameters.js';
import { listedOptions } from './listed-options.js';
import { bestRepository, type LookUp, readFileAt } from './look-up.js';
import { isOptionFile } from './option-in-code.js';
import { parserOptions } from './parser-options.js';
import { isMessageCatalog } from './text-keys.js';

const MAX_FILES = 24;
const MAX_BYTES = 400_000;
const MAX_OPTIONS = 1_000;
/** In the names of documents that list options. */
const LISTS_OPTIONS =
  /readme|option|config|setting|argument|param|reference|usage|command|cli|api|guide/i;

/** The options that files about a question declare or list, and those that are named after options. `found`: those about it. */
export async function describedOptions(
  input: LookUp,
  found: readonly SourceFile[],
): Promise<DescribedOption[]> {
  const searched = bestRepository(input);
  if (!searched) return [];
  const known = new Map(
    found.filter(({ repo }) => repo === searched.repo).map((file) => [file.path, file]),
  );
  const around = [...(await input.filesOf(searched))]
    .filter(([path, { size }]) => size <= MAX_BYTES && !known.has(path) && mayHaveOptions(path))
    .map(([path]) => path)
    // Those at the top are about all of the project.
    .toSorted((a, b) => a.split('/').length - b.split('/').length);
  const paths = [...known.keys(), ...around]
    .filter((path) => isGuide(path) || isManifest(path) || roleOf(path) === 'code')
    .filter((path) => isGuide(path) || !isMessageCatalog(path))
    .slice(0, MAX_FILES);
  const options: DescribedOption[] = [];
  for (const path of paths) {
    if (options.length >= MAX_OPTIONS || Date.now() > input.deadline) break;
    const file = known.get(path) ?? (await readFileAt({ searched, path }, input));
    if (file) options.push(...optionsOf(file));
  }
  return options.slice(0, MAX_OPTIONS);
}

/** What a file of code or of documents declares or lists. */
export function optionsOf(file: SourceFile): DescribedOption[] {
  if (isManifest(file.path)) return cargoFeatures(file);
  return isGuide(file.path)
    ? listedOptions(file)
    : [...declaredOptions(file), ...parserOptions(file), ...parameterOptions(file)];
}

function isManifest(path: string): boolean {
  return /(?:^|\/)Cargo\.toml$/.test(path);
}

function mayHaveOptions(path: string): boolean {
  if (isManifest(path)) return true;
  return isGuide(path)
    ? LISTS_OPTIONS.test(path)
    : isOptionFile(path) || /builder|command|propert/i.test(path);
}
