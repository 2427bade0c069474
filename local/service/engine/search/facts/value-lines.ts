import { roleOf } from '../../../index/file-role.js';
import { readMatchingLines } from '../../../tools/grep.js';
import type { SearchedRepository } from '../passages/find.js';
import type { SourceFile } from '../passages/source-file.js';
import type { AskedValue } from '../text/asked-value.js';
import { askedInLine } from './asked-line.js';
import { constantNamed, constantValue } from './constant-value.js';
import { declaredOptions, declaresSettings } from './declared-options.js';
import { type DocumentedValue, documentedValues } from './documented-value.js';
import { type LookUp, readFileAt, toolContext } from './look-up.js';
import { isPlainValue, keyOfNextLine, valueInLine } from './value-in-line.js';
import { documentedLine, type ValueLine, valueLine } from './value-line.js';
import { fitOf, nameScore, type ValueFit } from './value-score.js';

const MAX_CODE_FILES = 40;
const MAX_CONFIGURATION = 30;
const MAX_CONFIGURATION_BYTES = 100_000;
const MAX_FILES_SEARCHED = 8_000;
const MAX_BYTES = 2_000_000;
const MAX_DOCUMENTS = 24;
const MAX_FOUND = 12;
const MAY_DOCUMENT = /\.(?:mdx?|markdown|rst|txt|adoc|[1-8]|go)$/i;
/** What changed, and the documents of former versions. */
const CHANGES =
  /(?:^|\/)(?:change(?:s|log)|history|news|upgrad\w*|releases?)\b[^/]*$|(?:^|\/)versioned_docs\//i;

const CONFIGURATION =
  /\.(?:ini|conf|cfg|properties|toml|ya?ml)(?:\.(?:sample|example|dist|default))?$|(?:settings?|config(?:uration)?|application)[^/]*\.json$|(?:^|[/.])env(?:\.[\w.-]+)?$/i;
/** Texts of a user interface, what a tool has written, and what is of no concern when the program runs. */
const NO_VALUES =
  /(?:^|\/)(?:locales?|lang(?:uages?)?|i18n|l10n|translations?|[\w-]*migrations?|migrate|node_modules|vendor|dist|\.github|\.vscode|\.idea|public\/(?:plugins|assets|lib))\/|\.(?:min\.\w+|lock|pb\.go|css|less|scss|csv|map|xml|csproj|sql|snap|tmpl|proto|graphql)$|package(?:-lock)?\.json$|[._-]lock\.|tsconfig|(?:^|\/)schema\.rb$/i;

/** A line that sets what may be asked for. */
export interface FoundValue extends ValueLine, ValueFit {}

const RESOLVED = 0.2;

/** With what the constant is that a line takes its value from. */
export async function withConstant(
  found: FoundValue,
  searched: SearchedRepository,
  input: LookUp,
): Promise<FoundValue> {
  const text =
    found.value ??
    valueInLine(found.file.lines[found.line - 1] ?? '', found.file.path)?.value ??
    '';
  const name = found.constant ? undefined : constantNamed(text);
  const constant = name === undefined ? undefined : await constantValue(name, searched, input);
  return constant
    ? { ...found, value: constant.name, constant, score: found.score + RESOLVED }
    : found;
}

/** The lines that set what is asked for, best first. */
export async function valueLines(
  asked: AskedValue,
  searched: SearchedRepository,
  input: LookUp,
): Promise<readonly FoundValue[]> {
  const files = await searchedFiles(searched, input);
  const inCode = await linesInCode(asked, { searched, files: files.code }, input);
  const found: FoundValue[] = await documentedIn(
    asked,
    { searched, files: files.documents },
    input,
  );
  for (const [path, lines] of inCode) {
    const file = await readFileAt({ searched, path }, input);
    if (file) found.push(...scoredLines(file, lines, asked));
  }
  for (const path of files.configuration) {
    const file = await readFileAt({ searched, path }, input);
    if (file)
      found.push(
        ...scoredLines(
          file,
          file.lines.map((_, n) => n + 1),
          asked,
        ),
      );
  }
  return found.toSorted((a, b) => b.score - a.score).slice(0, MAX_FOUND);
}

/** What documents say that the default is. */
async function documentedIn(
  asked: AskedValue,
  { searched, files }: { searched: SearchedRepository; files: SearchedFiles['documents'] },
  input: LookUp,
): Promise<FoundValue[]> {
  if (files.length === 0 || files.length > MAX_FILES_SEARCHED) return [];
  const hits = new Map<string, number>();
  const onLine = ({ path }: { path: string }) => void hits.set(path, (hits.get(path) ?? 0) + 1);
  // In Go, a tag; `default:` of a switch says nothing.
  const terms = [{ text: '[dD]efault($|[^:]|: |:"|:`)', isRegex: true }];
  await readMatchingLines({ snapshot: searched, terms, among: files }, onLine, toolContext(input));
  const most = [...hits].toSorted(([, a], [, b]) => b - a).slice(0, MAX_DOCUMENTS);
  const found: FoundValue[] = [];
  for (const [path] of most) {
    const file = await readFileAt({ searched, path }, input);
    for (const one of file ? [...documentedValues(file), ...declaredDefaults(file)] : []) {
      const line = file && documentedLine(file, one);
      const fit = line && fitOf(line, asked);
      if (fit) found.push({ ...line, ...fit });
    }
  }
  return found;
}

