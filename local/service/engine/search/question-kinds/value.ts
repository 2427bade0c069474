import { type Rule, SUBJECT, TRAILING_WORDS, type ValueQuestion, whole } from './rule.js';
import { isName } from './subject.js';

const MEASURE =
  '(?:limit|length|size limit|rate limit|time-?out|interval|lifetime|ttl|duration|threshold|expiry|expiration(?: time)?|page size|retention(?: period)?|grace period|port|log level)';
const IT =
  '(?:it|this|that|one|we|(?:the|this|our) (?:app|application|server|service|project|program|repo|tool)) ';

export const valueRules: readonly Rule[] = [
  // How long is X valid? How many retries does X get?
  [
    whole(
      '(?:(?:for|after|within|until|up to) )?how (?:long|often|many|much(?: time)?|big|large|old(?= (?:must|may|can|could|should|do|does) )|far(?= (?:back|ahead|apart|in advance)\\b)) ',
      SUBJECT,
    ),
    (subject = '') => value(subject),
  ],
  [
    whole(
      "what(?:['’]s| is| are) (?:the |its )?(?:default |allowed )?(?:max|maximum|min|minimum|longest|largest|biggest|highest) ",
      SUBJECT,
      TRAILING_WORDS,
    ),
    (subject = '') => value(subject),
  ],
  [
    whole(
      `what(?:['’]s| is| are) the (${MEASURE}|[a-z -]{2,40}? ${MEASURE})(?: (?:of|for|on|in) (.{2,60}?))?`,
      TRAILING_WORDS,
    ),
    (subject = '', owner = '') => value(`${subject} ${owner}`.trim()),
  ],
  // Max size of an upload? Default page size of the list
  [
    whole(
      '(?:the )?(?:default |allowed )?(?:max|maximum|min|minimum|longest|largest|biggest|highest) ',
      SUBJECT,
    ),
    (subject = '') => value(subject),
  ],
  [
    whole(
      `(?:the )?default (${MEASURE}|[a-z -]{2,30}? ${MEASURE})(?: (?:of|for|on|in) (.{2,60}?))?`,
    ),
    (subject = '', owner = '') => value(`${subject} ${owner}`.trim()),
  ],
  // Which database does it use by default?
  [
    whole(
      '(?:which|what) ',
      SUBJECT,
      ` (?:does|do) ${IT}?(?:use|run on|listen on|start with|need) (?:by default|out of the box)`,
    ),
    (subject = '') => value(subject, 'name'),
  ],
  [
    whole('(?:which|what) ', SUBJECT, ' (?:is|are) (?:the default|used by default|set by default)'),
    (subject = '') => value(subject, 'name'),
  ],
];

/** Behind a question for a value: the line that sets it says that as well. */
export const HOW_TO_SET = new RegExp(
  '[,;?.]?\\s+(?:(?:and|also|plus),? )?(?:' +
    '(?:which|what) (?:property|setting|option|env(?:ironment)? var(?:iable)?|variable|config(?:uration)?(?: key)?|flag|parameter|key) (?:changes|sets|controls|configures|defines|determines)(?: (?:it|that|this))?|' +
    'can (?:i|we|you|one|users?|admins?|people|it) (?:be )?(?:changed?|set|raised?|lowered?|increased?|overridden|override|configured?)\\b.{0,30}|' +
    '(?:is|are) (?:it|that|this|they) (?:configurable|configured)|' +
    'how (?:do|can|could|would) (?:i|we|you|one) (?:change|set|raise|configure|override) (?:it|that|this)|' +
    'where (?:is|can|do) (?:(?:it|that|this|i|we|you) )?(?:set|configured?|change)(?: (?:it|that|this))?|' +
    'for how long)\\W*$',
  'i',
);

const MAX_WORDS = 12;
/** "How long does a session last, including the idle time, and what then?" */
const REST =
  /,? (?:including|before|(?:and|or|but) (?:(?:on|in|for|from|to|after|until|by) )?(?:how|what|which|where|when|who|does|do|is|are|can)) .*$|,? (?:like|such as|for example) (?:the|a|an) .*$/i;
/** Another question, or one about what happens. */
const NO_VALUE =
  /\b(?:when|if|because|why|that|who|take|took|there|lines?|commits?|people|ago|since)\b/i;
/** "How many files are in src?" asks for no setting. */
const OF_CODE = /^(?:of (?:the|our|these) )?(?:source |test |code )?files?\b/i;

function value(
  given: string,
  wanted: ValueQuestion['wanted'] = 'amount',
): ValueQuestion | undefined {
  const subject = given.replace(REST, '');
  const isOne =
    subject.split(' ').length <= MAX_WORDS && !NO_VALUE.test(subject) && !OF_CODE.test(subject);
  return isOne && !isName(subject) ? { kind: 'value', subject, wanted } : undefined;
}
