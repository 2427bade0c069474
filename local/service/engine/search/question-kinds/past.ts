import type { HistoryQuestion, QuestionKind } from './rule.js';
import { groupsOf, whole } from './rule.js';

/** Behind a question about the past: the commit that answers it says that as well. */
const TAIL =
  '(?:[,;]? (?:and|&) (?:for )?(?:who|whom|by whom|why|from|in|how|what|does|do|is|are|was|when|where|since|which)\\b.{0,140})?';
const DONE =
  '(?:changed|raised|lowered|increased|decreased|reduced|extended|shortened|renamed|rewritten|replaced|reverted|refactored|reworked|deprecated|modified|fixed|removed|added|introduced|moved|merged|split|switched|bumped|upgraded|dropped|disabled|enabled)';

/** When did it become possible to ban addresses, and who added that? When and why did jobs stop seeing the environment? */
const WHEN = whole(
  '(?:when(?: (?:and|&) (?:why|how|by whom|for what reason))?|why (?:and|&) when) (?:was|were|did|had) (.{3,200}?)',
  TAIL,
);
/** What was recently changed about the tokens, and why? */
const WHAT = whole(
  `(?:what|which things?) (?:was|were|has been|have been|got) (?:recently|lately|last|most recently|just) ${DONE} (?:about|in|with|to|around|for|on|at) (.{3,200}?)`,
  TAIL,
);
/** Why was the lifetime of a session changed, and when? */
const WHY = whole(
  `(?:why|how come) (?:was|were|has|have|did) (.{3,200}? (?:been )?${DONE}),? (?:and|&) (?:when|since when|in which|by whom|who)\\b.{0,80}`,
);

/** Without its second half, which asks by whom or why, and without who may do it now. */
export function withoutPastTail(plain: string): string {
  const [told] = [WHEN, WHAT, WHY].map((one) => groupsOf(one, plain)?.[0]).filter(Boolean);
  return told?.replace(MAY_NOW, '') ?? plain;
}

/** What once happened to the code, in whatever words: a commit is found by these. */
export function pastQuestion(plain: string): HistoryQuestion | undefined {
  const told = withoutPastTail(plain);
  const isTold = told !== plain && told.split(' ').length >= MIN_WORDS;
  return isTold ? { kind: 'history', subject: told, wanted: 'changes', isOnce: true } : undefined;
}

const MIN_WORDS = 2;
/** "It became possible to ban", "admins got the option to ban": what they may do says more. */
const MAY_NOW =
  /^(?:\w+ ){1,3}(?:get|got|gain|gained|become|became) (?:the (?:option|ability|possibility|right)|an option|a way|possible|able|allowed) (?:for (?:\w+ ){1,2})?to /i;

/** "When was it changed?" asks for one commit, however old that is; "when was it last changed?" for the newest. */
export function aboutOneCommit(kind: QuestionKind, plain: string): QuestionKind {
  const text = plain.toLowerCase();
  const isOnce =
    kind.kind === 'history' &&
    kind.wanted === 'changes' &&
    WHEN.test(text) &&
    !/\b(?:last|lately|recently)\b/.test(text);
  if (!isOnce) return kind;
  const subject = kind.subject.replace(AT_END, '').replace(MAY_NOW, '');
  return { ...kind, subject, isOnce };
}

const AT_END = new RegExp(`${TAIL.slice(0, -1)}\\W*$`, 'i');
