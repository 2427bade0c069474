import { roleOf } from '../../../index/file-role.js';
import { wholeWordCondition } from '../../../index/segments/word-filter.js';
import { readMatchingLines } from '../../../tools/grep.js';
import type { SearchedRepository } from '../passages/find.js';
import type { SourceFile } from '../passages/source-file.js';
import { type LookUp, readFileAt, toolContext } from './look-up.js';
import { isPlainValue, valueInLine } from './value-in-line.js';

/** What a constant is set to, and where. */
export interface ConstantValue {
  readonly name: string;
  readonly value: string;
  readonly file: SourceFile;
  readonly line: number;
}

const CONSTANT =
  /(?<![\w'"`/-])(?:[A-Z]\w*(?:\.|::))*([A-Z][A-Z0-9]*_[A-Z0-9_]+|k?[A-Z][a-z]\w*[a-z][A-Z]\w*)(?![\w('"`/-])/g;

/** The only constant that a value names. */
export function constantNamed(value: string): string | undefined {
  const names = new Set([...value.matchAll(CONSTANT)].map(([, name = '']) => name));
  const [name] = names;
  return names.size === 1 && !/\d\s*[*+<]|[*+<]\s*\d/.test(value) ? name : undefined;
}

/** Nothing if several lines set it, or none does. */
export async function constantValue(
  name: string,
  searched: SearchedRepository,
  input: LookUp,
): Promise<ConstantValue | undefined> {
  const condition = wholeWordCondition(name);
  const among = condition && (await input.candidatesOf?.(searched, condition));
  const found: { path: string; line: number; value: string }[] = [];
  const search = {
    snapshot: searched,
    terms: [{ text: name, isRegex: false }],
    options: { caseSensitive: true, wholeWords: true },
    ...(among && { among }),
  };
  const onLine = ({ path, line, text }: { path: string; line: number; text: string }) => {
    const set = roleOf(path) === 'code' ? valueInLine(text, path) : undefined;
    if (set?.name === name && isPlainValue(set.value)) found.push({ path, line, value: set.value });
  };
  await readMatchingLines(search, onLine, toolContext(input));
  const [only, ...others] = found;
  const file =
    only && others.length === 0
      ? await readFileAt({ searched, path: only.path }, input)
      : undefined;
  return file && only && { name, value: only.value, file, line: only.line };
}
