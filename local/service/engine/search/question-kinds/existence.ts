import { type ExistenceQuestion, type Rule, SUBJECT, TRAILING_WORDS, whole } from './rule.js';
import { cleanSubject, isProject, isPronoun, isThing } from './subject.js';

const HAS =
  '(?:support|have|provide|offer|include|come with|ship|ship with|implement|contain|handle|speak)';
const ANY = '(?:an? |any |some |the |already |existing |built[- ]in |support for )*';

/** What a program may do with something, rather than have. */
const DOES = '(?:send|export|import|encrypt|compress|track|generate|publish|collect)';

export const existenceRules: readonly Rule[] = [
  // Is there a rate limit on login?
  [
    whole(
      `(?:is|are) there (?:already )?(?:an? |any |some )(?:built[- ]in )?${SUBJECT} (?:on|for|in|at|of|by|per) (?:the |our |a |an )?(.{2,40}?)`,
      TRAILING_WORDS,
    ),
    (subject = '', place = '') => {
      if (KIND_OF_CODE.test(subject)) return undefined;
      return isProject(place) || !isThing(place) || isPronoun(place)
        ? existence(subject)
        : saying(existence(subject), `${subject} ${place}`);
    },
  ],
  // Does it send emails?
  [
    whole(`(?:do|does|can) (.{1,40}?) (?:also |already )?${DOES} ${ANY}${SUBJECT}`, TRAILING_WORDS),
    // "Does it log out idle users?" asks for something else.
    (owner = '', subject = '') =>
      /^(?:out|in|off|on|up|down)\b/i.test(subject)
        ? undefined
        : saying(existence(subject, owner), subject),
  ],
  // Is there a Dockerfile?
  [
    whole(
      `(?:is|are) there (?:already )?(?:an? |any |some )(?:built[- ]in )?${SUBJECT}`,
      TRAILING_WORDS,
    ),
    (subject = '') => existence(subject),
  ],
  // Does it support WebSockets?
  [
    whole(
      `(?:do|does|can) (.{1,40}?) (?:also |already |natively )?${HAS} ${ANY}${SUBJECT}`,
      TRAILING_WORDS,
    ),
    (owner = '', subject = '') => existence(subject, owner),
  ],
  [
    whole(
      `(?:is|are) ${SUBJECT} (?:support )?(?:supported|available|built[- ]in|provided)`,
      TRAILING_WORDS,
    ),
    (subject = '') => existence(subject),
  ],
  [
    whole(
      `(?:gibt es (?:hier )?(?:schon )?(?:eine?n? |irgendeine?n? )|unterstützt (?:es|das projekt) |y a-t-il (?:une? |des )|est-ce qu[’']il y a (?:une? |des )|(?:hay|existe) (?:una? |algún |alguna )?)${SUBJECT}`,
    ),
    (subject = '') => existence(subject),
  ],
];

/** Its name says nothing of what is looked for: "a function for parsing dates". */
const KIND_OF_CODE =
  /\b(?:functions?|methods?|class(?:es)?|helpers?|utils?|utility|endpoints?|routes?|tests?|specs?|docs?|documentation|guides?|examples?|commands?|scripts?|files?|modules?|hooks?|types?|interfaces?|components?|tables?|columns?|fields?|api|code|place|constant|enum|error|message)$/i;

function saying(asked: ExistenceQuestion | undefined, says: string): ExistenceQuestion | undefined {
  return asked && { ...asked, says: cleanSubject(says) };
}

const MAX_WORDS = 4;
/** "Is there a way to …" asks how; "is there a difference between" for two things. */
const NO_THING =
  /^(?:way|option|possibility|reason|method|chance|difference|limit|problem|bug|issue|plan|need|example|setting|flag|default|maximum|minimum)s?\b/i;

function existence(given: string, owner = ''): ExistenceQuestion | undefined {
  const subject = cleanSubject(given);
  const fits =
    isThing(subject) &&
    !isPronoun(subject) &&
    !NO_THING.test(subject) &&
    subject.split(' ').length <= MAX_WORDS &&
    !/\b(?:to|for|of|in|on|with|by|from|at|between|against)\b/i.test(subject);
  if (!fits) return undefined;
  return { kind: 'existence', subject, owner: isProject(owner) ? '' : cleanSubject(owner) };
}