/** What comments say of the settings that a file of code declares, with the default of each. */
function declaredDefaults(file: SourceFile): DocumentedValue[] {
  if (!declaresSettings(file.path)) return [];
  return declaredOptions(file).flatMap(({ name, text, start, end, standard, value }) => {
    const known = value ?? standard;
    return known === undefined || text === '' ? [] : [{ name, value: known, text, start, end }];
  });
}

function scoredLines(file: SourceFile, lines: readonly number[], asked: AskedValue): FoundValue[] {
  return lines.flatMap((line) => {
    const one = valueLine(file, line, asked);
    const fit = one && fitOf(one, asked);
    return fit ? [{ ...one, ...fit }] : [];
  });
}

interface SearchedFiles {
  readonly code: readonly { readonly path: string; readonly objectId: string }[];
  readonly configuration: readonly string[];
  /** And code whose fields have tags. */
  readonly documents: readonly { readonly path: string; readonly objectId: string }[];
}

async function searchedFiles(
  searched: SearchedRepository,
  { filesOf }: LookUp,
): Promise<SearchedFiles> {
  const all = [...(await filesOf(searched))]
    .map(([path, { objectId, size }]) => ({ path, objectId, size }))
    .filter(({ path }) => !NO_VALUES.test(path) && roleOf(path) !== 'test');
  const depth = (path: string) => path.split('/').length;
  const configuration = all
    .filter(
      ({ path, size }) =>
        CONFIGURATION.test(path) && size <= MAX_CONFIGURATION_BYTES && roleOf(path) !== 'document',
    )
    .map(({ path }) => path)
    .toSorted((a, b) => depth(a) - depth(b))
    .slice(0, MAX_CONFIGURATION);
  const code = all.filter(({ path }) => roleOf(path) === 'code' && !CONFIGURATION.test(path));
  const documents = all.filter(
    ({ path }) => (MAY_DOCUMENT.test(path) || declaresSettings(path)) && !CHANGES.test(path),
  );
  return { code, configuration, documents };
}

/** Of the files whose lines may say most. */
async function linesInCode(
  asked: AskedValue,
  { searched, files }: { searched: SearchedRepository; files: SearchedFiles['code'] },
  input: LookUp,
): Promise<readonly (readonly [path: string, lines: readonly number[]])[]> {
  const words = `(${asked.beginnings.join('|')})`;
  const source = `${words}[A-Za-z0-9_.-]*["'\`]?\\]?( *\\{[^}]*\\})?( *: *[A-Za-z.<>|]+| +[A-Za-z.]+)? *([=:,]|[(] *["']?[0-9])`;
  const search = {
    snapshot: searched,
    terms: [{ text: source, isRegex: true }],
    maxBytes: MAX_BYTES,
    ...(files.length <= MAX_FILES_SEARCHED && { among: files }),
  };
  const known = new Set(files.map(({ path }) => path));
  const found = new Map<string, { lines: number[]; best: number }>();
  const note = (path: string, line: number, score: number) => {
    const own = found.get(path) ?? { lines: [], best: 0 };
    own.lines.push(line);
    found.set(path, { ...own, best: Math.max(own.best, score) });
  };
  const onLine = ({ path, line, text }: { path: string; line: number; text: string }) => {
    const key = keyOfNextLine(text);
    const score = key === undefined ? 0 : nameScore(key, path, asked);
    if (score > 0 && known.has(path)) note(path, line + 1, score);
    else onEntry({ path, line, text });
  };
  const onEntry = ({ path, line, text }: { path: string; line: number; text: string }) => {
    const set = askedInLine(text, path, asked);
    if (!set || !known.has(path) || !mayBe(set.value, asked)) return;
    const score = nameScore(set.isArgument ? text : set.name, path, asked);
    if (score > 0) note(path, line, score);
  };
  await readMatchingLines(search, onLine, toolContext(input));
  return [...found]
    .toSorted(([, a], [, b]) => b.best - a.best)
    .slice(0, MAX_CODE_FILES)
    .map(([path, { lines }]) => [path, lines]);
}

/** A number, a text or a constant in capitals. */
function mayBe(value: string, { wanted }: AskedValue): boolean {
  return (
    isPlainValue(value) ||
    /\d/.test(value) ||
    /\b[A-Z][A-Z0-9_]{3,}\b/.test(value) ||
    wanted !== 'amount'
  );
}
