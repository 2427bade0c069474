import { roleOf } from '../../../index/file-role.js';
import { isGuide } from '../passages/guide-file.js';
import type { SourceFile } from '../passages/source-file.js';
import { declaredOptions } from './declared-options.js';
import type { DescribedOption } from './described-option.js';
import { listedOptions } from './listed-options.js';
import { bestRepository, type LookUp, readFileAt } from './look-up.js';
import { isOptionFile } from './option-in-code.js';
import { parsedOptions } from './parsed-options.js';

const MAX_FILES = 24;
const MAX_BYTES = 400_000;
const MAX_OPTIONS = 1_000;
/** In the names of documents that list options. */
const LISTS_OPTIONS =
  /readme|option|config|setting|argument|param|reference|usage|command|cli|api|guide/i;

/** The options that the files about a question, of these paths, and those named after options declare or list. */
export async function describedOptions(
  input: LookUp,
  about: readonly string[],
): Promise<DescribedOption[]> {
  const searched = bestRepository(input);
  if (!searched) return [];
  const found = new Map([...new Set(about)].map((path, n) => [path, n]));
  const files = await input.filesOf(searched);
  // Outside of those that were found, the ones at the top are about all of the project.
  const placeOf = (path: string) => found.get(path) ?? found.size + path.split('/').length;
  const paths = [...files]
    .filter(([path, { size }]) => size <= MAX_BYTES && (found.has(path) || mayHaveOptions(path)))
    .map(([path]) => path)
    .filter((path) => isGuide(path) || roleOf(path) === 'code')
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .slice(0, MAX_FILES);
  const options: DescribedOption[] = [];
  for (const path of paths) {
    if (options.length >= MAX_OPTIONS) break;
    const file = await readFileAt({ searched, path }, input);
    if (file) options.push(...optionsOf(file));
  }
  return options.slice(0, MAX_OPTIONS);
}

function optionsOf(file: SourceFile): DescribedOption[] {
  return isGuide(file.path)
    ? listedOptions(file)
    : [...declaredOptions(file), ...parsedOptions(file)];
}

function mayHaveOptions(path: string): boolean {
  return isGuide(path)
    ? LISTS_OPTIONS.test(path)
    : isOptionFile(path) || /adjust|builder|command|propert/i.test(path);
}
