import { type Asked, historyQuestion } from './history-question.js';
import { type HistoryQuestion, type Rule, SUBJECT, TRAILING_WORDS, whole } from './rule.js';

const SWITCH = '(?:switch|move|migrate|convert|port)';
const SWITCHED = '(?:switched|moved|migrated|converted|ported)';
const AND_WHY = '(?:,? (?:and|&) why)?';
const OLD: Asked = { wanted: 'reason', isGone: true };
const NEW: Asked = { wanted: 'reason of origin', isSwitch: true };

/** One thing instead of another: what went is named more often than what came. */
export const switchedRules: readonly Rule[] = [
  // Why did we move from Celery to Huey?
  [
    whole(
      `(?:why|when|how come) (?:did|have) (?:we|you|they) ${SWITCH}(?:e?d)?(?: over| away)? from `,
      SUBJECT,
      '(?: (?:over )?to .{1,60}?)?',
      AND_WHY,
      TRAILING_WORDS,
    ),
    (subject = '') => switched(subject, OLD),
  ],
  // When did we switch to Huey?
  [
    whole(
      `(?:why|when|how come) (?:did|have) (?:we|you|they) ${SWITCH}(?:e?d)?(?: over)? to `,
      SUBJECT,
      AND_WHY,
      TRAILING_WORDS,
    ),
    (subject = '') => switched(subject, NEW),
  ],
  // Why was the queue moved from Celery to Huey? A program moves rows and messages, too.
  [
    whole(
      `(?:why|when|how come) (?:was|were|has|have) .{1,60}? (?:been )?${SWITCHED}(?: over| away)? from `,
      SUBJECT,
      '(?: (?:over )?to .{1,60}?)?',
      AND_WHY,
      TRAILING_WORDS,
    ),
    (subject = '') => (isProduct(subject) ? switched(subject, OLD) : undefined),
  ],
  // Why was Celery replaced by Huey?
  [
    whole(
      '(?:why|when|how come) (?:(?:was|were) |did (?:we|you|they) replace )',
      SUBJECT,
      '(?: replaced)? (?:by|with) .{1,60}?',
      AND_WHY,
      TRAILING_WORDS,
    ),
    (subject = '') => (isProduct(subject) ? switched(subject, OLD) : undefined),
  ],
];

const MAX_WORDS = 4;

/** `Celery`, `django-tasks`, `log4j`: rather than what a program handles. */
function isProduct(subject: string): boolean {
  return /^\S+$/.test(subject) && /\p{Lu}|\d|\p{L}-\p{L}|\p{L}\.\p{L}/u.test(subject);
}

function switched(subject: string, asked: Asked): HistoryQuestion | undefined {
  return historyQuestion(subject, { ...asked, mostWords: MAX_WORDS });
}
