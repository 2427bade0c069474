import { type HistoryQuestion, type Rule, SUBJECT, TRAILING_WORDS, whole } from './rule.js';
import { cleanSubject, isName, isThing } from './subject.js';

const NUMBER = '(?:\\d{1,3}|a|an|one|two|three|four|five|six|seven|ten|couple of|few)';
const UNIT = '(?:days?|weeks?|months?|years?|hours?)';
/** Since when: the words are read as a date later. */
const TIME = `((?:since|after) (?:(?! (?:around|with|about|regarding|concerning) )[\\p{L}\\d .-]){2,40}|yesterday|today|(?:in |over |during |within )?(?:the )?(?:last|past) (?:${NUMBER} )?${UNIT}|(?:in |over )?this (?:week|month|year)|${NUMBER} ${UNIT} ago)`;
/** Says the same as no time at all: the newest come first anyway. */
const LATELY =
  '(?:lately|recently|of late|last|most recently|these days|so far|over time|through time|in recent times|in the recent past|in (?:the )?recent (?:days|weeks|months|commits|releases|versions)|(?:in |over |during |within )?(?:the )?(?:last|past) (?:days|weeks|months|years|(?:(?:few|couple of|two|three) )?(?:releases|versions|commits)))';
/** As the end of a question, or as a second one. */
const WHY =
  '(?:why|for what reason|what for|what (?:was|were|is|are) (?:they|it|that|those) (?:done |made |changed )?for|what (?:was|were|did) (?:it|that|they|those) (?:fixing|fix|solving|solve)|what (?:was|were|is|are) the (?:reasons?|motivations?|fix|cause|bug)(?: for (?:it|that|this|them))?)';
const WHEN = `(?:,? (?:${LATELY}|${TIME})(?: or so)?)?(?:[,?]? (?:and|&) (?:${WHY}|by whom|who did it|when))?`;
/** What is about the past, whatever else is said. */
const SAYS_WHEN = `(?=.*(?:\\b${LATELY}|\\b${TIME.replace('(', '(?:')}|(?:and|&) ${WHY}))`;
const CHANGED =
  '(?:changed|modified|edited|touched|updated|refactored|rewritten|rewrote|fixed|renamed|moved|reverted)';
const CHANGES =
  '(?:changes|change|commits|commit|edits|modifications|updates|fixes|refactorings|work)';
const ORIGIN =
  '(?:added|introduced|created|written|implemented|removed|deleted|deprecated|renamed|born|dropped)';
const REASON =
  '(?:changed|added|introduced|renamed|rewritten|replaced|reverted|refactored|deprecated|modified)';
/** A program does these as well: "why was the packet dropped?" */
const REASON_OF_NAME = '(?:removed|deleted|moved|dropped|split|merged|made|created|written)';
const REASON_NOW =
  '(?:change|add|remove|introduce|rename|delete|rewrite|move|replace|revert|refactor|deprecate|modify|drop|split|merge|make|create|write)';
const WROTE = `(?:wrote|made|authored|built|implemented|developed|designed|created|maintains?|knows?(?: the most| most| best)?(?: about)?|worked (?:most )?on|works on|working on|maintaining|last ${CHANGED}|${CHANGED}(?: most)?|committed to|contributed(?: most)? to)`;
const PEOPLE = '(?:authors?|maintainers?|contributors?|experts?|main developers?|owners?)';

/** Asked behind a question what changed, it is no other question. */
export const ONLY_REASON = new RegExp(
  `^(?:${WHY}|what and why|why (?:was|were|did|had) (?:it|that|this|they)(?: (?:change[ds]?|removed?|done|added|needed|dropped|broken?|break|fixed|happen(?:ed)?|reverted|moved|renamed|replaced|introduced))?(?: (?:before|then|in the first place))?)$`,
  'i',
);

