import { isNamedFile } from '../../../index/file-boost.js';
import { normalizedName, wordParts } from '../../../index/terms.js';
import { isVendored, isVendoredFor } from '../../../index/vendored.js';
import { counted } from '../../../markdown/counted.js';
import { codeSpan } from '../../../markdown/markdown.js';
import type { Draft, Statement } from '../draft/draft.js';
import { lineSpan } from '../draft/line-text.js';
import { definitionReference, placeReference } from '../draft/reference.js';
import {
  conditionAbove,
  enclosingName,
  isCode,
  type Usage,
  type Usages,
} from '../facts/find-usages.js';
import { areOnOwner, memberOf, onOwner, ownerOf } from '../facts/meant-usages.js';
import { countDefinitions, findSymbol, type NamedSymbol } from '../facts/named-symbol.js';
import { receiversIn } from '../facts/receivers.js';
import { usesOf } from '../facts/uses-of.js';
import type { UsageQuestion } from '../question-kinds/rule.js';
import { hasWord } from '../text/has-word.js';
import { type CalledThrough, calledThrough } from './called-through.js';
import {
  countedUsages,
  definedAs,
  describeUsages,
  groupByFile,
  importsBesideTests,
  isExport,
  restOf,
} from './describe-usages.js';
import { fitsButton } from './followups.js';
import type { FormInput } from './form.js';
import { leaveOut } from './outside.js';
import { shownCall } from './shown-call.js';

const MAX_SHOWN = 9;
/** "I need every place": all that fit a screen. */
const MAX_OF_ALL = 14;
const ASKS_FOR_ALL = /\b(?:all|every|each|everything|everywhere|complete|list)\b/i;
/** Rather than "and 2 more". */
const MAX_REST = 3;

/** How often and where something is used: the most telling lines, calls first, tests apart. */
export async function usages(input: FormInput, asked: UsageQuestion): Promise<Draft | undefined> {
  const symbol = await findSymbol(asked.subject, input);
  if (!symbol && /\s/.test(asked.subject)) return undefined;
  const { name, definitions, areAllMeant, all, outside } = await lookUp(symbol, asked, input);
  const owner = ownerOf(name);
  const certain = all.found.filter(({ isCertain }) => isCertain);
  // What goes through a class names it, in many ways.
  const isType = NEVER_FAILS.has(symbol?.passage.definition.kind ?? '');
  const kind = isType && asked.wanted === 'calls' ? 'any' : asked.wanted;
  const sure = areAllMeant ? all.found : certain;
  const isConstant = symbol?.passage.definition.kind === 'constant';
  const byOwner = { name, isConstant, isDefined: symbol !== undefined };
  const wanted = wantedOf(sure.length > 0 ? sure : await onOwner(all.found, byOwner, input), kind);
  const [first] = wanted;
  if (!first) return symbol && unused(symbol, all);
  const byName = sameByName(wanted, all);
  // Code by name only says more than a sixth test.
  const spare = byName.some(({ role }) => role === 'code') ? Math.min(2, byName.length) : 0;
  const most = roomFor([...wanted, ...byName], input.question);
  const resolved = mostTelling(wanted, most - spare, owner);
  const alsoByName = mostTelling(byName, most - resolved.length, owner);
  const signatures = symbol && !areAllMeant ? all.signatures.length : 0;
  const sameName = symbol ? await countDefinitions(symbol, memberOf(name), input) : 0;
  const isKnown = certain.length > 0 || sameName + signatures === 1;
  const isSure = byName.every(({ role }) => role === 'test') && (isKnown || owner === '');
  const mayBeNamed = asked.wanted === 'calls' && isSure;
  const passedOn = mayBeNamed ? namedIn(memberOf(name), all.found, wanted) : [];
  const through = await calledThrough(passedOn, memberOf(name), input);
  const room = Math.min(MAX_NAMED, most - resolved.length);
  const shown = [...resolved, ...alsoByName, ...passedOn.slice(0, room)];
  const imports = importsBesideTests([...wanted, ...byName], all);
  const counts = {
    wanted,
    byName,
    definitions: sameName + signatures,
    areAllMeant,
    outside,
    imports,
  };
  const isIt = isKnown || (await areOnOwner(wanted, name, input));
  const described = describeUsages(isIt ? name : memberOf(name), counts, all);
  const definedTimes = areAllMeant ? 1 : definitions;
  const defined = symbol && definedAs(symbol, definedTimes, isIt ? 'It' : codeSpan(name));
  const markdown = defined === undefined ? described : `${described} ${defined}`;
  const reference = symbol ? definitionReference(symbol.passage) : placeReference(first);
  const labelOf = (one: Usage) =>
    passedOn.includes(one) ? 'Named here: ' : byName.includes(one) ? 'By name only: ' : '';
  const listed = (label: string) => ({ name, label });
  const lines = await Promise.all(shown.map((one) => usageLine(one, listed(labelOf(one)), input)));
  const code = isIt ? await shownCall([...wanted, ...byName], input) : undefined;
  return {
    statements: [{ markdown, reference }],
    ...(code && { code }),
    links: [
      ...lines,
      ...(through ? await linesThrough(through, input) : []),
      ...restOf(countedUsages(counts), shown),
      ...(await importLines(imports, name, input)),
    ],
    followups: await followups(shown, { name, symbol, input }),
  };
}

