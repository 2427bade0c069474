import { LATELY, TIME } from './asked-time.js';
import { type Asked, allChanges, commitsBy, historyQuestion, topic } from './history-question.js';
import { type Rule, SUBJECT, TRAILING_WORDS, whole } from './rule.js';
import { isName } from './subject.js';

/** As the end of a question, or as a second one. */
const WHY =
  '(?:why|for what reason|what for|what (?:was|were|is|are) (?:they|it|that|those) (?:done |made |changed )?for|what (?:was|were|did) (?:it|that|they|those) (?:fixing|fix|solving|solve)|what (?:was|were|is|are) the (?:reasons?|motivations?|fix|cause|bug)(?: for (?:it|that|this|them))?)';
const WHEN = `(?:,? (?:${LATELY}|${TIME})(?: or so)?)?(?:[,?]? (?:and|&) (?:${WHY}|by whom|who did it|when))?`;
/** Behind a question when something came in. */
const AND_WHY = `(?:,? (?:and|&) (?:${WHY}|why (?:was|were|did) (?:it|they|that) [a-z]{3,12}|by whom|who(?: (?:did|was) it)?|in (?:which|what) (?:commit|version|release|pr|pull request)))*`;
/** What is about the past, whatever else is said. */
const SAYS_WHEN = `(?=.*(?:\\b${LATELY}|\\b${TIME.replace('(', '(?:')}|(?:and|&) ${WHY}))`;
const CHANGED =
  '(?:changed|modified|edited|touched|updated|refactored|rewritten|rewrote|fixed|renamed|moved|reverted)';
const CHANGES =
  '(?:changes|change|commits|commit|edits|modifications|updates|fixes|refactorings|work)';
const ORIGIN = '(?:added|introduced|created|written|implemented|born)';
const REMOVED = '(?:removed|deleted|dropped|retired|killed)';
/** A program does so less often: a message is dropped, a file is deleted. */
const REMOVED_BY_PEOPLE = '(?:removed|retired)';
/** The last commits tell of it, not the first ones. */
const GONE = '(?:deprecated|renamed)';
const REASON = '(?:changed|renamed|rewritten|replaced|reverted|refactored|deprecated|modified)';
/** A program does these as well: "why was the packet dropped?" */
const REASON_OF_NAME = '(?:moved|split|merged)';
const REMOVE = '(?:remove|delete|drop|retire|kill)';
const CAME_IN = '(?:added|introduced)';
const CAME_IN_OF_NAME = '(?:made|created|written)';
const REASON_NOW =
  '(?:change|rename|rewrite|move|replace|revert|refactor|deprecate|modify|split|merge)';
const CAME_IN_NOW = '(?:add|introduce|make|create|write)';
const WROTE = `(?:wrote|made|authored|built|implemented|developed|designed|created|maintains?|knows?(?: the most| most| best)?(?: about)?|worked (?:most )?on|works on|working on|maintaining|last ${CHANGED}|${CHANGED}(?: most)?|committed to|contributed(?: most)? to)`;
const PEOPLE = '(?:authors?|maintainers?|contributors?|experts?|main developers?|owners?)';

function whyWas(done: string): RegExp {
  return whole(
    'why (?:was|were|has|have|did) ',
    SUBJECT,
    ` (?:been |get |recently |last |first )*${done}(?: (?:recently|lately|last|again|like (?:this|that)|this way|so))?(?: ${TIME})?(?: (?:for|in|with|because of) .{1,60}?)?`,
    TRAILING_WORDS,
  );
}

function whyDidWe(act: string): RegExp {
  return whole(
    `why did (?:we|you|they|he|she|i|someone|somebody|anyone) (?:ever )?${act} `,
    SUBJECT,
    TRAILING_WORDS,
  );
}

/** Asked behind a question what changed, it is no other question. */
export const ONLY_REASON = new RegExp(
  `^(?:${WHY}|what and why|why (?:was|were|did|had) (?:it|that|this|they)(?: (?:change[ds]?|removed?|done|added|needed|dropped|broken?|break|fixed|happen(?:ed)?|reverted|moved|renamed|replaced|introduced))?(?: (?:before|then|in the first place))?)$`,
  'i',
);

