import { isGenerated, isNamedFile } from '../../../index/file-boost.js';
import { normalizedName, wordParts } from '../../../index/terms.js';
import { counted } from '../../../markdown/counted.js';
import { codeSpan } from '../../../markdown/markdown.js';
import { splitQualifiedName } from '../../../tools/qualified-name.js';
import type { Draft, Statement } from '../draft/draft.js';
import { lineSpan } from '../draft/line-text.js';
import { placeReference } from '../draft/reference.js';
import {
  conditionAbove,
  enclosingName,
  findUsages,
  isDefinition,
  isOwn,
  type Usage,
  type Usages,
} from '../facts/find-usages.js';
import {
  countDefinitions,
  findSymbol,
  MAX_DEFINITIONS,
  type NamedSymbol,
} from '../facts/named-symbol.js';
import { signatureEnd } from '../passages/extent.js';
import type { UsageQuestion } from '../question-kinds/rule.js';
import { hasWord } from '../text/has-word.js';
import type { FormInput } from './form.js';
import { leaveOut, type Outside, whereOf } from './outside.js';

const MAX_SHOWN = 9;
/** "I need every place": all that fit a screen. */
const MAX_OF_ALL = 14;
const ASKS_FOR_ALL = /\b(?:all|every|each|everything|everywhere)\b/i;
/** With the same name as what is resolved. */
const MAX_COUNTED = 5;

/** How often and where something is used: the most telling lines, calls first, tests apart. */
export async function usages(input: FormInput, asked: UsageQuestion): Promise<Draft | undefined> {
  const symbol = await findSymbol(asked.subject, input);
  if (!symbol && /\s/.test(asked.subject)) return undefined;
  const name = symbol?.passage.name ?? asked.subject;
  const definitions = symbol ? await countDefinitions(symbol, asked.subject, input) : 0;
  const areAllMeant = symbol !== undefined && isOfAll(symbol, { asked, definitions, input });
  const everywhere = await usesOf(name, { symbol, areAllMeant }, input);
  const { left: all, outside } = leaveOut(everywhere, input.question);
  input.context.stats({ tool_calls: 1 });
  input.context.report(`Looked for uses of ${name}: ${counted(all.found.length, 'line')}`);
  const owner = ownerOf(name);
  const certain = all.found.filter(({ isCertain }) => isCertain);
  // What goes through a class names it, in many ways.
  const kind =
    symbol && NEVER_FAILS.has(symbol.passage.definition.kind) && asked.wanted === 'calls'
      ? 'any'
      : asked.wanted;
  const sure = areAllMeant ? all.found : certain;
  const isConstant = symbol?.passage.definition.kind === 'constant';
  const byOwner = { name, isConstant };
  const wanted = wantedOf(sure.length > 0 ? sure : await onOwner(all.found, byOwner, input), kind);
  const [first] = wanted;
  if (!first) return symbol && unused(symbol, all);
  const byName = sameByName(wanted, all);
  // Code by name only says more than a sixth test.
  const spare = byName.some(({ role }) => role === 'code') ? Math.min(2, byName.length) : 0;
  const most = ASKS_FOR_ALL.test(input.question) ? MAX_OF_ALL : MAX_SHOWN;
  const resolved = mostTelling(wanted, most - spare, owner);
  const alsoByName = mostTelling(byName, most - resolved.length, owner);
  const passedOn =
    asked.wanted === 'calls' && byName.length === 0
      ? namedIn(name.split(/\W/).at(-1) ?? name, all.found, wanted)
      : [];
  const shown = [
    ...resolved,
    ...alsoByName,
    ...passedOn.slice(0, Math.min(MAX_NAMED, most - resolved.length)),
  ];
  const signatures = symbol && !areAllMeant ? all.signatures.length : 0;
  const sameName = symbol
    ? await countDefinitions(symbol, symbol.passage.definition.name, input)
    : 0;
  const counts = { wanted, byName, definitions: sameName + signatures, areAllMeant, outside };
  const described = describeUsages(name, counts, all);
  const markdown = `${described}${symbol ? ` ${definedAs(symbol, areAllMeant ? 1 : definitions)}` : ''}`;
  const reference = symbol ? definitionReference(symbol) : placeReference(first);
  return {
    statements: [{ markdown, reference }],
    links: await Promise.all(
      shown.map((one) => {
        if (passedOn.includes(one)) return usageLine(one, { name, label: 'Named here: ' }, input);
        return usageLine(one, { name, label: byName.includes(one) ? 'By name only: ' : '' }, input);
      }),
    ),
    followups: await followups(shown, { name, symbol, input }),
  };
}

