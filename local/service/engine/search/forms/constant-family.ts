import { roleOf } from '../../../index/file-role.js';
import { codeFenceLanguage } from '../../../markdown/languages.js';
import { codeSpan } from '../../../markdown/markdown.js';
import { findMatchingLines } from '../../../tools/grep.js';
import type { Draft } from '../draft/draft.js';
import { placeReference } from '../draft/reference.js';
import { readFileAt, toolContext } from '../facts/look-up.js';
import type { SearchedRepository } from '../passages/find.js';
import type { SourceFile } from '../passages/source-file.js';
import type { FormInput } from './form.js';

const MIN_CONSTANTS = 4;
const MAX_LINES = 40;
/** Constants on lines one below the other whose names share a word: `SHOP_REPLY_…` for "reply types". */
export async function constantFamily(
  names: readonly string[],
  searched: SearchedRepository,
  input: FormInput,
): Promise<Draft | undefined> {
  // The last one is in the singular.
  const affix = (names.at(-1) ?? '').toUpperCase();
  if (!/^[A-Z][A-Z0-9]{3,40}$/.test(affix)) return undefined;
  const text = `^ *#? *(define|const|static const|public const) +[a-z0-9_ ]*([A-Z0-9]+_)?${affix}_[A-Z0-9_]+`;
  const terms = [{ text, isRegex: true }];
  const search = { snapshot: searched, terms, options: { caseSensitive: true } };
  const { files } = await findMatchingLines(search, toolContext(input));
  const runs = [...files]
    .filter(([path]) => roleOf(path) === 'code')
    .map(([path, lines]) => ({ path, lines: longestRun(lines) }));
  const [best] = runs.toSorted((a, b) => b.lines.length - a.lines.length);
  if (!best || best.lines.length < MIN_CONSTANTS) return undefined;
  const file = await readFileAt({ searched, path: best.path }, input);
  return file && draftOf(file, best.lines, affix);
}

function longestRun(lines: readonly number[]): number[] {
  let longest: number[] = [];
  let run: number[] = [];
  for (const line of [...new Set(lines)].toSorted((a, b) => a - b)) {
    run = line === (run.at(-1) ?? Number.NaN) + 1 ? [...run, line] : [line];
    if (run.length > longest.length) longest = run;
  }
  return longest;
}

function draftOf(file: SourceFile, lines: readonly number[], affix: string): Draft {
  const shown = lines.slice(0, MAX_LINES);
  const [start = 1, end = start] = [shown[0], shown.at(-1)];
  const reference = placeReference({ ...file, start, end });
  const markdown = `At least ${lines.length} constants have ${codeSpan(affix)} in their names`;
  const code = {
    reference,
    language: codeFenceLanguage(file.path),
    lines: shown.map((at) => file.lines[at - 1] ?? ''),
  };
  return { statements: [{ markdown, reference }], code };
}
