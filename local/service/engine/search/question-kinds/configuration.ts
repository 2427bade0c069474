import { type ConfigurationQuestion, type Rule, SUBJECT, TRAILING_WORDS, whole } from './rule.js';
import { cleanSubject, isName, isPronoun, isThing } from './subject.js';

const SETTINGS =
  '((?:configuration |config |command[- ]line |cli |build |runtime |environment |env |feature )?(?:settings?|options|flags|switches|keys|parameters|variables|vars)|configuration|config|environment variables?|env(?:ironment)? vars?|defaults|default values|configuration files?|config files?)';
const HAS =
  '(?:have|has|take|takes|accept|accepts|support|supports|read|reads|understand|understands|use|uses|know|knows|need|needs|require|requires|offer|offers|expect|expects|recognise|recognize|respect|look at|depend on|consult)';
const CONTROL =
  '(?:control|controls|configure|configures|affect|affects|influence|influences|change|changes|govern|set|sets|determine|determines|decide|decides|define|defines|limit|limits|enable|enables|disable|disables|turn on|turn off)';

export const configurationRules: readonly Rule[] = [
  // How is X configured? How do I configure X?
  [
    whole(
      '(?:how|where) (?:is|are|can|could|do|does|should|would)(?: i| we| you| one)? (?:be )?',
      SUBJECT,
      ' (?:be )?(?:configured|set up|customi[sz]ed|parametri[sz]ed|tuned)(?: at startup| by default| at run ?time| in production)?',
      TRAILING_WORDS,
    ),
    (subject = '') => configuration(subject),
  ],
  [
    whole(
      '(?:how|where) (?:can|could|do|does|should|would|to)(?: i| we| you| one| somebody)? (?:configure|customi[sz]e|set the (?:options|settings) (?:of|for)|tune|parametri[sz]e) ',
      SUBJECT,
      TRAILING_WORDS,
    ),
    (subject = '') => configuration(subject),
  ],
  // What settings does X have? Which environment variables are read (by X)?
  [
    whole(
      `(?:what|which) (?:are the )?${SETTINGS} (?:does|do|can|will|should|must) `,
      SUBJECT,
      ` ${HAS}`,
      TRAILING_WORDS,
    ),
    (words = '', subject = '') => configuration(subject, words),
  ],
  [
    whole(`${SETTINGS} (?:that )?`, SUBJECT, ` ${HAS}`, TRAILING_WORDS),
    (words = '', subject = '') => configuration(subject, words),
  ],
  [
    whole(
      `(?:what|which) ${SETTINGS} (?:are|is) (?:read|used|supported|available|accepted|required|needed|there|understood|recogni[sz]ed)(?: (?:by|for|in|of|from) `,
      SUBJECT,
      ')?',
      TRAILING_WORDS,
    ),
    (words = '', subject = '') => configuration(subject, words),
  ],
  // Which environment variables can I set?
  [
    whole(
      `(?:what|which) (?:are the )?${SETTINGS} (?:can|could|may|should|must|do) (?:(?:i|we|you|one) (?:set|use|configure|change|provide|have to set|need(?: to set)?)|be (?:set|used|configured|changed))(?: (?:by|for|in|of|on) `,
      SUBJECT,
      ')?',
      TRAILING_WORDS,
    ),
    (words = '', subject = '') => configuration(subject, words),
  ],
  // Which options do I have to set to enable X?
  [
    whole(
      `(?:what|which) ${SETTINGS} (?:do|must|should|can|could|would) (?:i|we|you|one) (?:have to |need to )?(?:set|use|need|change|provide|configure)(?: in order)? (?:to (?:enable|disable|turn on|turn off|use|set up|configure|activate|switch on|switch off|get)|for) `,
      SUBJECT,
      TRAILING_WORDS,
    ),
    (words = '', subject = '') => configuration(subject, words),
  ],
  // A migration runs into a timeout, which setting raises it?
  [
    whole(
      `(.{10,160}?)[,;.:–-]+ ?(?:so |and )?(?:what|which) ${SETTINGS} (?:raises?|lowers?|increases?|changes?|controls?|sets?|fixes|avoids?|prevents?|disables?|enables?|affects?)(?: (?:it|this|that|them))?`,
    ),
    (told = '', words = '') => effect(told, words),
  ],
  // Which env var sets X? Which environment variable do I set so that it never Y?
  [
    whole(
      "(?:what(?:['’]s| is)?|which) (?:the )?(?:environment variables?|env(?:ironment)? vars?) (?:that )?" +
        '(?:sets?|controls?|configures?|changes?|overrides?|disables?|enables?|limits?|turns? (?:on|off)|is for|is used for|tells it|' +
        '(?:do|can|should|must|could|would) (?:i|we|you|one) (?:have to |need to )?(?:set|use|need|change|export)(?: to| for| so that| so| if i want(?: to)?| when| in order to)?) ',
      SUBJECT,
    ),
    (subject = '') => environment(subject),
  ],
  [
    whole(`(?:what|which) ${SETTINGS} ${CONTROL} `, SUBJECT, TRAILING_WORDS),
    (words = '', subject = '') =>
      configuration(subject, words) ??
      (/feature|keys|parameters|variables$/i.test(words) && !/env/i.test(words)
        ? undefined
        : effect(subject, words)),
  ],
  [
    whole(
      `(?:what are |list |show |find |give me |document )(?:me )?(?:all )?(?:the |of the )?(?:available |supported |possible |required )?${SETTINGS}(?: there are)?(?: (?:of|for|in|from|read by|used by|that) `,
      SUBJECT,
      ')?',
      TRAILING_WORDS,
    ),
    (words = '', subject = '') => configuration(subject, words),
  ],
  // Which smtp env vars do I need?
  [
    whole(
      '(?:(?:what|which|all|list) )?(?:the |of the |all )*(?!(?:all|the|any|available|supported|possible|required|optional|other|new|old|my|your|our|more|show|list|find|give|document|which|what|me)\\b)([\\w-]{2,30}) (?:environment variables|env(?:ironment)? vars)(?: (?:are there|exist|(?:do|can|must|should) (?:i|we|you|one) (?:need|set|use)(?: to set)?))?',
      TRAILING_WORDS,
    ),
    (subject = '') => configuration(subject, 'environment'),
  ],
  [
    whole(`(?:all )?(?:the )?${SETTINGS} (?:of|for) `, SUBJECT, TRAILING_WORDS),
    (words = '', subject = '') =>
      isName(subject) || /env/i.test(words) ? configuration(subject, words) : undefined,
  ],
  [
    whole(
      'what (?:can|could|may) (?:be configured|i configure|you configure|we configure|be customi[sz]ed|be set)(?: (?:in|for|on|with|about) ',
      SUBJECT,
      ')?',
      TRAILING_WORDS,
    ),
    (subject = '') => configuration(subject),
  ],
  // What is the default of X? What does X default to?
  [
    whole(
      "(?:what(?:['’]s| is| are| were)? )?(?:the )?defaults?(?: values?| settings?)? (?:of|for) ",
      SUBJECT,
      TRAILING_WORDS,
    ),
    (subject = '') => configuration(subject),
  ],
  [
    whole('what (?:does|do) ', SUBJECT, ' default to', TRAILING_WORDS),
    (subject = '') => configuration(subject),
  ],
  [
    whole("what(?:['’]s| is| are) ", SUBJECT, "['’]s? default(?: value)?", TRAILING_WORDS),
    (subject = '') => configuration(subject),
  ],
  [
    whole("what(?:['’]s| is| are) the default ", SUBJECT, TRAILING_WORDS),
    (subject = '') => (isSetting(subject) ? configuration(subject) : undefined),
  ],
];