const CAME: Asked = { wanted: 'origin' };
const WENT: Asked = { wanted: 'changes', isGone: true };
const CHANGED_LAST: Asked = { wanted: 'changes' };

export const historyRules: readonly Rule[] = [
  // Who wrote X (and what changed last)?
  [
    whole(
      `(?:who|which (?:person|people|developers?))(?:['’]s)? (?:has |have |is |are )?(?:been )?(?:mostly |mainly |currently |recently )?${WROTE} `,
      SUBJECT,
      `(?:,? and (?:what (?:was |has )?(?:changed|been changed)|what (?:was|is) changed|when|what changed)(?: in it)?)?${WHEN}`,
      TRAILING_WORDS,
    ),
    (subject = '', since = '') => historyQuestion(subject, { wanted: 'authors', since }),
  ],
  [
    whole(
      `(?:who (?:is|are|were|was) |show |list |find )?(?:me )?(?:the )?(?:main |original |current )?${PEOPLE} (?:of|for|on) `,
      SUBJECT,
      TRAILING_WORDS,
    ),
    (subject = '') => historyQuestion(subject, { wanted: 'authors' }, isName(subject)),
  ],
  [
    whole(
      '(?:whom?|who) (?:should|can|could|do|would|must) (?:i|we) (?:ask|talk to|speak to|contact|ping|turn to)(?: for help)? (?:about|on|regarding|with) ',
      SUBJECT,
      TRAILING_WORDS,
    ),
    (subject = '') => historyQuestion(subject, { wanted: 'authors' }),
  ],
  [
    whole('who (?:owns|is responsible for|is in charge of) ', SUBJECT, TRAILING_WORDS),
    (subject = '') =>
      isName(subject) ? historyQuestion(subject, { wanted: 'authors' }) : undefined,
  ],
  [
    whole('(?:git )?blame (?:for |of |on )?', SUBJECT),
    (subject = '') => historyQuestion(subject, { wanted: 'authors' }, isName(subject)),
  ],
  // Commits by Ann about retries this week
  [
    whole(
      '(?:(?:what are|what were|which|show|list|find) )?(?:me )?(?:the |all |all the |any )?(?:recent |latest |last |newest )?(?:commits (?:made |written )?(?:by|from)|changes (?:made |written )?by) ',
      SUBJECT,
      '(?: (?:about|on|in|to|for|touching) (.{1,60}?))?',
      `(?:,? (?:${LATELY}|${TIME}))?`,
      TRAILING_WORDS,
    ),
    (author = '', about = '', since = '') => commitsBy(author, { about, since }),
  ],
  // When was X added? When was X removed, and why?
  ...[
    [`${ORIGIN}(?: (?:to|into) \\S{1,60})?|appear|land|come in`, CAME] as const,
    [`${REMOVED}(?: from \\S{1,60})?`, WENT] as const,
    [`${GONE}(?: from \\S{1,60})?`, CHANGED_LAST] as const,
  ].map(
    ([done, asked]): Rule => [
      whole(
        '(?:since )?when (?:was|were|did) ',
        SUBJECT,
        ` (?:first |originally |initially )?(?:been )?(?:${done})`,
        TRAILING_WORDS,
        AND_WHY,
      ),
      (subject = '') => historyQuestion(subject, asked),
    ],
  ),
  // Which commit removed X? Who added X?
  ...[[ORIGIN, CAME] as const, [REMOVED, WENT] as const, [GONE, CHANGED_LAST] as const].map(
    ([did, asked]): Rule => [
      whole(
        `(?:who|(?:in )?(?:which|what) (?:commit|change|version|release|pr|pull request)) (?:first |originally )?${did} `,
        SUBJECT,
        '(?:,? (?:and|&) (?:why|when|what for|for what reason))*',
        TRAILING_WORDS,
      ),
      (subject = '') => historyQuestion(subject, asked),
    ],
  ),
  [
    whole(
      'since when (?:do we have|is there|does|has|have we had) ',
      SUBJECT,
      '(?: exist| been there)?',
      TRAILING_WORDS,
    ),
    (subject = '') => historyQuestion(subject, { wanted: 'origin' }),
  ],
  [
    whole(
      `when (?:was|were|did|has|have) `,
      SUBJECT,
      ` (?:been )?(?:last |most recently )?(?:${CHANGED}|change)(?: last)?`,
      TRAILING_WORDS,
    ),
    (subject = '') => historyQuestion(subject, { wanted: 'changes' }),
  ],
  // Why was X changed? Why was X added?
  ...[
    [whyWas(`(?:${REASON}|change)`), 'reason'] as const,
    [whyWas(CAME_IN), 'reason of origin'] as const,
    [whyDidWe(REASON_NOW), 'reason'] as const,
    [whyDidWe(CAME_IN_NOW), 'reason of origin'] as const,
  ].map(
    ([pattern, wanted]): Rule => [
      pattern,
      (subject = '', since = '') => historyQuestion(subject, { wanted, since }),
    ],
  ),
  // Why was X removed?
  [
    whyWas(REMOVED),
    (subject = '', since = '') =>
      historyQuestion(subject, { wanted: 'reason', isGone: true, since }, isName(subject)),
  ],
  [
    whyWas(REMOVED_BY_PEOPLE),
    (subject = '', since = '') =>
      historyQuestion(
        subject,
        { wanted: 'reason', isGone: true, mayHappen: true, since },
        !/^(?:my|your|his|her|their|it|this|that|they)\b/i.test(subject),
      ),
  ],
  [
    whyDidWe(REMOVE),
    (subject = '') => historyQuestion(subject, { wanted: 'reason', isGone: true }),
  ],
  ...[
    [whyWas(REASON_OF_NAME), 'reason'] as const,
    [whyWas(CAME_IN_OF_NAME), 'reason of origin'] as const,
  ].map(
    ([pattern, wanted]): Rule => [
      pattern,
      (subject = '', since = '') => historyQuestion(subject, { wanted, since }, isName(subject)),
    ],
  ),
  [
    whole(
      `(?:what (?:is|was) the )?reasons? (?:for|behind|of) (?:the )?(?:last |latest |recent |newest )?${CHANGES} (?:to|of|in|on) `,
      SUBJECT,
      TRAILING_WORDS,
    ),
    (subject = '') => historyQuestion(subject, { wanted: 'reason' }),
  ],
  // What changed in X lately and why? What changed last week?
  [
    whole(
      `what(?:['’]s| is| has| have| was| were| did| things)? (?:changed|change|new|different|happened|been changed|been done|been happening|been going on|going on|modified|been modified|done)(?: (?:recently|lately|most recently|last))? (?:in|to|with|about|on|for|around|inside) `,
      SUBJECT,
      WHEN,
      TRAILING_WORDS,
    ),
    (subject = '', since = '') => historyQuestion(subject, { wanted: 'changes', since }),
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
    (subject = '', since = '') => historyQuestion(subject, { wanted: 'changes', since }),
  ],
  [
    whole(
      `(?:what (?:are|is|were|was) |what |which |show |list |find |summari[sz]e )?(?:me )?(?:the |all |all the )?(?:recent |latest |last |newest |most recent |last (?:few|two|three|five|ten|\\d{1,3}) )?${CHANGES} (?:have been made |were made |have been |were |was |made |there )?(?:of|to|in|on|for) `,
      SUBJECT,
      WHEN,
      TRAILING_WORDS,
    ),
    (subject = '', since = '') =>
      historyQuestion(subject, { wanted: 'changes', since }, isName(subject)),
  ],
  [
    whole(
      `(?:what (?:are|is|were|was) |show |list |find |summari[sz]e )(?:me )?(?:the |all |all the )?(?:recent|latest|last|newest|most recent) (?:few )?${CHANGES}(?: of| to| in| on| for) `,
      SUBJECT,
      TRAILING_WORDS,
    ),
    (subject = '') => historyQuestion(subject, { wanted: 'changes' }),
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
    (subject = '') => historyQuestion(subject, { wanted: 'changes' }, isName(subject)),
  ],
];
