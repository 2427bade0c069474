import { type Asked, historyQuestion } from './history-question.js';
import { type HistoryQuestion, type Rule, SUBJECT, TRAILING_WORDS, whole } from './rule.js';

const SWITCH = '(?:switch|move|migrate|change|convert|port|transition)';
const SWITCHED = '(?:switched|moved|migrated|changed|converted|ported|transitioned)';
const AND_WHY = '(?:,? (?:and|&) why)?';
const OLD: Asked = { wanted: 'reason', isGone: true };
const NEW: Asked = { wanted: 'reason of origin' };

/** One thing instead of another: what went is named more often than what came. */
export const switchedRules: readonly Rule[] = [
  // Why was the queue moved from Celery to Huey? When did we switch from Celery?
  [
    whole(
      `(?:why|when|how come) (?:(?:did|have) (?:we|you|they)|(?:was|were|has|have) .{1,60}?) (?:been )?(?:${SWITCH}|${SWITCHED})(?: over| away)? from `,
      SUBJECT,
      '(?: (?:over )?to .{1,60}?)?',
      AND_WHY,
      TRAILING_WORDS,
    ),
    (subject = '') => switched(subject, OLD),
  ],
  // Why was Celery replaced by Huey? Why did we replace it with Huey?
  [
    whole(
      '(?:why|when|how come) (?:(?:was|were) |did (?:we|you|they) replace )',
      SUBJECT,
      '(?: replaced)? (?:by|with) .{1,60}?',
      AND_WHY,
      TRAILING_WORDS,
    ),
    (subject = '') => (/ /.test(subject) ? undefined : switched(subject, OLD)),
  ],
  // When did we switch to Huey?
  [
    whole(
      `(?:why|when|how come) (?:(?:did|have) (?:we|you|they)|(?:was|were|has|have) .{1,60}?) (?:been )?(?:${SWITCH}|${SWITCHED})(?: over)? to `,
      SUBJECT,
      AND_WHY,
      TRAILING_WORDS,
    ),
    (subject = '') => switched(subject, NEW),
  ],
];

const MAX_WORDS = 4;

function switched(subject: string, asked: Asked): HistoryQuestion | undefined {
  return historyQuestion(subject, { ...asked, mostWords: MAX_WORDS });
}
