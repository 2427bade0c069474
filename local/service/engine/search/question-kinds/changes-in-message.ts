import { type HistoryQuestion, LEAD } from './rule.js';
import { cleanSubject, isName } from './subject.js';

/** "Since the upgrade", "since 2.1"; but not "since the peer closed it". */
const SINCE =
  'since (?:(?:we|i|you|they|the|our|about|around|early|late|mid)[ -]){0,2}(?:v?\\d|last|yesterday|then\\b|this|(?:upgrad|updat|bump|migrat|mov|switch|releas)\\w*|(?:\\w+ ){0,2}(?:version|release|upgrade|update|bump)|(?:jan|febr)uary|march|april|may|june|july|august|(?:septem|octo|novem|decem)ber|spring|summer|autumn|winter|[\\w./-]+ v?\\d+\\b).{0,30}';
/** "2.1", "v3.x"; but not "1.5x" or "1.5h". */
const VERSION =
  'v?(?!\\d+\\.\\d+ ?(?:x|ms|s|secs?|seconds?|m|mins?|minutes?|h|hours?|%|[kmg]b)(?!\\w))\\d+\\.\\w[\\w.]*(?![\\w.])';
const LATELY = `(?:lately|recently|of late|these days|in the (?:last|past|latest)\\b.{0,30}|${SINCE}|this (?:week|month|year|spring|summer|autumn|fall|winter)|on (?:master|main)|between v?\\d[\\w.]* (?:and|to) v?\\d[\\w.]*|(?:in|on|with|after|from) ${VERSION}(?! ?(?:ms|s|secs?|seconds?|minutes?|hours?|%|[kmg]b)\\b))`;
const CHANGED =
  '(?:touched|changed?|reworked|rewritten|refactored|renamed|removed|modified|updated|come back|came back|go away|gone away|fixed|deprecated|dropped|replaced|reverted|turned (?:on|off)|re-?enabled|disabled)';

const UPDATED =
  '(?:since|after|when|by) (?:we |i |you |an? |the )?(?:upgrad|updat|bump|migrat)\\w*|releases?|(?:new|newer|newest|last|latest|old|older|previous|earlier|next|recent|which) versions?|versions? v?\\d[\\w.]*|commits?|changelog|(?:added|introduced)|pr|pull request|v?\\d+\\.\\d[\\w.]*';

interface ChangePattern {
  /** The subject is the first group. */
  readonly asks: RegExp;
  /** What else has to be so: "was it removed?" and "did anything happen?" may be about what the program does. */
  readonly needs?: (sentence: string, subject: string) => boolean;
}

const LATE = new RegExp(`\\b(?:${LATELY})`, 'iu');
const TRAILING_LATE = new RegExp(`,? (?:${LATELY})$`, 'iu');

/** "Did DateOnly just come back?", but not "was the message just dropped?" */
function isLate(sentence: string, subject: string): boolean {
  return LATE.test(sentence) || (/\bjust\b/i.test(sentence) && isName(subject));
}

const GOT = '(?:get |got |been |finally |actually |first |first time |all )';
/** What happens to code rather than while it runs. */
const CHANGES_CODE =
  '(?:swapp?(?:ed)?|replaced?|switch(?:ed)?|introduced?|renamed?|rewritten|reworked|refactored|reverted|deprecated?|come in|came in|land(?:ed)?|go away|chang(?:ed?|ing)|broken?|broke|fixed|ripped out|killed|get rid|go in|get in|got in|went in|sorted out|repaired|merged)';
const CHANGES = `(?:${CHANGES_CODE}|added|dropp?(?:ed)?|removed?|moved?|split|start(?:ed)?|stop(?:ped)?|turned|disappear(?:ed)?|happen(?:ed)?|gone|there)`;

