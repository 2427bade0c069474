import { wordParts } from '../../../index/terms.js';
import {
  type OptionQuestion,
  type QuestionKind,
  type Rule,
  SUBJECT,
  TRAILING_WORDS,
  whole,
} from './rule.js';
import { cleanSubject, isName, isPronoun, isThing } from './subject.js';

const OPTION =
  '(?:config(?:uration)? |command[- ]line |cli |constructor |middleware |build |environment |env )?(?:option|flag|setting|switch|parameter|param|argument|arg|property|field|variable|var|key)';
/** What comes behind the first half of a question about one option. */
const ITS_DEFAULT = "what(?:['’]s| is| are) (?:its|the|their) default(?: values?)?";
const EFFECT = '(?:do|mean|control|change|affect|enable|disable|configure|work)(?: exactly| for)?';

export const optionRules: readonly Rule[] = [
  // What is X and what is its default? X default
  [
    whole(
      "(?:what|where)(?:['’]s| is| are) (?:the )?",
      SUBJECT,
      `(?: ${OPTION})?(?: (?:configured|set|defined|declared))?(?:,? and|[,;?])? ${ITS_DEFAULT}`,
    ),
    (subject = '') => namedDefault(subject),
  ],
  [
    whole("(?:what(?:['’]s| is| are) )?(?:the )?", SUBJECT, ' default(?: value)?', TRAILING_WORDS),
    (subject = '') =>
      isName(subject) || isFlag(subject) || /-/.test(subject) ? namedDefault(subject) : undefined,
  ],
  [
    whole('(?:the )?default(?: value)? ', SUBJECT, TRAILING_WORDS),
    (subject = '') =>
      isCompound(subject) || /^\w+(?:-\w+)+$/.test(subject) ? namedDefault(subject) : undefined,
  ],
  // What does the X option do? How does the --x flag work?
  [
    whole(
      `(?:what|how) (?:does|do|is|will|would) (?:the )?`,
      SUBJECT,
      ` ${OPTION} ${EFFECT}`,
      TRAILING_WORDS,
    ),
    (subject = '') => option(subject, 'effect'),
  ],
  [
    whole(
      '(?:what|how) (?:does|do|will|would) (?:the )?(?:option|flag|setting|parameter|environment variable) ',
      SUBJECT,
      ` ${EFFECT}`,
      TRAILING_WORDS,
    ),
    (subject = '') => option(subject, 'effect'),
  ],
  [
    whole(
      `what(?:['’]s| is| are) (?!(?:the )?defaults? (?:values? )?(?:of|for) )(?:the )?`,
      SUBJECT,
      ` ${OPTION}(?: (?:for|used for|good for|about))?`,
      TRAILING_WORDS,
    ),
    (subject = '') => option(subject, 'effect'),
  ],
  // What does --x do? What does maxAge do?
  [
    whole('what (?:does|do|will|would) ', SUBJECT, ` ${EFFECT}`, TRAILING_WORDS),
    (subject = '') =>
      isFlag(subject) || isName(subject) ? option(subject, 'effect', !isFlag(subject)) : undefined,
  ],
  // How do I set maxAge? How can we raise `maxAge` for one request?
  [
    whole(
      'how (?:(?:can|could|do|should|would) (?:i|we|you|one|somebody)|to) (?:set|specify|pass|provide|override|change|adjust|raise|increase|lower|limit|turn on|turn off|enable|disable) (?:the |a |an |my |our )?',
      SUBJECT,
      `(?: ${OPTION})?(?: (?:for|on|of|per|to|when|in|from) .{1,80}?)?`,
      TRAILING_WORDS,
    ),
    (subject = '') =>
      isCompound(subject) || isInWords(subject) ? option(subject, 'setting', true) : undefined,
  ],
  [
    whole(
      'how (?:(?:can|could|do|should|would) (?:i|we|you|one|somebody)|to) (?:turn|switch) ',
      SUBJECT,
      ` (?:on|off)(?: (?:for|on|of|per|to|when|in|from) .{1,80}?)?`,
      TRAILING_WORDS,
    ),
    (subject = '') =>
      isCompound(subject) || isInWords(subject) ? option(subject, 'setting', true) : undefined,
  ],
  // What is the default X? What does X default to?
  [
    whole(
      "what(?:['’]s| is| are) the default (?:values? (?:of|for) )?(?:the )?",
      SUBJECT,
      TRAILING_WORDS,
    ),
    (subject = '') => option(subject, 'default'),
  ],
  [
    whole(
      "(?:what(?:['’]s| is| are) )?(?:the )?defaults?(?: values?| settings?)? (?:of|for) (?:the )?",
      SUBJECT,
      `(?: ${OPTION})?`,
      TRAILING_WORDS,
    ),
    (subject = '') => option(subject, 'default'),
  ],
  [
    whole('what (?:does|do) ', SUBJECT, ' default to', TRAILING_WORDS),
    (subject = '') => option(subject, 'default'),
  ],
];

/** A variable in capitals, too, which may be one of the code. */
function namedDefault(given: string): QuestionKind | undefined {
  const subject = cleanSubject(given);
  if (!/^[A-Z][A-Z0-9]*_[A-Z0-9_]*$/.test(subject)) return option(given, 'default');
  return { kind: 'option', subject, wanted: 'default', mayBeFunction: false };
}

/** A name of several parts, which is no word of a sentence. */
function isCompound(subject: string): boolean {
  const name = cleanSubject(subject);
  const isOther = /\s|[./]|(?:Error|Exception)$/.test(name);
  return isFlag(subject) || (isName(subject) && !isOther && wordParts(name).length > 1);
}

/** Two or three plain words, which may be the parts of a name: "the sync timeout". */
function isInWords(subject: string): boolean {
  return (
    /^[a-z]{2,}(?: [a-z]{2,}){1,2}$/i.test(subject) &&
    !/^up |\b(?:a|an|the|to|of|my)\b/i.test(subject)
  );
}

function isFlag(subject: string): boolean {
  return /^`?--?[a-z]/i.test(subject);
}

const MAX_WORDS = 4;
/** They are no option: "the default export", "the default branch". */
const NO_OPTION = /\b(?:exports?|branch|behaviou?r|constructor|implementation|class|way)\b/i;

/** "The number of retries" is no number. */
const OF_WHAT =
  /(?<=\w)(?: (?:for|in|on)|(?<!^(?:number|amount|count|list|set|size|length|kind|type|name|level|maximum|minimum)) of) .*$/i;

function option(
  given: string,
  wanted: OptionQuestion['wanted'],
  mayBeFunction = false,
): OptionQuestion | undefined {
  const whole = cleanSubject(given.replace(/^`?-{1,2}(?=[a-z])/i, ''));
  const subject = wanted === 'default' ? whole.replace(OF_WHAT, '') : whole;
  const owner = cleanSubject(whole.slice(subject.length).replace(/^ (?:for|in|on|of) /i, ''));
  const words = subject.split(/[\s-]+/).length;
  // Variables of the environment are a form of their own.
  const isVariable = /^[A-Z][A-Z0-9]*_[A-Z0-9_]*$/.test(subject);
  const fits =
    !isVariable &&
    !/^(?:of|for) /i.test(subject) &&
    isThing(subject) &&
    !isPronoun(subject) &&
    words <= MAX_WORDS;
  return fits && !NO_OPTION.test(subject)
    ? { kind: 'option', subject, wanted, mayBeFunction, ...(owner !== '' && { owner }) }
    : undefined;
}
