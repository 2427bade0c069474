import { type DefaultsQuestion, type Rule, SUBJECT, TRAILING_WORDS, whole } from './rule.js';
import { cleanSubject, isName, isPronoun } from './subject.js';

const OPTIONS = '(?:options?|settings|parameters|arguments|params|config(?:uration)?)';

export const defaultsRules: readonly Rule[] = [
  // What are the defaults of X's options? What are X's default options?
  [
    whole(
      `(?:what are |list |show )?(?:me )?(?:all )?(?:the )?default(?:s| values| settings| options) (?:of|for|in) (?:the )?(?:${OPTIONS} (?:of|for) )?${SUBJECT}(?:['’]s)?(?: ${OPTIONS})?`,
      TRAILING_WORDS,
    ),
    (subject = '') => defaults(subject),
  ],
  [
    whole(
      `what are (?:the )?${SUBJECT}(?:['’]s)? (?:default (?:options|values|settings)|defaults)`,
      TRAILING_WORDS,
    ),
    (subject = '') => defaults(subject),
  ],
];

/** Of one thing that may have several options; a variable in capitals has one default. */
function defaults(given: string): DefaultsQuestion | undefined {
  const subject = cleanSubject(given);
  if (/\s|^[A-Z0-9_]+$|^-/.test(subject) || isPronoun(subject)) return undefined;
  return isName(subject) || /^[a-z]\w{1,40}$/.test(subject)
    ? { kind: 'defaults', subject }
    : undefined;
}
