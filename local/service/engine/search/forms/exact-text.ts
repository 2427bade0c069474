import { roleOf } from '../../../index/file-role.js';
import { phraseCondition } from '../../../index/segments/word-filter.js';
import { isVendored } from '../../../index/vendored.js';
import { counted } from '../../../markdown/counted.js';
import { findMatchingLines } from '../../../tools/grep.js';
import type { Term } from '../../../tools/query-parser.js';
import type { Draft } from '../draft/draft.js';
import { readFileAt, toolContext } from '../facts/look-up.js';
import type { SearchedRepository } from '../passages/find.js';
import type { FormInput } from './form.js';
import {
  codeAroundLine,
  type FoundLine,
  foundLineStatement,
  nameAround,
  VENDORED,
} from './found-line.js';

const MAX_SHOWN = 12;
const ORDER = ['code', 'setting', 'test', 'document'];

interface MatchedFile {
  readonly searched: SearchedRepository;
  readonly path: string;
  /** Counted from 1. */
  readonly lines: readonly number[];
}

/** Asked for quoted text or an expression and nothing else: the lines that have it, and no others; code comes first. */
export async function exactText(
  input: FormInput,
  terms: readonly Term[],
): Promise<Draft | undefined> {
  const searches = await Promise.all(
    input.repositories.map((searched) => matchedFiles(searched, terms, input)),
  );
  const all = searches.flatMap((one) => one.files).sort((a, b) => rank(a) - rank(b));
  const own = all.filter(({ path }) => !isVendored(path));
  const files = own.length > 0 ? own : all;
  const [first, ...others] = await shownLines(files, phraseOf(terms), input);
  if (!first) return undefined;
  const total = files.reduce((sum, { lines }) => sum + lines.length, 0);
  const least = searches.every((one) => one.isComplete) ? '' : 'at least ';
  const count = `${least}${counted(total, 'line')} of ${counted(files.length, 'file')}`;
  const inside = nameAround(first);
  const lead = foundLineStatement(first);
  const isOwn = own.length > 0;
  return {
    statements: [isOwn ? lead : { ...lead, markdown: `${VENDORED}${lead.markdown}` }],
    code: codeAroundLine(first),
    ...(others.length > 0 && {
      linksTitle: others.length < total - 1 ? `It is in ${count}, such as:` : `It is in ${count}:`,
      links: others.map(foundLineStatement),
    }),
    followups: inside === '' ? [] : [`How does ${inside} work?`, `Where is ${inside} used?`],
  };
}

function rank({ path }: MatchedFile): number {
  return ORDER.indexOf(roleOf(path));
}

/** What the shown part of a long line is chosen by. */
function phraseOf(terms: readonly Term[]): string {
  const [first] = terms;
  return first && !first.isRegex ? first.text : '';
}

/** Of one repository, the files that have all that was asked for. */
async function matchedFiles(
  searched: SearchedRepository,
  terms: readonly Term[],
  input: FormInput,
): Promise<{ files: MatchedFile[]; isComplete: boolean }> {
  const found = await Promise.all(terms.map((term) => linesWith(searched, term, input)));
  const entries = await input.filesOf(searched);
  const [first, ...others] = found;
  const paths = [...(first?.files.keys() ?? [])].filter(
    (path) => entries.has(path) && others.every(({ files }) => files.has(path)),
  );
  const linesOf = (path: string) => found.flatMap(({ files }) => files.get(path) ?? []);
  const inOrder = (lines: readonly number[]) => [...new Set(lines)].sort((a, b) => a - b);
  return {
    files: paths.map((path) => ({ searched, path, lines: inOrder(linesOf(path)) })),
    isComplete: found.every(({ complete }) => complete),
  };
}

async function linesWith(searched: SearchedRepository, term: Term, input: FormInput) {
  const condition = term.isRegex ? undefined : phraseCondition(term.text);
  const among = condition && (await input.candidatesOf?.(searched, condition));
  const search = { snapshot: searched, terms: [term], ...(among && { among }) };
  return findMatchingLines(search, toolContext(input));
}

async function shownLines(
  files: readonly MatchedFile[],
  phrase: string,
  input: FormInput,
): Promise<FoundLine[]> {
  const shown: FoundLine[] = [];
  for (const one of files) {
    if (shown.length >= MAX_SHOWN) break;
    const file = await readFileAt(one, input);
    if (file) shown.push(...one.lines.map((line) => ({ file, line, phrase })));
  }
  return shown.slice(0, MAX_SHOWN);
}