export const historyRules: readonly Rule[] = [
  // Who wrote X (and what changed last)?
  [
    whole(
      `(?:who|which (?:person|people|developers?))(?:['’]s)? (?:has |have |is |are )?(?:been )?(?:mostly |mainly |currently |recently )?${WROTE} `,
      SUBJECT,
      `(?:,? and (?:what (?:was |has )?(?:changed|been changed)|what (?:was|is) changed|when|what changed)(?: in it)?)?${WHEN}`,
      TRAILING_WORDS,
    ),
    (subject = '', since = '') => history(subject, { wanted: 'authors', since }),
  ],
  [
    whole(
      `(?:who (?:is|are|were|was) |show |list |find )?(?:me )?(?:the )?(?:main |original |current )?${PEOPLE} (?:of|for|on) `,
      SUBJECT,
      TRAILING_WORDS,
    ),
    (subject = '') => history(subject, { wanted: 'authors' }, isName(subject)),
  ],
  [
    whole(
      '(?:whom?|who) (?:should|can|could|do|would|must) (?:i|we) (?:ask|talk to|speak to|contact|ping|turn to)(?: for help)? (?:about|on|regarding|with) ',
      SUBJECT,
      TRAILING_WORDS,
    ),
    (subject = '') => history(subject, { wanted: 'authors' }),
  ],
  [
    whole('who (?:owns|is responsible for|is in charge of) ', SUBJECT, TRAILING_WORDS),
    (subject = '') => (isName(subject) ? history(subject, { wanted: 'authors' }) : undefined),
  ],
  [
    whole('(?:git )?blame (?:for |of |on )?', SUBJECT),
    (subject = '') => history(subject, { wanted: 'authors' }, isName(subject)),
  ],
  // When was X added? Which commit removed X? Who added X?
  [
    whole(
      '(?:since )?when (?:was|were|did) ',
      SUBJECT,
      ` (?:first |originally |initially )?(?:been )?(?:${ORIGIN}(?: (?:to|into) \\S{1,60})?|appear|land|come in)`,
      TRAILING_WORDS,
    ),
    (subject = '') => history(subject, { wanted: 'origin' }),
  ],
  [
    whole(
      `(?:who|(?:in )?(?:which|what) (?:commit|change|version|release|pr|pull request)) (?:first |originally )?${ORIGIN} `,
      SUBJECT,
      '(?:,? (?:and|&) (?:why|when|what for|for what reason))*',
      TRAILING_WORDS,
    ),
    (subject = '') => history(subject, { wanted: 'origin' }),
  ],
  [
    whole(
      'since when (?:do we have|is there|does|has|have we had) ',
      SUBJECT,
      '(?: exist| been there)?',
      TRAILING_WORDS,
    ),
    (subject = '') => history(subject, { wanted: 'origin' }),
  ],
  [
    whole(
      `when (?:was|were|did|has|have) `,
      SUBJECT,
      ` (?:been )?(?:last |most recently )?(?:${CHANGED}|change)(?: last)?`,
      TRAILING_WORDS,
    ),
    (subject = '') => history(subject, { wanted: 'changes' }),
  ],
  // Why was X changed?
  [
    whole(
      'why (?:was|were|has|have|did) ',
      SUBJECT,
      ` (?:been |get |recently |last )*(?:${REASON}|change)(?: (?:recently|lately|last|again|like (?:this|that)|this way|so))?(?: (?:for|in|with|because of) .{1,60}?)?`,
      TRAILING_WORDS,
    ),
    (subject = '') => history(subject, { wanted: 'reason' }),
  ],
  [
    whole(
      'why (?:was|were|has|have) ',
      SUBJECT,
      ` (?:been |get |recently |last )*${REASON_OF_NAME}(?: (?:recently|lately|again))?(?: (?:for|in|with|because of) .{1,60}?)?`,
      TRAILING_WORDS,
    ),
    (subject = '') => history(subject, { wanted: 'reason' }, isName(subject)),
  ],
  [
    whole(
      `why did (?:we|you|they|he|she|i|someone|somebody|anyone) (?:ever )?${REASON_NOW} `,
      SUBJECT,
      TRAILING_WORDS,
    ),
    (subject = '') => history(subject, { wanted: 'reason' }),
  ],
  [
    whole(
      `(?:what (?:is|was) the )?reasons? (?:for|behind|of) (?:the )?(?:last |latest |recent |newest )?${CHANGES} (?:to|of|in|on) `,
      SUBJECT,
      TRAILING_WORDS,
    ),
    (subject = '') => history(subject, { wanted: 'reason' }),
  ],
  // What changed in X lately and why? What changed last week?
  [
    whole(
      `what(?:['’]s| is| has| have| was| were| did| things)? (?:changed|change|new|different|happened|been changed|been done|been happening|been going on|going on|modified|been modified|done)(?: (?:recently|lately|most recently|last))? (?:in|to|with|about|on|for|around|inside) `,
      SUBJECT,
      WHEN,
      TRAILING_WORDS,
    ),
    (subject = '', since = '') => history(subject, { wanted: 'changes', since }),
  ],
  // What got fixed around X lately? Has anything changed in X this year, and why?
  [
    whole(
      SAYS_WHEN,
      `(?:what(?:['’]s| has| have| is| was)?(?: got| been)? (?:changed|new|happened|going on|added|fixed|improved|reworked)|(?:has |did )?(?:anything|something)(?: been)? (?:changed?|happen(?:ed)?|new))(?: (?:recently|lately))? (?:in|to|with|about|around|for) `,
      SUBJECT,
      '(?:[ ,;–-]+(?:which|what) (?:changes|commits) (?:went in|were made|landed|came in|are there))?',
      WHEN,
      '(?:[.?;,]? what and why)?',
      TRAILING_WORDS,
    ),
    (subject = '', since = '') => topic(subject, since),
  ],
  // Did something change about X?
  [
    whole(
      'did (?:anything|something|we|you|they|somebody|someone) (?:recently |lately )?change (?:anything |something )?(?:about|with|around|in|to) ',
      SUBJECT,
      WHEN,
      TRAILING_WORDS,
    ),
    (subject = '', since = '') => topic(subject, since),
  ],
  // Any recent fixes around X?
  [
    whole(
      `(?:(?:are|were|is|was) there |have there been |has there been |show me |list )?(?:any|some|the) (?:recent|new|latest|newer) (?:bug ?)?(?:${CHANGES}|fix|improvements?) (?:around|to|in|for|on|with|about|of) `,
      SUBJECT,
      WHEN,
      TRAILING_WORDS,
    ),
    (subject = '', since = '') => topic(subject, since),
  ],
  // config.go seems to have changed a lot this month, what's going on there?
  [
    whole(
      `(?!(?:who|what|why|where|when|how|which|is|are|do|does|did|can|could)\\b)(.{2,80}?) (?:seems? to have|appears? to have|has|have|was|were|got|keeps?) (?:been )?(?:changed?|changing|rewritten|refactored|reworked|modified)(?: (?:a lot|quite a bit|quite a lot|heavily|so much|much|again))?(?: (?:${LATELY}|${TIME}))?[ ,;.–-]+(?:so |and )?(?:what(?:['’]s| is| was)? (?:going on|happening|happened|up|new|changed|the (?:story|reason)).{0,60}|why.{0,40})`,
    ),
    (subject = '', since = '') => topic(subject, since),
  ],
  // What's the story behind the X changes?
  [
    whole(
      `what(?:['’]s| is| was) the story (?:with|behind|of) (?:the )?`,
      SUBJECT,
      ` ${CHANGES}(?: in (?:early |late |mid )?(?:\\p{L}{3,9} )?\\d{4})?${WHEN}`,
      TRAILING_WORDS,
    ),
    (subject = '', since = '') => topic(subject, since),
  ],
  [
    whole(
      `what(?:['’]s| is| has| have| was| were| did)? (?:changed?|new|happened|been changed|been done|been going on|done)${WHEN}`,
      TRAILING_WORDS,
    ),
    (since = '') => allChanges(since),
  ],
  // The uploads went back and forth lately, what changed and why?
  [
    whole(
      `(?!(?:who|what|why|where|when|how|which|is|are|do|does|did|can|could)\\b)(.{8,160}?)[,;.–-]+ (?:so )?what(?:['’]s| has| have)? (?:been )?changed(?: there| here| in it)?,? and ${WHY}`,
    ),
    (told = '') => ({
      kind: 'history',
      subject: told.replace(new RegExp(` ${LATELY}$`, 'i'), ''),
      wanted: 'changes',
    }),
  ],
  [
    whole(
      `how (?:has|have|did) `,
      SUBJECT,
      ` (?:been )?(?:changed|change|evolved|evolve|developed|develop)${WHEN}`,
      TRAILING_WORDS,
    ),
    (subject = '', since = '') => history(subject, { wanted: 'changes', since }),
  ],
  [
    whole(
      `(?:what (?:are|is|were|was) |what |which |show |list |find |summari[sz]e )?(?:me )?(?:the |all |all the )?(?:recent |latest |last |newest |most recent |last (?:few|two|three|five|ten|\\d{1,3}) )?${CHANGES} (?:have been made |were made |have been |were |was |made |there )?(?:of|to|in|on|for) `,
      SUBJECT,
      WHEN,
      TRAILING_WORDS,
    ),
    (subject = '', since = '') => history(subject, { wanted: 'changes', since }, isName(subject)),
  ],
  [
    whole(
      `(?:what (?:are|is|were|was) |show |list |find |summari[sz]e )(?:me )?(?:the |all |all the )?(?:recent|latest|last|newest|most recent) (?:few )?${CHANGES}(?: of| to| in| on| for) `,
      SUBJECT,
      TRAILING_WORDS,
    ),
    (subject = '') => history(subject, { wanted: 'changes' }),
  ],
  [
    whole(
      `(?:what (?:are|is|were|was) |show |list |find |summari[sz]e )?(?:me )?(?:the |all |all the )?(?:recent|latest|last|newest|most recent) (?:few |two |three |five |ten |\\d{1,3} )?(?:changes|commits|commit|change)(?: here)?${WHEN}`,
      TRAILING_WORDS,
    ),
    (since = '') => allChanges(since),
  ],
  [
    whole(
      '(?:what is |show |show me |tell me )?(?:the )?(?:git )?(?:history|log) (?:of|for|on) ',
      SUBJECT,
      TRAILING_WORDS,
    ),
    (subject = '') => history(subject, { wanted: 'changes' }, isName(subject)),
  ],
];

