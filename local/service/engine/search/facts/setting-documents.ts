import { roleOf } from '../../../index/file-role.js';
import { wholeWordCondition } from '../../../index/segments/word-filter.js';
import { findMatchingLines } from '../../../tools/grep.js';
import type { SearchedRepository } from '../passages/find.js';
import type { SourceFile } from '../passages/source-file.js';
import { hasWord } from '../text/has-word.js';
import { type LookUp, readFileAt, toolContext } from './look-up.js';
import { documentedAs, type SettingDescription } from './setting-lines.js';

const MAX_DOCUMENTS = 12;
/** `--max-age` is no `age`. */
const IN_NAME = /[\w-]/;

/** A changelog says what was, not what is. */
function isDocument(path: string): boolean {
  return roleOf(path) === 'document' && !/change|history/i.test(path);
}

/** What a document says of a setting, from the line with its name. */
export interface DocumentedSetting extends SettingDescription {
  readonly file: SourceFile;
  readonly start: number;
}

/** What documents say of each setting, by its name. */
export async function documentsOf(
  names: readonly string[],
  searched: SearchedRepository,
  input: LookUp,
): Promise<Map<string, DocumentedSetting>> {
  if (names.length === 0) return new Map();
  const terms = names.map((name) => ({ text: name, isRegex: false }));
  const options = { caseSensitive: true };
  const condition = names.flatMap((name) => wholeWordCondition(name) ?? []);
  const candidates = await input.candidatesOf?.(searched, condition);
  const among = candidates?.filter(({ path }) => isDocument(path));
  const search = { snapshot: searched, terms, options, ...(among && { among }) };
  const { files } = await findMatchingLines(search, toolContext(input));
  const documents = [...files].filter(([path]) => isDocument(path));
  const found = new Map<string, DocumentedSetting>();
  for (const [path, numbers] of documents.slice(0, MAX_DOCUMENTS)) {
    const file = await readFileAt({ searched, path }, input);
    for (const line of file ? new Set(numbers) : []) {
      const text = file?.lines[line - 1] ?? '';
      for (const name of names) {
        const said =
          file && hasWord(text, name, IN_NAME) ? documentedAs(file.lines, line, name) : undefined;
        if (file && said !== undefined && !found.has(name))
          found.set(name, { file, start: line, ...said });
      }
    }
  }
  return found;
}
