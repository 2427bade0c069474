import { codeSpan } from '../../../markdown/markdown.js';
import type { Draft, ShownCode, Statement } from '../draft/draft.js';
import { lineReference } from '../draft/reference.js';
import { constantValue } from '../facts/constant-value.js';
import { readFileAt } from '../facts/look-up.js';
import { fallbackIn } from '../facts/setting-lines.js';
import { isPlainValue, valueInLine } from '../facts/value-in-line.js';
import type { SourceFile } from '../passages/source-file.js';
import type { FormInput } from './form.js';

const MAX_SHOWN = 3;
const MAX_NAMES = 6;
/** Each is a search through the repository. */
const MAX_SEARCHED = 2;
const CONSTANT = /(?<![\w'"`/.-])(?:[A-Za-z]\w{0,40}\.)?([A-Z][A-Z0-9_]{3,60})(?![\w('"`/-])/g;

/** With what the constants are that the shown lines name: "given up after MAX_TRIES" says no number. */
export async function withConstants(draft: Draft, input: FormInput): Promise<Draft> {
  const codes = [draft.code, ...(draft.places ?? []).map(({ code }) => code)];
  const found: Statement[] = [];
  for (const code of codes) {
    if (code && !code.isQuote && found.length < MAX_SHOWN)
      found.push(...(await constantsIn(code, input)));
  }
  if (found.length === 0) return draft;
  return { ...draft, links: [...found.slice(0, MAX_SHOWN), ...(draft.links ?? [])] };
}

async function constantsIn(code: ShownCode, input: FormInput): Promise<Statement[]> {
  const { repo, label } = code.reference;
  const searched = input.repositories.find((one) => one.repo === repo);
  const path = label.split(' · ')[1];
  const file = searched && path !== undefined && (await readFileAt({ searched, path }, input));
  if (!searched || !file) return [];
  const found: Statement[] = [];
  let searches = 0;
  for (const name of namesIn(code.lines)) {
    const own = valueIn(file, name);
    // `POST` and `JSON` may be anything in another file.
    const isSearched = own === undefined && name.includes('_') && searches < MAX_SEARCHED;
    if (isSearched) searches += 1;
    const value = own ?? (isSearched ? await constantValue(name, searched, input) : undefined);
    if (value === undefined) continue;
    const markdown = `${codeSpan(name)} = ${codeSpan(value.value)}`;
    found.push({ markdown, reference: lineReference(value.file, value.line) });
  }
  return found;
}

/** Without those that the lines set themselves. */
function namesIn(lines: readonly string[]): string[] {
  const set = new Set(lines.map((line) => valueInLine(line, '')?.name));
  const names = new Set(
    lines.flatMap((line) => [...line.matchAll(CONSTANT)].map(([, name = '']) => name)),
  );
  return [...names].filter((name) => !set.has(name)).slice(0, MAX_NAMES);
}

function valueIn(file: SourceFile, name: string) {
  for (const [at, text] of file.lines.entries()) {
    const set = text.includes(name) ? valueInLine(text, file.path) : undefined;
    if (set?.name !== name) continue;
    const value = isPlainValue(set.value) ? set.value : fallbackIn(text);
    return value === undefined ? undefined : { file, line: at + 1, value };
  }
  return undefined;
}