/** The end of a setting's name. A default branch, export or behaviour is none. */
function isSetting(subject: string): boolean {
  return /\b(?:time-?out|port|limit|size|level|interval|delay|retries|ttl|age|length|count|concurrency|host|address|url|timeout|depth|threshold)$/i.test(
    subject,
  );
}

/** The subject may be a clause. */
function environment(given: string): ConfigurationQuestion {
  return effect(given, 'environment');
}

function effect(given: string, words: string): ConfigurationQuestion {
  const subject = given.replace(WHO_CAN, '').replace(/^(?:the|a|an) /i, '');
  return { kind: 'configuration', subject, wanted: wantedIn(words), isEffect: true };
}

/** "A self-hosted instance can send mail" is about sending mail. */
const WHO_CAN =
  /^(?:(?:a|an|the|our|my) )?(?:self-hosted )?(?:instance|server|app|application|program|service|it|we|i|people|users?) (?:can|could|may|is able to|are able to|will) /i;

function wantedIn(words: string): ConfigurationQuestion['wanted'] {
  if (/env/i.test(words)) return 'environment';
  return /flag|command|cli/i.test(words) ? 'flag' : 'any';
}

const EVERYTHING =
  /^(?:(?:this|the|whole) )*(?:repo|repository|code|codebase|project|everything|)$/i;
/** It may be the name of a part, too: then that part is meant. */
const WHOLE_PROGRAM = /^(?:app|application|program|service|server|cli)$/i;

const PROGRAM = /^(?:app|application|program|project|service)$/i;

function configuration(given: string, words = ''): ConfigurationQuestion | undefined {
  // The mark of a decorator is no part of its name.
  const subject = cleanSubject(given).replace(/^@(?=\w+$)/, '');
  const kind = 'configuration';
  // They turn parts of a program on, and are declared in a list of their own.
  if (/feature/i.test(words)) return undefined;
  const wanted = wantedIn(words);
  // "The app" is all of it, while "app" may be a part.
  if (wanted === 'environment' && /^(?:the|this|our|my) /i.test(given) && PROGRAM.test(subject))
    return { kind, subject: '', wanted };
  if (EVERYTHING.test(subject) || isPronoun(subject)) return { kind, subject: '', wanted };
  if (!WHOLE_PROGRAM.test(subject) && !isThing(subject)) return undefined;
  return { kind, subject, wanted };
}
