import { type FailureQuestion, type Rule, SUBJECT, TRAILING_WORDS, whole } from './rule.js';
import { cleanSubject, withoutItsFile } from './subject.js';

/** What a thing does when something is wrong with it. */
const FAILS =
  '(?:(?:has |have |had )?fail(?:s|ed|ing)?(?: to .{2,40}?)?|throws?|threw|errors?(?: out)?|crash(?:es|ed)?|panics?|rejects?|(?:raises?|raised|throws?|threw|hits?|causes?|produces?|runs? into) (?:an? |any |the )?(?:\\p{L}{2,20} )?(?:errors?|exceptions?)|times? out|timed out|timeouts?|goes? (?:down|away|wrong|offline)|go down|went (?:down|wrong)|hangs?|dies|died|breaks?|disconnects?|drops?|expires?|runs? out(?: of .{1,40})?|overflows?|aborts?|stops? responding|' +
  '(?:is|are|was|were|gets?|becomes?|turns out) (?:not )?(?:down|un\\p{L}{3,20}|offline|gone|missing|invalid|malformed|corrupt(?:ed)?|full|lost|refused|rejected|broken|dead|killed|interrupted|closed|empty|slow|too \\p{L}{3,12}|exceeded|wrong|expired|aborted|cancelled|canceled|reachable|available|found|valid)|' +
  "(?:can['’]?t|cannot|can not|could not|couldn['’]?t|does not|doesn['’]?t|do not|don['’]?t|is not|isn['’]?t|won['’]?t) .{2,40}|" +
  '(?:returns?|gives?|responds? with|answers?(?: with)?|gets?) (?:an? )?(?:error|errors|exception|5\\d\\d|4\\d\\d|5xx|4xx|failure|nothing|null|undefined|none))';
const ERRORS =
  '(?:errors?|failures?|exceptions?|time-?outs?|crash(?:es)?|panics?|faults?|problems?|error cases?|edge cases?|network errors?|lost connections?)';
const HANDLED =
  '(?:handled|treated|caught|dealt with|processed|reported|propagated|surfaced|logged|swallowed|thrown|raised|recovered(?: from)?|turned into .{1,40})';
const AT =
  '(?: (?:(?:again|there|halfway|midway|at start-?up|twice|in the middle|during .{1,30}|while .{1,30}|in .{1,30}|after .{1,30})))?';

export const failureRules: readonly Rule[] = [
  // What happens when X fails? What if X times out?
  [
    whole(
      'what (?:happens|would happen|will happen|happened|is done|does (?:it|the code|.{2,30}) do|occurs|goes on|if|else happens)(?: then)? ?(?:when|if|once|in case|after|as soon as)? ?',
      SUBJECT,
      ` ${FAILS}${AT}`,
      TRAILING_WORDS,
    ),
    (subject = '') => failure(subject),
  ],
  [
    whole(
      'what (?:happens|would happen|is done|does (?:it|the code) do) (?:on|upon|in case of|after) (?:an? |the )?(?:failed |failing |lost |broken )?(?:error|failure|exception|time-?out|crash)s? (?:of|in|from|during|at) ',
      SUBJECT,
      TRAILING_WORDS,
    ),
    (subject = '') => failure(subject),
  ],
  [
    whole(
      'what (?:happens|would happen|is done) (?:on|upon|in case of|after|with) (?:an? |the )?',
      SUBJECT,
      ` ${ERRORS}`,
      TRAILING_WORDS,
    ),
    (subject = '') => failure(subject),
  ],
  // How are errors of X handled?
  [
    whole(
      `(?:how|where|when) (?:are|is|do|does|gets?) (?:the )?${ERRORS} (?:of|in|from|during|for|when|with|by|at|raised by|thrown by|coming from|inside) `,
      SUBJECT,
      ` (?:are |is |get )?${HANDLED}`,
      TRAILING_WORDS,
    ),
    (subject = '') => failure(subject),
  ],
  [
    whole(
      '(?:how|where|when) (?:are|is) (?:the )?',
      SUBJECT,
      ` ${ERRORS} (?:are |is )?${HANDLED}`,
      TRAILING_WORDS,
    ),
    (subject = '') => failure(subject),
  ],
  // How does X handle errors?
  [
    whole(
      '(?:how|where) (?:does|do|is|should) ',
      SUBJECT,
      ` (?:handle|treat|deal with|cope with|recover from|react to|respond to|catch|report|survive|retry after) (?:an? |the |its |any |such )?(?:\\p{L}{2,20} )?${ERRORS}`,
      TRAILING_WORDS,
    ),
    (subject = '') => failure(subject),
  ],
  [
    whole(
      '(?:(?:how (?:does|is)|explain|describe|where is) )?(?:the )?(?:error|failure|exception|time-?out) handling (?:of|in|for|by|inside) ',
      SUBJECT,
      '(?: (?:work|works|done|implemented))?',
      TRAILING_WORDS,
    ),
    (subject = '') => failure(subject),
  ],
  // Which errors can X throw?
  [
    whole(
      `(?:what|which) (?:kinds? of |types? of )?${ERRORS} (?:can|could|does|do|may|might|will) `,
      SUBJECT,
      ' (?:throw|raise|return|give|produce|cause|emit|report|reject with|fail with)',
      TRAILING_WORDS,
    ),
    (subject = '') => errorsOf(subject),
  ],
  [
    whole(
      '(?:how|when|why) (?:can|could|does|may|might|would) ',
      SUBJECT,
      ' (?:fail|throw|crash|time out|panic|reject)',
      TRAILING_WORDS,
    ),
    (subject = '') => errorsOf(subject),
  ],
  [
    whole(
      'does ',
      SUBJECT,
      ' (?:retry|try again|recover)(?: (?:when|if|after|on) .{1,60})?',
      TRAILING_WORDS,
    ),
    (subject = '') => failure(subject),
  ],
];

function errorsOf(given: string): FailureQuestion | undefined {
  const asked = failure(given);
  return asked && { ...asked, asksForErrors: true };
}

const MAX_WORDS = 8;

const ANY = /^(?:an?|any|each|every|some) /i;

/** A clause such as "the upload of a file" is fine: only its words count. */
function failure(given: string): FailureQuestion | undefined {
  const mayBeName = !ANY.test(given);
  const subject = mayBeName ? cleanSubject(withoutItsFile(given)) : given.replace(ANY, '');
  const fits = /[\p{L}_]{2}/u.test(subject) && subject.split(' ').length <= MAX_WORDS;
  const isOther = /\b(?:and|or|but|why|how|what|where|who)\b/i.test(subject);
  return fits && !isOther ? { kind: 'failure', subject, mayBeName } : undefined;
}