interface AskedName {
  readonly asked: UsageQuestion;
  readonly definitions: number;
  readonly input: FormInput;
}

/** Few definitions with a telling name, of which the question names none: `start_keepalive` of three kinds of connections. */
function isOfAll(symbol: NamedSymbol, { asked: { subject }, definitions, input }: AskedName) {
  const owner = ownerOf(symbol.passage.name);
  const isBare = !/[.:#]/.test(subject) && (owner === '' || !hasWord(input.question, owner));
  const isFew = definitions > 1 && definitions <= MAX_MEANT;
  if (isNamedFile(symbol.passage.file.path, input.query)) return false;
  return isBare && isFew && wordParts(subject).length > 1;
}

const MAX_MEANT = 4;

interface Meant {
  readonly symbol: NamedSymbol | undefined;
  readonly areAllMeant: boolean;
}

/** Where nothing is resolved, calls of the same name are, such as those through an interface that it implements. */
async function usesOf(
  name: string,
  { symbol, areAllMeant }: Meant,
  input: FormInput,
): Promise<Usages> {
  const resolved = withoutGenerated(await findUsages(name, symbol, input));
  if (!symbol || (resolved.found.length > 0 && !areAllMeant)) return resolved;
  const byName = await findUsages(symbol.passage.definition.name, undefined, input);
  const found: Usage[] = [];
  for (const one of byName.found) {
    if (!(await isDefinition(one, symbol.passage.definition.name, input))) found.push(one);
  }
  const signatures = byName.signatures.filter((one) => !isOwn(one, symbol));
  return withoutGenerated({ ...byName, found, signatures });
}

/** A bundle has each call once more. */
function withoutGenerated(all: Usages): Usages {
  const written = all.found.filter(({ path }) => !isGenerated(path));
  return written.length > 0 ? { ...all, found: written } : all;
}

/** Of what is only imported or only named, those lines are the answer. */
function wantedOf(found: readonly Usage[], wanted: UsageQuestion['wanted']): readonly Usage[] {
  const code = found.some(({ role }) => role !== 'document')
    ? found.filter(({ role }) => role !== 'document')
    : found;
  const uses = code.filter(({ kind }) => kind !== 'import');
  const narrowed = {
    any: uses,
    calls: uses.filter(({ kind }) => kind === 'call'),
    imports: code.filter(({ kind }) => kind === 'import'),
  }[wanted];
  if (narrowed.length > 0) return narrowed;
  return uses.length > 0 ? uses : code;
}

/** Of resolved usages: the lines that do the same with the name, but could not be resolved. */
function sameByName(wanted: readonly Usage[], { found }: Usages): readonly Usage[] {
  if (!wanted.some(({ isCertain }) => isCertain)) return [];
  const kinds = new Set(wanted.map(({ kind }) => kind));
  return found.filter(
    ({ isCertain, kind, role }) => !isCertain && kinds.has(kind) && role !== 'document',
  );
}

/** By name only: `notifier.instrument()` is not meant where others call `Rack::Attack.instrument()`. */
async function onOwner(
  found: readonly Usage[],
  { name, isConstant }: { readonly name: string; readonly isConstant: boolean },
  input: FormInput,
): Promise<readonly Usage[]> {
  const owner = ownerOf(name);
  const word = splitQualifiedName(name).at(-1) ?? name;
  const isOnClass = ({ text }: Usage) => owner !== '' && receiversIn(text).includes(owner);
  if (!found.some((one) => one.role === 'code' && isOnClass(one))) return found;
  const meant: Usage[] = [];
  for (const one of found) {
    const isInside = async () =>
      splitQualifiedName(await enclosingName(one, input)).includes(owner);
    // Outside of its class, a constant is always named with it, and `Stream` alone is a type.
    const mayBeAlone = isConstant ? await isInside() : receiversIn(one.text).length === 0;
    const isMeant =
      isOnClass(one) || mayBeAlone || (callsItself(one.text, word) && (await isInside()));
    if (isMeant) meant.push(one);
  }
  return meant;
}

/** `Self::moor()` or `this.moor()`, but not `this.harbour.moor()`. */
function callsItself(text: string, word: string): boolean {
  const calls = text
    .slice(0, MAX_LINE_LENGTH)
    .matchAll(/(?<![\w.:>])\$?(\w{1,80})\s?(?:\?\.|\.|::|->)\s?(\w{1,200})/g);
  return [...calls].some(([, on = '', called]) => called === word && ITSELF.has(on));
}

/** What a class calls itself. */
const ITSELF: ReadonlySet<string> = new Set(['self', 'Self', 'this', 'cls', 'static']);

/** Lines of code that name it without a call, such as one that passes it on: as sure as the calls are. */
function namedIn(word: string, found: readonly Usage[], calls: readonly Usage[]): readonly Usage[] {
  const isSure = calls.some(({ isCertain }) => isCertain);
  const isNamed = ({ kind, role, isCertain, text }: Usage) =>
    kind === 'other' &&
    role === 'code' &&
    isCertain === isSure &&
    hasWord(outsideStrings(text), word);
  return found.filter((one) => isNamed(one) && !calls.includes(one));
}

/** A log message names the function that it is in. */
function outsideStrings(text: string): string {
  return text.slice(0, MAX_LINE_LENGTH).replace(/"[^"]*"|'[^']*'/g, ' ');
}

const MAX_LINE_LENGTH = 1_000;
const MAX_NAMED = 2;

/** The class of a method. */
function ownerOf(name: string): string {
  return splitQualifiedName(name).at(-2) ?? '';
}

interface Described {
  readonly wanted: readonly Usage[];
  /** More of the same, by name only. */
  readonly byName: readonly Usage[];
  /** How many have the name; 0 if none was found. */
  readonly definitions: number;
  /** Each of them is what is asked about. */
  readonly areAllMeant: boolean;
  readonly outside: Outside | undefined;
}

function describeUsages(
  name: string,
  { wanted, byName, definitions, areAllMeant, outside }: Described,
  { isComplete }: Usages,
) {
  // A name such as `get` says too little to count everything that has it.
  const isCommon = byName.length > MAX_COUNTED + 2 * wanted.length;
  const counts = isCommon ? wanted : [...wanted, ...byName];
  const files = new Set(counts.map(({ repo, path }) => `${repo}/${path}`)).size;
  const tests = counts.filter(({ role }) => role === 'test').length;
  const least = isComplete && !isCommon ? '' : 'at least ';
  const examples = counts.filter(({ role }) => role === 'example').length;
  const inTests = `${shareIn('tests', tests, counts)}${shareIn('examples', examples, counts)}`;
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

function shareIn(where: string, count: number, all: readonly Usage[]): string {
  if (count === 0) return '';
  return count === all.length ? `, only in ${where}` : `, ${count} of them in ${where}`;
}

function verbOf(wanted: readonly Usage[]): string {
  if (wanted.every(({ kind }) => kind === 'call')) return 'called';
  return wanted.every(({ kind }) => kind === 'import') ? 'imported' : 'used';
}

function definedAs({ passage: { file, definition } }: NamedSymbol, definitions: number): string {
  const least = definitions >= MAX_DEFINITIONS ? 'at least ' : '';
  const more = definitions > 1 ? ` (one of ${least}${definitions} definitions of that name)` : '';
  const end = signatureEnd(file.lines, definition.line);
  const signature = file.lines.slice(definition.line - 1, end).map((line) => line.trim());
  const plain = signature
    .join(' ')
    .replace(/\(\s+/g, '(')
    .replace(/,?\s+\)/g, ')')
    .replace(/\s*[{:]$/, '');
  return `It is defined as ${lineSpan(plain, definition.name)}${more}.`;
}

function definitionReference({ passage: { file, definition } }: NamedSymbol) {
  const { repo, commit, path } = file;
  return placeReference({ repo, commit, path, start: definition.line, end: definition.line });
}

function unused(symbol: NamedSymbol, { isComplete }: Usages): Draft | undefined {
  if (!isComplete) return undefined;
  const { name } = symbol.passage;
  const markdown = `No line uses ${codeSpan(name)}. ${definedAs(symbol, symbol.others + 1)}`;
  return {
    statements: [{ markdown, reference: definitionReference(symbol) }],
    followups: [`How does ${name} work?`, `When was ${name} added?`],
  };
}

/** Calls before other lines, code before tests, and from as many files as fit; then in the order of the files. */
function mostTelling(wanted: readonly Usage[], room: number, owner: string): Usage[] {
  const files = groupByFile(wanted);
  const score = (usage: Usage) =>
    (usage.role === 'code' ? 4 : usage.role === 'example' ? 2 : 0) +
    (usage.kind === 'call' ? 2 : 0) +
    (usage.kind === 'other' ? 1 : 0) +
    (isOnOwner(usage, owner) ? 3 : 0);
  const inTurn = [...files.values()].flatMap((lines) =>
    lines.toSorted((a, b) => score(b) - score(a)).map((usage, round) => ({ usage, round })),
  );
  const rank = ({ usage, round }: { usage: Usage; round: number }) =>
    score(usage) * 2 - Math.min(round, 3) * 3 + (usage.role === 'test' ? TEST_PENALTY : 0);
  const ranked = inTurn.toSorted((a, b) => rank(b) - rank(a)).map(({ usage }) => usage);
  const tests = ranked.filter(({ role }) => role === 'test');
  const isSpare = (usage: Usage) =>
    tests.length < ranked.length && tests.indexOf(usage) >= MAX_TESTS;
  const chosen = ranked.filter((usage) => !isSpare(usage)).slice(0, Math.max(0, room));
  return wanted
    .filter((usage) => chosen.includes(usage))
    .toSorted((a, b) => Number(a.role === 'test') - Number(b.role === 'test'));
}

/** Below calls in code. */
const MAX_TESTS = 2;

/** The eighth call in a file of code says more than the first test. */
const TEST_PENALTY = -20;

/** `recipe.run()` is rather `Recipe.run` than `app.run()` is. */
function isOnOwner({ text, isCertain }: Usage, owner: string): boolean {
  if (isCertain || owner === '') return false;
  return receiversIn(text).some((one) => normalizedName(one) === normalizedName(owner));
}

/** `notifier` in `notifier.instrument()`. */
function receiversIn(text: string): readonly string[] {
  return text.match(/\w{1,80}(?=\s?(?:\.|::|->|\?\.)\w)/g) ?? [];
}

function groupByFile(found: readonly Usage[]): Map<string, Usage[]> {
  const files = new Map<string, Usage[]>();
  for (const usage of found) {
    const key = `${usage.repo}/${usage.path}`;
    const known = files.get(key);
    if (known) known.push(usage);
    else files.set(key, [usage]);
  }
  return files;
}

interface ListedUsage {
  readonly name: string;
  /** What is said before it, since it is none of those that were asked for. */
  readonly label: string;
}

async function usageLine(
  usage: Usage,
  { name, label }: ListedUsage,
  input: FormInput,
): Promise<Statement> {
  const inside = await enclosingName(usage, input);
  const condition = usage.role === 'code' ? await conditionAbove(usage, input) : undefined;
  const where =
    (inside === '' ? '' : ` in ${codeSpan(inside)}`) +
    (condition === undefined ? '' : `, below ${lineSpan(condition)}`);
  const word = name.split(/\W/).at(-1) ?? name;
  const test = LABELS[usage.role] ?? '';
  return {
    markdown: `${label}${test}${lineSpan(usage.text, word)}${where}`,
    reference: placeReference(usage),
  };
}

const LABELS: Partial<Record<Usage['role'], string>> = { test: 'Test: ', example: 'Example: ' };
const MAX_FOLLOWUP_LENGTH = 74;
/** These don't fail by themselves, and `__eq__` is rarely called by name. */
const NEVER_FAILS = new Set(['class', 'interface', 'struct', 'type', 'enum', 'trait', 'constant']);

async function followups(
  shown: readonly Usage[],
  {
    name,
    symbol,
    input,
  }: {
    readonly name: string;
    readonly symbol: NamedSymbol | undefined;
    readonly input: FormInput;
  },
): Promise<string[]> {
  const callers = await Promise.all(shown.map((usage) => enclosingName(usage, input)));
  const caller = callers.find(
    (one, n) => one !== '' && one !== name && !/__$/.test(one) && shown[n]?.role === 'code',
  );
  const about = [
    `How does ${name} work?`,
    ...(NEVER_FAILS.has(symbol?.passage.definition.kind ?? '')
      ? [`How is ${name} tested?`]
      : [`What happens when ${name} fails?`]),
    `What changed in ${name} lately?`,
  ];
  const questions = [
    ...(caller === undefined ? [] : [`Where is ${caller} used?`]),
    ...(symbol ? about : []),
  ];
  return questions.filter((one) => one.length <= MAX_FOLLOWUP_LENGTH).slice(0, 3);
}
