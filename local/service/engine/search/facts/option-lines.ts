import { roleOf } from '../../../index/file-role.js';
import { nameCondition } from '../../../index/segments/word-filter.js';
import { termsOf, wordParts } from '../../../index/terms.js';
import { findMatchingLines } from '../../../tools/grep.js';
import type { SearchedRepository } from '../passages/find.js';
import { isGuide } from '../passages/guide-file.js';
import { type LookUp, readFileAt, toolContext } from './look-up.js';
import { isOptionFile, optionInCode } from './option-in-code.js';
import {
  documentedOptions,
  isConfiguration,
  isSample,
  optionExamples,
} from './option-in-documents.js';
import {
  type DeclaredOption,
  type DocumentedOption,
  type OptionLine,
  type OptionName,
  optionName,
  type Scored,
} from './option-line.js';
import { inPlace, type OptionPlace } from './place-of-option.js';

export interface OptionLines {
  /** Each best first. */
  readonly declared: readonly DeclaredOption[];
  readonly documented: readonly DocumentedOption[];
  readonly read: readonly OptionLine[];
  /** Lines of code in documents that set it. */
  readonly examples: readonly OptionLine[];
  /** Whether a function or class has the name, which is then no option. */
  readonly isDefinition: boolean;
}

const NOTHING_FOUND: OptionLines = {
  declared: [],
  documented: [],
  read: [],
  examples: [],
  isDefinition: false,
};
/** For each other term of the question in the name of the file. */
const NAME_SCORE = 2;
const MAX_NAME_SCORE = 4;
const MAX_CODE_FILES = 40;
const MAX_DOCUMENTS = 12;
const MAX_CONFIGURATION = 8;
/** A document says more about it. */
const FILE_SCORE = 2;
const MAX_LINES_PER_FILE = 60;
/** The places, among the files that fit the question best, of files that are not among them. */
const OPTION_FILE_PLACE = 20;
const OTHER_FILE_PLACE = 40;

/** What is asked about. */
export interface AskedOption {
  readonly subject: string;
  /** The other terms of the question, of which the name of a file may have some. */
  readonly others?: readonly string[];
  /** What has the option. */
  readonly place?: OptionPlace;
}

/** Where an option is declared, documented and read, in one repository. */
export async function optionLines(
  { subject, ...rest }: AskedOption,
  searched: SearchedRepository,
  input: LookUp,
): Promise<OptionLines> {
  return linesNamed({ name: optionName(subject), ...rest }, searched, input);
}

/** The same for what has the words of a name in other forms: "connection timeout" is `connect_timeout`, too. */
export async function similarOptionLines(
  { subject, ...rest }: AskedOption,
  searched: SearchedRepository,
  input: LookUp,
): Promise<OptionLines> {
  return linesNamed({ name: optionName(subject, { isLoose: true }), ...rest }, searched, input);
}

async function linesNamed(
  { name, others = [], place }: Omit<AskedOption, 'subject'> & { readonly name: OptionName },
  searched: SearchedRepository,
  input: LookUp,
): Promise<OptionLines> {
  if (name.source === '') return NOTHING_FOUND;
  const files = await filesWith(name, searched, input);
  const order = new Map(input.hits.map(({ found }, n) => [found.path, n]));
  const placeOf = (path: string) =>
    order.get(path) ?? (isOptionFile(path) ? OPTION_FILE_PLACE : OTHER_FILE_PLACE);
  const paths = [...files.keys()].toSorted((a, b) => placeOf(a) - placeOf(b));
  const isCode = (path: string) => roleOf(path) === 'code' && !isSample(path);
  const code = paths.filter(isCode).slice(0, MAX_CODE_FILES);
  const declared: Scored<DeclaredOption>[] = [];
  const documented: Scored<DocumentedOption>[] = [];
  const read: Scored<OptionLine>[] = [];
  const examples: Scored<OptionLine>[] = [];
  let isDefinition = false;
  const guides = paths.filter(isGuide).slice(0, MAX_DOCUMENTS);
  const configuration = paths.filter(isConfiguration).slice(0, MAX_CONFIGURATION);
  for (const path of new Set([...code, ...guides, ...configuration])) {
    const file = await readFileAt({ searched, path }, input);
    if (!file) continue;
    const near =
      2 -
      Math.min(2, placeOf(path) / 10) +
      Math.min(MAX_NAME_SCORE, NAME_SCORE * termsInName(path, others));
    const inFile = { file, lines: [...new Set(files.get(path))].slice(0, MAX_LINES_PER_FILE) };
    if (isConfiguration(path)) {
      examples.push(...optionExamples(inFile, name).map(higherBy(near - FILE_SCORE)));
      continue;
    }
    if (roleOf(path) === 'document') {
      documented.push(...documentedOptions(inFile, name).map(higherBy(near)));
      examples.push(...optionExamples(inFile, name).map(higherBy(near)));
      continue;
    }
    const found = optionInCode(inFile, name);
    declared.push(...found.declared.map(higherBy(near)), ...found.accessors);
    read.push(...found.read.map(higherBy(near)));
    examples.push(...found.examples.map(higherBy(near)));
    isDefinition ||= found.isDefinition;
  }
  const found = {
    declared: bestFirst(declared),
    documented: bestFirst(documented),
    read: bestFirst(read),
    examples: bestFirst(examples),
  };
  const inside = place ? inItsPlace(found, place) : found;
  return { ...spelledAlike(inside, name.subject), isDefinition };
}

function inItsPlace(
  { declared, documented, read, examples }: Omit<OptionLines, 'isDefinition'>,
  place: OptionPlace,
): Omit<OptionLines, 'isDefinition'> {
  return {
    declared: inPlace(declared, place),
    documented: inPlace(documented, place),
    read: inPlace(read, place),
    examples: inPlace(examples, place),
  };
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
  const asked = spellingOf(subject);
  const isExact = ({ name }: OptionLine) => spellingOf(withoutDefault(name)) === asked;
  if (wordParts(subject).length < 2 || !found.declared.some(isExact)) return found;
  return {
    declared: found.declared.filter(isExact),
    documented: found.documented.filter((one) => one.section !== undefined || isExact(one)),
    read: found.read.filter(isExact),
    examples: found.examples.filter(isExact),
  };
}

/** `default_max_age` is what `max_age` is at first. */
function withoutDefault(name: string): string {
  return name.replace(/^default_?(?=[a-zA-Z])|_default$/, '');
}

/** `max-age` of a command line is `max_age` in code. */
function spellingOf(name: string): string {
  return (name.charAt(0).toLowerCase() + name.slice(1)).replaceAll('-', '_');
}

/** How many of some terms the name of a file has. */
export function termsInName(path: string, terms: readonly string[]): number {
  const own = new Set(termsOf(path.slice(path.lastIndexOf('/') + 1)));
  return terms.filter((term) => own.has(term)).length;
}

function higherBy(more: number) {
  return <T>({ found, score }: Scored<T>): Scored<T> => ({ found, score: score + more });
}

function bestFirst<T>(list: readonly Scored<T>[]): T[] {
  return list.toSorted((a, b) => b.score - a.score).map(({ found }) => found);
}
