import { counted, formatNumber } from '../../../markdown/counted.js';
import { codeSpan } from '../../../markdown/markdown.js';
import type { Statement } from '../draft/draft.js';
import { lineSpan } from '../draft/line-text.js';
import { placeReference } from '../draft/reference.js';
import type { Usage, Usages } from '../facts/find-usages.js';
import { MAX_DEFINITIONS, type NamedSymbol } from '../facts/named-symbol.js';
import { signatureText } from '../passages/signature-text.js';
import { type Outside, whereOf } from './outside.js';

/** With the same name as what is resolved. */
const MAX_COUNTED = 5;

/** What is said of usages as a whole. */
interface Described {
  readonly wanted: readonly Usage[];
  /** More of the same, by name only. */
  readonly byName: readonly Usage[];
  /** How many have the name; 0 if none was found. */
  readonly definitions: number;
  /** Each of them is what is asked about. */
  readonly areAllMeant: boolean;
  readonly outside: Outside | undefined;
  /** Lines outside of tests that only import it, or export it again. */
  readonly imports: readonly Usage[];
}

/** How often it is used, where, and how sure that is. */
export function describeUsages(
  name: string,
  { wanted, byName, definitions, areAllMeant, outside, imports }: Described,
  { isComplete }: Usages,
) {
  const counts = countedUsages({ wanted, byName });
  const isCommon = counts.length < wanted.length + byName.length;
  const files = groupByFile(counts).size;
  const tests = counts.filter(({ role }) => role === 'test').length;
  const least = isComplete && !isCommon ? '' : 'at least ';
  const examples = counts.filter(({ role }) => role === 'example').length;
  const only =
    imports.length > 0 ? `, all in tests: other code ${importing(imports)} it` : undefined;
  const share = shareIn('tests', tests, counts);
  const inTests = `${tests === counts.length ? (only ?? share) : share}${shareIn('examples', examples, counts)}`;
  const places =
    counts.length === 1
      ? `${least}once`
      : `in ${least}${counted(counts.length, 'place')} in ${counted(files, 'file')}`;
  const where = outside === undefined ? '' : whereOf(outside);
  const said = `${codeSpan(name)} is ${verbOf(wanted)} ${places}${where}${inTests}`;
  if (areAllMeant) {
    return `${said}, found by the name of ${definitions} definitions together.`;
  }
  if (!wanted.some(({ isCertain }) => isCertain) && definitions === 1)
    return `${said}, found by its name, which nothing else is defined with.`;
  if (!wanted.some(({ isCertain }) => isCertain))
    return `By name only: ${said}. Other things may have the same name.`;
  if (isCommon)
    return `${said}; ${counted(byName.length, 'more line')} with this name could not be resolved.`;
  if (byName.length === 0) return `${said}.`;
  return `${said}: ${wanted.length} resolved, ${byName.length} by name only.`;
}

/** Of what only tests use: where else it is imported or exported. */
export function importsBesideTests(used: readonly Usage[], { found }: Usages): readonly Usage[] {
  if (!used.every(({ role }) => role === 'test')) return [];
  return found.filter(({ kind, role }) => kind === 'import' && role === 'code');
}

function importing(imports: readonly Usage[]): string {
  const exported = imports.filter(isExport).length;
  if (exported === imports.length) return 'only exports';
  return exported > 0 ? 'only imports or exports' : 'only imports';
}

/** Whether a line makes it part of what others may import. */
export function isExport({ text }: Usage): boolean {
  return /^\s*(?:export|pub)\b/.test(text);
}

/** A name such as `get` says too little to count everything that has it. */
export function countedUsages({ wanted, byName }: Pick<Described, 'wanted' | 'byName'>) {
  const isCommon = byName.length > MAX_COUNTED + 2 * wanted.length;
  return isCommon ? wanted : [...wanted, ...byName];
}

/** How many are not shown: nobody should take the lines for all of them. */
export function restOf(counts: readonly Usage[], shown: readonly Usage[]): Statement[] {
  const rest = counts.filter((one) => !shown.includes(one));
  const [first] = rest;
  if (!first) return [];
  const files = counted(groupByFile(rest).size, 'file');
  const markdown = `and ${formatNumber(rest.length)} more in ${files}`;
  return [{ markdown, reference: placeReference(first) }];
}

function shareIn(where: string, count: number, all: readonly Usage[]): string {
  if (count === 0) return '';
  return count === all.length ? `, only in ${where}` : `, ${count} of them in ${where}`;
}

function verbOf(wanted: readonly Usage[]): string {
  if (wanted.every(({ kind }) => kind === 'call')) return 'called';
  return wanted.every(({ kind }) => kind === 'import') ? 'imported' : 'used';
}

/** How it is defined, and how often. */
export function definedAs(
  { passage: { file, definition } }: NamedSymbol,
  definitions: number,
  subject = 'It',
): string {
  const least = definitions >= MAX_DEFINITIONS ? 'at least ' : '';
  const more = definitions > 1 ? ` (one of ${least}${definitions} definitions of that name)` : '';
  const signature = lineSpan(signatureText(file, definition.line), definition.name);
  return `${subject} is defined as ${signature}${more}.`;
}

/** In the order of the files. */
export function groupByFile(found: readonly Usage[]): Map<string, Usage[]> {
  const files = new Map<string, Usage[]>();
  for (const usage of found) {
    const key = `${usage.repo}/${usage.path}`;
    const known = files.get(key);
    if (known) known.push(usage);
    else files.set(key, [usage]);
  }
  return files;
}
