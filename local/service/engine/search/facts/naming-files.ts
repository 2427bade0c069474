import { roleOf } from '../../../index/file-role.js';
import { wholeWordCondition } from '../../../index/segments/word-filter.js';
import { findMatchingLines } from '../../../tools/grep.js';
import type { SearchedRepository } from '../passages/find.js';
import { hasTypeHeaders } from './headers/type-headers.js';
import { type LookUp, readFileAt, toolContext } from './look-up.js';
import type { NamingFile } from './type-definitions.js';

const MAX_FILES = 600;
const READ_AT_ONCE = 8;

/** The files that have a name as a whole word, code first, with those lines. */
export async function filesNaming(
  name: string,
  input: LookUp,
): Promise<{ files: NamingFile[]; isComplete: boolean }> {
  const found = await Promise.all(input.repositories.map((one) => matchesIn(one, name, input)));
  const paths = found.flatMap(({ paths }) => paths).toSorted((a, b) => rank(a) - rank(b));
  const read = paths.slice(0, MAX_FILES);
  const files: NamingFile[] = [];
  for (let at = 0; at < read.length && Date.now() < input.deadline; at += READ_AT_ONCE) {
    const some = await Promise.all(
      read.slice(at, at + READ_AT_ONCE).map(async ({ searched, path, lines }) => {
        const file = await readFileAt({ searched, path }, input);
        return file ? [{ searched, file, lines }] : [];
      }),
    );
    files.push(...some.flat());
  }
  const isComplete = found.every((one) => one.complete) && files.length === paths.length;
  return { files, isComplete };
}

function rank({ path, isDeclaring }: { path: string; isDeclaring: boolean }): number {
  return (isDeclaring ? 0 : 2) + (isBesideCode(path) ? 1 : 0);
}

/** A test, an example or a document. */
export function isBesideCode(path: string): boolean {
  return roleOf(path) !== 'code';
}

async function matchesIn(searched: SearchedRepository, name: string, input: LookUp) {
  const condition = wholeWordCondition(name);
  const among = condition && (await input.candidatesOf?.(searched, condition));
  const search = {
    snapshot: searched,
    terms: [{ text: name, isRegex: false }],
    options: { caseSensitive: true, wholeWords: true },
    ...(among && { among: among.filter(({ path }) => hasTypeHeaders(path)) }),
  };
  const { files, complete } = await findMatchingLines(search, toolContext(input));
  const paths = [...files]
    .filter(([path]) => hasTypeHeaders(path))
    .map(([path, lines]) => ({ searched, path, lines, isDeclaring: true }));
  if (paths.length <= MAX_FILES) return { paths, complete };
  const terms = [{ text: `${DECLARES}.*\\b${name}\\b`, isRegex: true }];
  const options = { caseSensitive: true };
  const declaring = await findMatchingLines({ ...search, terms, options }, toolContext(input));
  const isDeclaring = (path: string) => declaring.files.has(path);
  return { paths: paths.map((one) => ({ ...one, isDeclaring: isDeclaring(one.path) })), complete };
}

/** For git: before a name that very many files have, in the lines that may say what a type is based on. */
const DECLARES =
  '\\b(class|interface|trait|protocol|object|struct|record|enum|module|extension|extends|implements|with|impl|instance|deriving|derive|include|extend|prepend|defimpl|behaviour|type|var _)\\b';
