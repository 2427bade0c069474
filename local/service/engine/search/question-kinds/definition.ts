import { type QuestionKind, type Rule, SUBJECT, TRAILING_WORDS, whole } from './rule.js';
import { cleanSubject, isName, isPronoun, isThing } from './subject.js';

const DEFINED =
  '(?:defined|declared|located|found|implemented|live|lives|stored in the code|written)';

export const definitionRules: readonly Rule[] = [
  [
    whole(
      '(?:where|in (?:which|what) (?:file|module|package|folder|class)) (?:is |are |does |do )?',
      SUBJECT,
      ` (?:is |are )?${DEFINED}`,
      TRAILING_WORDS,
    ),
    (subject = '') => definition(subject, isThing(cleanSubject(subject))),
  ],
  [
    whole(
      '(?:where|in (?:which|what) (?:file|module|package|folder|class)) (?:is|are|can i find|do i find|do we have) ',
      SUBJECT,
      TRAILING_WORDS,
    ),
    (subject = '') => definition(subject, isOneWord(subject)),
  ],
  [
    whole('where ', SUBJECT, ' (?:is|are|lives)', TRAILING_WORDS),
    (subject = '') => definition(subject, isOneWord(subject)),
  ],
  [
    whole(
      '(?:find |show |show me |go to |open )?(?:the )?(?:definition|declaration) of ',
      SUBJECT,
      TRAILING_WORDS,
    ),
    (subject = '') => definition(subject, isName(subject)),
  ],
  [
    whole(
      '(?:what|which) (?:file|module|package|folder) (?:defines|declares|contains|has) ',
      SUBJECT,
      TRAILING_WORDS,
    ),
    (subject = '') => definition(subject, isName(subject)),
  ],
];

function isOneWord(subject: string): boolean {
  return /^[^\s]+$/.test(cleanSubject(subject));
}

function definition(given: string, fits: boolean): QuestionKind | undefined {
  const subject = cleanSubject(given);
  return fits && subject !== '' && !isPronoun(subject)
    ? { kind: 'definition', subject }
    : undefined;
}