const CHANGE: readonly ChangePattern[] = [
  // Something changed this spring in X.
  {
    asks: new RegExp(
      `^${LEAD}(?:something|things?|a lot|quite a bit) (?:has |have )?(?:been )?changed?(?: (?:${LATELY}))? (?:in|with|about|to|around) (.{2,120}?)(?:,? (?:${LATELY})){0,2}$`,
      'iu',
    ),
    needs: isLate,
  },
  {
    asks: new RegExp(
      `^${LEAD}(?:(?:did|has|have)(?:n['’]t)?) (?:any|some)(?:thing|one|body) (?:been )?(?:recently |lately )?(?:changed?|happen(?:ed)?)(?: recently| lately)? (?:with|in|to|about|around|for) (.{2,120}?)(?:,? (?:${LATELY})){0,2}$`,
      'iu',
    ),
    needs: (sentence, subject) => /\bchange/i.test(sentence) || isLate(sentence, subject),
  },
  {
    asks: new RegExp(
      `^${LEAD}(?:did|has|have|was|were) (.{2,80}?) (?:get |got |been |just |recently |lately |ever )*${CHANGED}\\b(?=.{0,60}$)`,
      'iu',
    ),
    needs: isLate,
  },
  {
    // What changed this summer about consumers?
    asks: new RegExp(
      `^${LEAD}what(?: has| have| got| was|['’]s)? (?:been )?(?:changed|fixed|reworked) (?:${LATELY}),? (?:in|with|to|about|around|for) (.{2,140}?)(?:,? (?:and|&) .{2,60})?$`,
      'iu',
    ),
  },
  {
    // What size caps were added lately for packets?
    asks: new RegExp(
      `^${LEAD}(?:what|which) ((?!is |was |are |were |has |have |else )[\\p{L}\\p{N}][^?]{2,80}?) (?:was|were|got|has been|have been) (?:${CHANGED}|added|introduced)\\b(?=.{0,80}$)`,
      'iu',
    ),
    needs: isLate,
  },
  {
    // What's been going on with X, what was actually broken with X?
    asks: new RegExp(
      `^${LEAD}what(?:['’]s| has) been (?:going on|happening) (?:with|in|around|to) (.{2,120}?)(?:,? (?:and|&) why)?$`,
      'iu',
    ),
  },
  {
    asks: new RegExp(
      `^${LEAD}what (?:was|were) (?:actually |really |exactly )?(?:broken|wrong|the (?:bug|problem|issue)) (?:with|in|about|around) (.{2,120}?)(?:,? (?:and|&) .{2,80})?$`,
      'iu',
    ),
  },
  {
    asks: new RegExp(
      `^${LEAD}what (?:ever )?happened (?:to|with) (?!.* (?:when|if) )(.{2,100}?)(?:,? (?:${LATELY}))?(?:,? (?:and|&) .{2,80})?$`,
      'iu',
    ),
  },
  {
    // What changed in 2.1 around X, and why?
    asks: /^what(?: has| have|['’]s)? (?:been )?changed (?:in|with|since|between) v?\d[\w.]*(?: (?:and|to) v?\d[\w.]*)?,? (?:around|with|in|about|for|to|regarding|concerning) (.{2,140}?)(?:,? (?:and|&) .{2,40})?$/iu,
  },
  {
    // What got changed in X around the 2.1 release, and why?
    asks: /^(?=.*(?:\bv?\d+\.\d|\b(?:and|&) why|\brecently\b|\blately\b))what(?: has| have| got| was| were|['’]s)? (?:been )?changed (?:lately |recently )?(?:in|with|to|about|around|for) (.{2,120}?)(?: (?:around|in|since|with|before|after) (?:the )?v?\d[\w.]*(?: release)?)?(?:,? (?:and|&) .{2,60})?$/iu,
  },
  {
    // When did we get X?
    asks: /^when did (?:we|you|they|it) (?:first )?(?:get|add|gain|start|stop|begin|introduce|drop|remove|switch|swap|move|replace|rename|rewrite|change|fix|raise|lower|bump|make|turn|enable|disable|deprecate|require|allow|support|split|merge|upgrade|migrate) (.{2,140})$/iu,
  },
  {
    // What did we change about waiting for a reply, and why? What was changed last in it?
    asks: new RegExp(
      `^${LEAD}what (?:exactly |actually )?(?:(?:did|have) (?:we|you|they|people|somebody|someone) (?:change|changed|fix|fixed|do|done)|(?:was|has been|got) (?:changed|fixed|reworked) last) (?:about|in|with|around|to|for) (.{2,140}?)(?:,? (?:and|&) .{2,60})?$`,
      'iu',
    ),
  },
  {
    // What was the fix for slow starts in the last release?
    asks: new RegExp(
      `^${LEAD}what (?:was|is|were|are) the (.{2,80}? (?:fix(?:es)?|changes?|rewrite|refactoring)\\b.{0,80})$`,
      'iu',
    ),
    needs: (sentence) =>
      LATE.test(sentence) || /\breleases?\b|\bversion\b|\b20\d\d\b/i.test(sentence),
  },
  {
    // When did fast-glob get swapped out?
    asks: new RegExp(
      `^${LEAD}when (?:did|was|were) (.{2,120}?) ${GOT}*${CHANGES_CODE}\\b.{0,80}$`,
      'iu',
    ),
  },
  {
    // When did the client start telling its region?
    asks: /^when did (.{2,140}? (?:start|begin|stop|cease|get|gain|learn|turn|become) .{2,140})$/iu,
  },
  {
    // When was the old check dropped, and why? Not: when was the message dropped?
    asks: new RegExp(
      `^${LEAD}when (?:did|was|were) (.{2,120}?) ${GOT}*${CHANGES}\\b.{0,80}$`,
      'iu',
    ),
    needs: (sentence, subject) =>
      isName(subject) || /\b(?:and|&) why\b|\breasons?\b/i.test(sentence) || LATE.test(sentence),
  },
  {
    // Why did X stop doing Y? Not: why did it stop after an hour?
    asks: /^(?!.*\b(?:when|whenever|if|after|while|until)\b)why (?:did|has|have) (.{2,140}? (?:stop|stopped|switch|switched|start|started|drop|dropped|lose|lost)\b.*)$/iu,
  },
  {
    // Why does X no longer do Y? Why can't I do Y any more?
    asks: /^why (?:did|does|do|has|have|is|are|can|can['’]?t) (.{2,140}? no longer\b.*|.{2,140} any ?more)$/iu,
  },
  {
    // Did anybody fix X?
    asks: /^(?:did|has|have) (?:any|some)(?:one|body) (?:ever |already |recently )?(?:fix(?:ed)?|chang(?:e|ed)|touch(?:ed)?|rewr(?:ite|itten|ote)|refactor(?:ed)?|remov(?:e|ed)|renam(?:e|ed)) (.{2,140})$/iu,
  },
];

/** Asked behind something that was told. */
const ABOUT_TOLD: readonly RegExp[] = [
  // What changed there, and why? What else has changed?
  /^what(?:['’]s| has| have| else| exactly| was| were| got)? (?:been )?changed(?:,| (?:there|here|in it|and|between|lately|recently|since)\b|$)/i,
  // What got fixed there since then?
  /^what(?:['’]s| has| have| got| was)? (?:been )?(?:changed|fixed|done|reworked) (?:there|here|in it|about (?:it|that))\b/i,
  // Why was that changed? Any idea when it broke?
  /^(?:any idea )?(?:why|when) (?:that|this|it|they) (?:was |were |got )?(?:changed|removed|dropped|added|reverted|happened|broke)\b.{0,30}$/i,
  // What did they change about that?
  /^what (?:did|have) (?:they|you|we|people|somebody|someone) (?:changed?|do|done|fix|fixed)\b.{0,30}\b(?:that|this|it|there)\b/i,
  // Was that changed? Has it been rewritten since?
  /^(?:was|has) (?:that|this|it) (?:been )?(?:ever |recently |lately |just )?(?:changed|reworked|rewritten|refactored|reverted)\b/i,
  // Which change repaired it?
  /\b(?:which|what) (?:change|commit|fix|pr|pull request|release|version) (?:\w+ )?(?:fixed|repaired|changed|broke|introduced|caused|brought|added|removed|did|made) (?:it|that|this)\b/i,
  // Since when, and is that intended?
  /^since (?:when|which (?:version|release))\b.{0,60}$/i,
  // Did something change there?
  /^(?:did|has|have) (?:something|anything|that|this|it) (?:been )?(?:chang(?:ed?|ing)|happen(?:ed)? (?:there|here))\b/i,
  // When did that come in? Since which release is it gone?
  new RegExp(
    `^(?:any idea )?(?:when|(?:in |since |as of )?(?:which|what) (?:version|release|commit)) (?:exactly )?(?:did|was|were|has|is|got) (?:that|this|it|they|those|these) (?:all )?${GOT}*${CHANGES}\\b`,
    'i',
  ),
];

const SAYS_CHANGE = new RegExp(
  `\\b(?:${CHANGED}|${LATELY}|no longer|any ?more|used to|gone|${UPDATED})(?!\\w)`,
  'iu',
);

/** The same, where a change was told: otherwise they are about what the program does. */
const ABOUT_TOLD_CHANGE: readonly RegExp[] = [
  // What's the story? What was the motivation for it?
  /^what(?:['’]s| is| was) the (?:story|reason|motivation|reasoning|thinking|background)\b.{0,40}$/i,
  // Why was that? Why did they do it?
  /^why (?:was|were|did|has) (?:that|this|it|they)\b.{0,60}$/i,
  // Why doesn't it any more? Why not now?
  /^why (?:not|(?:is|does|do|can|are)n['’]t|can['’]t)\b.{0,60}$/i,
  /^what happened(?: there| here)?(?:,? and .{2,40})?$/i,
  // What was fixed? What was wrong, and how did they fix it?
  /^what (?:exactly |actually )?(?:was|got|has been) (?:fixed|wrong|broken|the (?:bug|problem|issue|cause|fix))\b.{0,60}$/i,
  /^what(?:['’]s| is| was) (?:that|this|it) (?:all )?about$/i,
  // Was that dropped on purpose? Did it get sorted out, and how? Not: was it moved to the trash?
  new RegExp(
    `^(?:did|has|have|was|were|got) (?:that|this|it|they|these|those) ${GOT}*(?:just |recently |lately |ever )*(?:${CHANGES_CODE}\\b|(?:added|dropp?(?:ed)?|removed?|moved?|start(?:ed)?|stop(?:ped)?|happen(?:ed)?|gone)\\b(?=.*\\b(?:on purpose|intentional\\w*|deliberate\\w*|by design|and (?:why|how|when)|recently|lately|in (?:a|which|the|some) (?:release|version))\\b)).{0,80}$`,
    'i',
  ),
  // Was it on purpose?
  /^(?:was|is) (?:that|this|it) (?:change )?(?:done )?(?:on purpose|intentional|intended|deliberate|by design|a regression)\b/i,
];

const REPAIRED =
  '(?:fixed|resolved|solved|addressed|patched|corrected|dealt with|taken care of|sorted out)\\b(?! (?:by|with|in place)\\b)';
/** "Did we fix that?" */
const FIXED_BY =
  /^(?:did|have|has) (?:we|you|they|people|somebody|someone|anybody|anyone) (?:ever |already |finally |since )*(?:(?:fix|solve|repair|resolve|address|sort)(?:e?d)? (?:out )?|deal(?:t)? with |t(?:ake|aken) care of )(?:that|this|it|those)\b/i;
const TROUBLE =
  '(?:that|this|the) (?:\\w+ )?(?:hole|gap|loophole|leak|bug|issue|problem|flaw|vulnerability|regression)';
const HOLE = '(?:that|this|the) (?:\\w+ )?(?:hole|gap|loophole|leak|vulnerability)';
const SOMETHING = `(?:${TROUBLE}|something|anything|that|this|it|they|those)`;
/** Was something fixed there? Is it fixed by now? But not: is that fixed, or can I set it? */
const FIXED = new RegExp(
  `\\b(?:was|were|has|have|did|got) ${SOMETHING} (?:been |get |got |ever |since |finally |now |already )*${REPAIRED}|\\b(?:is|are) ${SOMETHING} (?:(?:been|since|finally|now|already|meanwhile) )+${REPAIRED}|\\b(?:was|has|did|got) (?:that|this|the) (?:[\\w'’-]+ ){1,5}(?:been|ever|since|finally|already) (?:been |get |got |ever |since |finally |already )*${REPAIRED}|(?:^|[.?!]\\s+)(?:was|has|did|got) ${HOLE} (?:been |get |got |ever |since |finally |now |already )*(?:closed|plugged)\\b`,
  'i',
);

/** "I heard that was fixed recently." */
const HEARD = new RegExp(
  `\\b(?:that|this|it|they|those) (?:was|were|got|has been|have been|is|are|seems?(?: to be)?) ${GOT}*${CHANGED}`,
  'i',
);

/** "What was the cause?" */
const ABOUT_CHANGE =
  /^(?:why\b|how (?:was|did|is)\b|what(?:['’]s| was| is| were)? (?:the |it |that )?(?:cause|reason|fix|problem|bug|wrong|different|changed|story)\b)/i;

/** What the one who asks did to something of their own: "I added a header". */
const OWN_CHANGE =
  /\b(?:i|we|you)(?:['’]ve| have| had)? (?:(?:just|also|recently|already|now) )*(?:add|remov|chang|renam|dropp|replac|disabl|enabl|turn|modifi|touch|introduc)ed\b|\b(?:i|we|you)(?:['’]ve| have| had)? (?:(?:just|also|recently|already|now) )*updated (?!to\b|from\b)/gi;

/** "Where do I see, in the output, what changed?" */
const IS_QUESTION =
  /^(?:who|why|where|when|how|what|which|is|are|can|could|do|does|should|will|would)\b/i;

/** "Seems gone after upgrading, what was wrong?" */
const TOLD_AND_ASKED =
  /^(?!(?:who|why|where|when|how|what|which|is|are|can|could|do|does|did|should|will|would|if)\b)(.{5,200}?), ((?:what|why|how|which|when|was|did|has|have)\b.{4,120})$/i;

/** What was changed: it is in the sentence, or was told in those before. */
export function changesIn(
  sentence: string,
  before: readonly string[],
  after: readonly string[] = [],
): HistoryQuestion | undefined {
  const [, first, second] = TOLD_AND_ASKED.exec(sentence) ?? [];
  if (first !== undefined && second !== undefined && SAYS_CHANGE.test(first)) {
    const found = changesIn(second, [...before, first], after);
    if (found) return found;
  }
  const told = before.join(' ');
  if (told !== '' && !IS_QUESTION.test(told)) {
    const asks = (one: RegExp) => one.test(sentence);
    if (ABOUT_TOLD.some(asks)) return changes(told);
    if (ABOUT_TOLD_CHANGE.some(asks) && SAYS_CHANGE.test(told.replace(OWN_CHANGE, ' ')))
      return changes(told);
    if (FIXED.test(sentence) || FIXED_BY.test(sentence)) return changes(`${told} ${sentence}`);
    const isAll = after.length === 0 || after.some((one) => ABOUT_CHANGE.test(one));
    if (isAll && HEARD.test(sentence) && LATE.test(sentence)) return changes(told);
  }
  for (const { asks, needs } of CHANGE) {
    const [, subject = ''] = asks.exec(sentence) ?? [];
    if (subject === '' || needs?.(sentence, subject) === false) continue;
    const own = cleanSubject(subject.replace(TRAILING_LATE, ''));
    const isAbout = !/^(?:it|this|that|they|you|we|i|there|anything|something)$/i.test(own);
    const found = changes(isAbout ? own : told);
    if (found) return found;
  }
  return undefined;
}

function changes(about: string): HistoryQuestion | undefined {
  const subject = about.trim().slice(0, MAX_TOPIC_LENGTH).trim();
  if (!/[\p{L}_]{3}/u.test(subject)) return undefined;
  return { kind: 'history', subject, wanted: 'changes' };
}

const MAX_TOPIC_LENGTH = 200;
