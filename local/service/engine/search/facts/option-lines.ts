import { roleOf } from '../../../index/file-role.js';
import { nameCondition } from '../../../index/segments/word-filter.js';
import { wordParts } from '../../../index/terms.js';
import { findMatchingLines } from '../../../tools/grep.js';
import type { SearchedRepository } from '../passages/find.js';
import { isGuide } from '../passages/guide-file.js';
import { type LookUp, readFileAt, toolContext } from './look-up.js';
import { isOptionFile, optionInCode } from './option-in-code.js';
import { documentedOptions } from './option-in-documents.js';
import {
  type DeclaredOption,
  type DocumentedOption,
  type OptionLine,
  type OptionName,
  optionName,
  type Scored,
} from './option-line.js';

export interface OptionLines {
  /** Each best first. */
  readonly declared: readonly DeclaredOption[];
  readonly documented: readonly DocumentedOption[];
  readonly read: readonly OptionLine[];
  /** Whether a function or class has the name, which is then no option. */
  readonly isDefinition: boolean;
}

const NOTHING_FOUND: OptionLines = { declared: [], documented: [], read: [], isDefinition: false };
const MAX_CODE_FILES = 40;
const MAX_DOCUMENTS = 12;
const MAX_LINES_PER_FILE = 60;
/** The places, among the files that fit the question best, of files that are not among them. */
const OPTION_FILE_PLACE = 20;
const OTHER_FILE_PLACE = 40;

/** Where an option is declared, documented and read, in one repository. */
export async function optionLines(
  subject: string,
  searched: SearchedRepository,
  input: LookUp,
): Promise<OptionLines> {
  const name = optionName(subject);
  if (name.source === '') return NOTHING_FOUND;
  const files = await filesWith(name, searched, input);
  const order = new Map(input.hits.map(({ found }, n) => [found.path, n]));
  const placeOf = (path: string) =>
    order.get(path) ?? (isOptionFile(path) ? OPTION_FILE_PLACE : OTHER_FILE_PLACE);
  const paths = [...files.keys()].toSorted((a, b) => placeOf(a) - placeOf(b));
  const code = paths.filter((path) => roleOf(path) === 'code').slice(0, MAX_CODE_FILES);
  const declared: Scored<DeclaredOption>[] = [];
  const documented: Scored<DocumentedOption>[] = [];
  const read: Scored<OptionLine>[] = [];
  let isDefinition = false;
  for (const path of [...code, ...paths.filter(isGuide).slice(0, MAX_DOCUMENTS)]) {
    const file = await readFileAt({ searched, path }, input);
    if (!file) continue;
    const named = { file, lines: [...new Set(files.get(path))].slice(0, MAX_LINES_PER_FILE) };
    if (roleOf(path) === 'document') {
      documented.push(...documentedOptions(named, name));
      continue;
    }
    const found = optionInCode(named, name);
    const near = 2 - Math.min(2, placeOf(path) / 10);
    declared.push(...found.declared.map(higherBy(near)), ...found.accessors);
    read.push(...found.read.map(higherBy(near)));
    isDefinition ||= found.isDefinition;
  }
  const found = {
    declared: bestFirst(declared),
    documented: bestFirst(documented),
    read: bestFirst(read),
  };
  return { ...spelledAlike(found, subject), isDefinition };
}

/** The numbers of the lines that have the name, by the paths of their files. */
async function filesWith(name: OptionName, searched: SearchedRepository, input: LookUp) {
  const condition = nameCondition(name.words);
  const among = condition && (await input.candidatesOf?.(searched, condition));
  const terms = [{ text: name.source, isRegex: true }];
  const search = { snapshot: searched, terms, ...(among && { among }) };
  return (await findMatchingLines(search, toolContext(input))).files;
}

/**
 * Where `maxAge` is an option, the `max_age` of another language is another one. In Go, `MaxAge` is `maxAge` where
 * it is not exported.
 */
function spelledAlike(
  found: Omit<OptionLines, 'isDefinition'>,
  subject: string,
): Omit<OptionLines, 'isDefinition'> {
  const asked = withLowerStart(subject);
  const isExact = ({ name }: OptionLine) => withLowerStart(name) === asked;
  if (wordParts(subject).length < 2 || !found.declared.some(isExact)) return found;
  return {
    declared: found.declared.filter(isExact),
    documented: found.documented.filter((one) => one.section !== undefined || isExact(one)),
    read: found.read.filter(isExact),
  };
}

function withLowerStart(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function higherBy(more: number) {
  return <T>({ found, score }: Scored<T>): Scored<T> => ({ found, score: score + more });
}

function bestFirst<T>(list: readonly Scored<T>[]): T[] {
  return list.toSorted((a, b) => b.score - a.score).map(({ found }) => found);
}