interface Asked {
  readonly wanted: HistoryQuestion['wanted'];
  readonly since?: string;
  /** Of the subject. */
  readonly mostWords?: number;
}

/** What commits may be about, whether or not it has a name in the code. */
function topic(subject: string, since: string): HistoryQuestion | undefined {
  return history(subject, { wanted: 'changes', since, mostWords: MAX_TOPIC_WORDS });
}

/** "Suppressing static initializers via the agent". */
const MAX_TOPIC_WORDS = 9;

/** `fits`: whether the words could as well be about something in the code. */
function history(
  given: string,
  { wanted, since = '', mostWords }: Asked,
  fits = true,
): HistoryQuestion | undefined {
  // "The websocket support (ws.go)" is that of the file.
  const [, path] = /^[^()]{1,80} \((?!v?\d+\.)([\w./-]{1,80}\.[a-z]\w{0,5})\)$/i.exec(given) ?? [];
  const subject = cleanSubject(
    path ??
      given
        .replace(EXAMPLE, '')
        .replace(IN_BRACKETS, '')
        .replace(IN_VERSION, '')
        .replace(IN_FOLDER, '$2/$1'),
  );
  if (!fits || !isThing(subject, mostWords)) return undefined;
  return {
    kind: 'history',
    subject: isEverything(subject) ? '' : subject,
    wanted,
    ...(since && { since: plainTime(since) }),
  };
}

