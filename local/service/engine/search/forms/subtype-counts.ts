import { counted, formatNumber } from '../../../markdown/counted.js';
import { codeSpan } from '../../../markdown/markdown.js';
import type { Subtype, Subtypes } from '../facts/find-subtypes.js';
import type { TypeHeader } from '../facts/headers/type-header.js';
import type { SubtypesQuestion } from '../question-kinds/rule.js';

/** "`Clock` is implemented by 3 types and 1 constant in 2 files, 1 of them in tests." */
export function countSubtypes(
  name: string,
  { verb }: SubtypesQuestion,
  { found, isComplete, methodLimits: { hasOtherMethods } }: Subtypes,
): string {
  const said = found.filter(({ relation }) => relation !== 'methods');
  const byMethods = found.filter(({ relation }) => relation === 'methods');
  const asked = codeSpan(name);
  const least = isComplete ? '' : 'at least ';
  const have = byMethods.length === 1 ? 'has' : 'have';
  const which = hasOtherMethods ? 'the methods that it lists itself' : 'all of its methods';
  const methods = `${have} ${which}${shareInTests(byMethods)}.`;
  if (said.length === 0) return `${asked}: ${least}${sum(byMethods)} ${methods}`;
  const also = byMethods.length === 0 ? '' : ` ${sum(byMethods, 'more ')} ${methods}`;
  return `${asked} is ${participle(said, verb)} by ${least}${sum(said)}${shareInTests(said)}.${also}`;
}

/** "3 types and 2 constants in 4 files". */
function sum(found: readonly Subtype[], more = ''): string {
  const files = counted(filesOf(found), 'file');
  const groups = KINDS.flatMap(([kinds, one, several]) => {
    const count = found.filter(({ header }) => kinds.includes(header.kind)).length;
    return count === 0 ? [] : [counted(count, `${more}${one}`, `${more}${several}`)];
  });
  const last = groups.pop() ?? '';
  return `${groups.length === 0 ? '' : `${groups.join(', ')} and `}${last} in ${files}`;
}

const KINDS: readonly (readonly [TypeHeader['kind'][], string, string])[] = [
  [['type', 'extension'], 'type', 'types'],
  [['value'], 'constant', 'constants'],
  [['anonymous'], 'anonymous class', 'anonymous classes'],
  [['alias'], 'alias', 'aliases'],
];

export function filesOf(found: readonly Subtype[]): number {
  return new Set(found.map(({ searched, file }) => `${searched.repo}/${file.path}`)).size;
}

function shareInTests(found: readonly Subtype[]): string {
  const tests = found.filter(({ role }) => role === 'test').length;
  if (tests === 0) return '';
  return tests === found.length ? ', only in tests' : `, ${formatNumber(tests)} of them in tests`;
}

/** As the code says it; the question's own word where a language has one mark for all. */
function participle(found: readonly Subtype[], verb: SubtypesQuestion['verb']): string {
  const said = found.filter(({ header }) => header.kind !== 'alias');
  const relations = new Set((said.length > 0 ? said : found).map(({ relation }) => relation));
  if (relations.has('implements') && relations.has('extends')) return 'implemented or extended';
  const [only] = relations;
  if (relations.size > 1 || only === undefined || only === 'base') return ASKED[verb];
  if (only === 'extends' && verb === 'subclass') return ASKED[verb];
  return SAID[only];
}

const ASKED = {
  implement: 'implemented',
  extend: 'extended',
  subclass: 'subclassed',
  'conform to': 'conformed to',
} as const;

const SAID = {
  extends: 'extended',
  implements: 'implemented',
  derives: 'implemented',
  methods: 'implemented',
  includes: 'included',
  embeds: 'embedded',
} as const;
