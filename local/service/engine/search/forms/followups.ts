import { roleOf } from '../../../index/file-role.js';
import type { Query } from '../../../index/query.js';
import { isSection, type Passage } from '../passages/passage.js';
import type { RankedPassage } from '../passages/rank-passages.js';
import type { FoundTest } from './tests-of.js';

const MAX_LENGTH = 74;

interface Answered {
  readonly question: string;
  readonly query: Query;
  readonly main: Passage;
  /** What the answer explains already. */
  readonly shown: readonly Passage[];
  readonly others: readonly RankedPassage[];
  readonly tests: readonly FoundTest[];
}

/** Up to four questions that a search can answer, and whose answer is not what already stands there. */
export function suggestFollowups(answered: Answered): string[] {
  const { main, shown, others, tests, query, question } = answered;
  const isNamed = main.definition !== undefined && !isSection(main);
  const [next] = [...shown.slice(1), ...others.map(({ passage }) => passage)].filter(
    (one) => one.definition && !isSection(one) && one.name !== main.name,
  );
  const file = others.find(
    ({ passage }) => passage.file.path !== main.file.path && roleOf(passage.file.path) === 'code',
  )?.passage.file;
  const candidates = [
    ...(isNamed && !query.intent.usages ? [`Where is ${main.name} used?`] : []),
    ...(isNamed && tests.length > 1 && !query.intent.tests ? [`How is ${main.name} tested?`] : []),
    ...(next ? [`How does ${next.name} work?`] : []),
    ...(file ? [`What does ${file.path} do?`] : []),
    ...(isNamed ? [`What else is in ${main.file.path}?`] : []),
  ];
  return distinctFollowups(candidates, question);
}

/** Those that fit a button and were not just asked. */
export function distinctFollowups(candidates: readonly string[], question: string): string[] {
  const asked = question.trim().toLowerCase();
  return [...new Set(candidates)]
    .filter((one) => one.length <= MAX_LENGTH && one.toLowerCase() !== asked)
    .slice(0, 4);
}