/** "Stale files, e.g. via a cache". */
const EXAMPLE = /[ ,]+(?:e\.g\.|i\.e\.|for example|for instance|such as)(?= ).*$/i;
/** "TestResult (the test helper)". */
const IN_BRACKETS = / \((?:the|a|an|our) [^()]{1,80}\)$/i;
/** "What changed in 2.1 around retries?" */
const IN_VERSION = /^v?\d+\.[\w.]+ (?:around|with|about|regarding|concerning|for) /i;
/** "numeric.go in pgtype". */
const IN_FOLDER = /^(?:the )?([\w-]{1,80}\.[a-z]\w{0,5}) in (?:the )?([\w./-]{1,80})$/i;

/** To all of the code. */
function allChanges(since: string): HistoryQuestion {
  return {
    kind: 'history',
    subject: '',
    wanted: 'changes',
    ...(since && { since: plainTime(since) }),
  };
}

function isEverything(subject: string): boolean {
  return /^(?:this |whole |entire )*(?:repo|repository|code|codebase|code base|project|everything|here|this|sources?)$/i.test(
    subject,
  );
}

/** `in the last two weeks` → `last two weeks`. */
function plainTime(time: string): string {
  return time
    .replace(/^(?:in|over|during|within|since|after) /i, '')
    .replace(/^the /i, '')
    .trim();
}
