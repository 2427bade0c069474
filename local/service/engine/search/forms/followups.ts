import { roleOf } from '../../../index/file-role.js';
import type { Query } from '../../../index/query.js';
import type { Draft } from '../draft/draft.js';
import type { LookUp } from '../facts/look-up.js';
import { definitionsAnywhere } from '../facts/named-symbol.js';
import { isSection, type Passage } from '../passages/passage.js';
import type { RankedPassage } from '../passages/rank-passages.js';
import type { FoundTest } from './tests-of.js';

/** In characters: a button of Slack has 75. */
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
    .filter((one) => fitsButton(one) && one.toLowerCase() !== asked)
    .slice(0, 4);
}

export function fitsButton(followup: string): boolean {
  return followup.length <= MAX_LENGTH;
}

/** What more definitions share is asked for by its name in vain, such as the `POST` of every route. */
const MAX_SHARING = 8;
/** Each is a search of its own. */
const MAX_LOOKED_UP = 2;
const MAX_NAME_LENGTH = 12;

/** Without questions about names that many definitions have. */
export async function withoutSharedNames(draft: Draft, input: LookUp): Promise<Draft> {
  const followups = (draft.followups ?? []).filter(fitsButton);
  if (!draft.followups?.length) return draft;
  const names = [...new Set(followups.flatMap((one) => nameOften(one) ?? []))];
  const found = await Promise.all(
    names.slice(0, MAX_LOOKED_UP).map(async (name) => {
      const { length } = await definitionsAnywhere(name, input);
      return length > MAX_SHARING ? [name] : [];
    }),
  );
  const shared = new Set<string | undefined>(found.flat());
  return { ...draft, followups: followups.filter((one) => !shared.has(nameOften(one))) };
}

/** The name that a question is about, if it is one that often has many definitions, such as `POST`, `run` or `handler`. */
function nameOften(question: string): string | undefined {
  const [, name] = ABOUT_NAME.exec(question) ?? [];
  const isShort = name !== undefined && name.length <= MAX_NAME_LENGTH && !name.includes('_');
  return isShort ? name : undefined;
}

const ABOUT_NAME = /^(?:Where is|How does|How is|What does) ([\w$]+) (?:used|work|tested|do)\?$/;