/** What uses it, without what the question leaves out. */
async function lookUp(symbol: NamedSymbol | undefined, asked: UsageQuestion, input: FormInput) {
  const name = symbol?.passage.name ?? asked.subject;
  const definitions = symbol ? await countDefinitions(symbol, asked.subject, input) : 0;
  const areAllMeant = symbol !== undefined && isOfAll(symbol, { asked, definitions, input });
  const everywhere = ownFirst(await usesOf(name, { symbol, areAllMeant }, input), input);
  const { left: all, outside } = leaveOut(everywhere, input.question);
  input.context.stats({ tool_calls: 1 });
  input.context.report(`Looked for uses of ${name}: ${counted(all.found.length, 'line')}`);
  return { name, definitions, areAllMeant, all, outside };
}

/** As many lines as are shown by default, or all that are in no test if they are hardly more. */
function roomFor(all: readonly Usage[], question: string): number {
  if (ASKS_FOR_ALL.test(question)) return MAX_OF_ALL;
  const own = all.filter(({ role }) => role !== 'test').length;
  return own > MAX_SHOWN && own <= MAX_SHOWN + MAX_REST ? own : MAX_SHOWN;
}

/** What others wrote counts only where own code has no use of it. */
function ownFirst(all: Usages, { query }: FormInput): Usages {
  const found = all.found.filter(({ path }) => !isVendoredFor(path, query));
  return found.length > 0 ? { ...all, found } : all;
}

/** The most telling of the lines that import or export it. */
function importLines(imports: readonly Usage[], name: string, input: FormInput) {
  const exportsFirst = imports.toSorted((a, b) => Number(isExport(b)) - Number(isExport(a)));
  const labelOf = (one: Usage) => (isExport(one) ? 'Exported: ' : 'Imported: ');
  const lines = exportsFirst.slice(0, MAX_NAMED);
  return Promise.all(lines.map((one) => usageLine(one, { name, label: labelOf(one) }, input)));
}

function linesThrough({ field, calls }: CalledThrough, input: FormInput): Promise<Statement[]> {
  const label = `Through ${codeSpan(field)}, by name only: `;
  return Promise.all(calls.map((one) => usageLine(one, { name: field, label }, input)));
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

/** Lines of code that name it without a call, such as one that passes it on: as sure as the calls are. */
function namedIn(word: string, found: readonly Usage[], calls: readonly Usage[]): readonly Usage[] {
  const isSure = calls.some(({ isCertain }) => isCertain);
  const isNamed = ({ kind, role, isCertain, code, path }: Usage) =>
    kind === 'other' &&
    role === 'code' &&
    isCode(path) &&
    isCertain === isSure &&
    hasWord(outsideStrings(code), word);
  return found.filter((one) => isNamed(one) && !calls.includes(one));
}

/** A log message names the function that it is in. */
function outsideStrings(text: string): string {
  return text.slice(0, MAX_LINE_LENGTH).replace(/"[^"]*"|'[^']*'/g, ' ');
}

const MAX_LINE_LENGTH = 1_000;
const MAX_NAMED = 2;

function unused(symbol: NamedSymbol, { isComplete }: Usages): Draft | undefined {
  if (!isComplete) return undefined;
  const { name } = symbol.passage;
  const markdown = `No line uses ${codeSpan(name)}. ${definedAs(symbol, symbol.others + 1)}`;
  return {
    statements: [{ markdown, reference: definitionReference(symbol.passage) }],
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
function isOnOwner({ code, isCertain }: Usage, owner: string): boolean {
  if (isCertain || owner === '') return false;
  return receiversIn(code).some((one) => normalizedName(one) === normalizedName(owner));
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
  const word = memberOf(name);
  const test = isVendored(usage.path) ? 'Vendored: ' : (LABELS[usage.role] ?? '');
  return {
    markdown: `${label}${test}${lineSpan(usage.text, word)}${where}`,
    reference: placeReference(usage),
  };
}

const LABELS: Partial<Record<Usage['role'], string>> = { test: 'Test: ', example: 'Example: ' };
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
  return questions.filter(fitsButton).slice(0, 3);
}
