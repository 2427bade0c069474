import type { HistoryQuestion, UsageQuestion } from './rule.js';
import {
  ABBREVIATION_OR_FILE,
  CODE_NAME,
  isCodeName,
  nameBefore,
  usagesOf,
} from './usages-in-message.js';

/**
 * What a message asks for whose sentences have none of the usual forms: told by words that say that code was changed, or that
 * something uses what has a name. "Anybody got the commit?", "is it safe to drop `peek`, or are there callers left?"
 */
export function kindByWords(message: string): UsageQuestion | HistoryQuestion | undefined {
  const text = message.replace(/\s+/g, ' ').replace(/’/g, "'").trim();
  const asking = sentencesOf(text).filter((one) => !ASKS_OTHERWISE.test(one));
  const isChange = asking.some((sentence) => CHANGED.some((one) => one.test(sentence)));
  return isChange ? told(text) : usagesByWords(text, asking);
}

const COMMIT = '(?:commit|change|fix|patch|pr|mr|pull request|merge request)';
const VERSION = '(?:version|release)s?';
const IRREGULAR = '(?:broke|made|brought|took|put|let|gave|got rid|did|cut|set|undid|was|were)';
/** What is done to code. Programs close, drop, add and start things as well. */
const EDITED =
  '(?:chang|renam|rewr|refactor|rework|revert|deprecat|replac|swapp|alter|remov|introduc|bump)\\w*';

function anyCase(text: string): RegExp {
  return new RegExp(text, 'i');
}

/** In one sentence. */
const CHANGED: readonly RegExp[] = [
  // Which change got rid of that leak? Which PR was it? By which PR?
  anyCase(
    `\\b(?:which|what) (?:\\w+ )?${COMMIT} (?:(?!is |are |gets? |be )\\w+ )?(?:${IRREGULAR}|\\w+ed)\\b(?! to\\b)`,
  ),
  anyCase(`\\b(?:by|in) (?:which|what) (?:pr|mr|commit|pull request|merge request)\\b`),
  anyCase(`^(?:which|what) (?:commit|pr|mr|pull request|merge request)\\b`),
  // Which release first shipped it? From which version is this?
  anyCase(
    `\\b(?:which|what) ${VERSION} (?:first |actually )?(?:shipped|contained|introduced|brought|added|removed|dropped|fixed|resolved|broke|first had)\\b`,
  ),
  anyCase(`\\b(?:from|since|as of) (?:which|what) ${VERSION}\\b`),
  anyCase(`\\bfirst ${VERSION} (?:with|that had|to have)\\b`),
  // Anybody got the commit? I'm looking for the change. What was the change that did this?
  anyCase(
    `\\b(?:got|find|remembers?|recalls?|knows?|looking for|search(?:ing)? (?:for )?|links? to|point me (?:to|at)|behind) ?(?:me )?(?:the|that) (?:\\w+ )?${COMMIT}\\b(?! (?:logs?|events?|handlers?|listeners?|callbacks?|requests?|modes?|detection|messages?|sets?|streams?|feeds?)\\b)`,
  ),
  anyCase(`\\bwhat was the ${COMMIT} (?:that|which|for)\\b`),
  anyCase(
    `\\bthe (?:\\w+ )?(?:commit|change|pr) (?:that|which) (?:\\w+ )?(?:introduced|added|removed|fixed|broke|caused)\\b`,
  ),
  // Everything that landed there. What did #12 change? Did the rewrite already land?
  anyCase('\\b(?:everything|anything|all|whatever) that (?:landed|changed|went in|was merged)\\b'),
  anyCase('\\bwhat (?:has )?landed\\b|\\bwhat did (?:\\w+ )?#\\d+\\b'),
  anyCase(
    '\\b(?:did|has|was) (?:the|that|this) (?:[\\w()-]+ ){0,12}(?:fix|change|commit|pr|patch|rewrite|refactoring|feature)\\b.{0,80}\\b(?:go in|gone in|went in|get in|land|landed|merged|released|shipped|backported)\\b',
  ),
  anyCase(
    '\\bdid any(?:one|body) merge\\b|\\brecent(?:ly)? (?:\\w+ )?(?:changes|commits|fixes|prs)\\b',
  ),
  // Was it ever reverted? Has it always been seconds, or did that come later?
  anyCase(
    '\\b(?:was|were|has|have) .{2,80}\\bever (?:been )?(?:reverted|renamed|removed|rewritten|refactored|deprecated|replaced)',
  ),
  anyCase('\\bwas there ever an? \\b'),
  anyCase(`\\b(?:was|were|has|have) .{2,100}\\b${EDITED} at some point\\b`),
  anyCase(
    '\\b(?:has|have|had) .{2,80} always (?:been|had|allowed|\\w+ed)\\b.*(?:\\bor did\\b|\\bor only\\b|\\bolder versions?\\b)',
  ),
  // Heartbeats went from 10s to 30s, looking for the ticket.
  anyCase(
    '^(?!when|if|i |we |my ).*\\b(?:bumped|raised|lowered|increased|reduced|went|go) (?:\\w+ )?from [^,.?!]{1,30} to [^,.?!]{1,30}.*\\b(?:why|looking for|commit|at some point)\\b',
  ),
  // Why was it bumped? How come the lock was removed? Why did strict become the default?
  anyCase(
    '\\bwhy (?:was|were|did|has|have) [^,.?!]{1,80} (?:bumped|introduced|reverted|renamed|rewritten|refactored|deprecated|swapped|ripped out|thrown out|taken out)\\b(?! (?:if|when|whenever|on|by|while)\\b)',
  ),
  anyCase(
    '\\bhow come [^,.?!]{1,80} (?:was|were) (?:removed|deleted|renamed|reverted|deprecated|rewritten)\\b(?! (?:if|when|by|on|at)\\b)',
  ),
  anyCase(
    '\\bwhy (?:was|were|did|has|have) (?:the )?`[^`]{1,80}` (?:\\w+ )?(?:get )?(?:removed|dropped|changed|moved|split|raised|lowered|disabled)\\b',
  ),
  anyCase(
    '\\bwhy\\b.{1,60}\\b(?:became|become) (?:the default|mandatory|required|private|public|immutable)\\b',
  ),
  anyCase('\\bhow .{1,60} (?:ended up being|evolved|came to be)\\b'),
  // The motivation for splitting it, the story behind the change.
  anyCase(
    `\\b(?:motivation|motive|rationale|story)\\b.{0,12}\\b(?:for|behind|of)\\b.{0,40}\\b(?:(?:the|that|this) (?:\\w+ )?${COMMIT}|removal|rename|rewrite|split(?:ting)?|swapp?(?:ing)?|moving|replacing|removing|renaming)\\b`,
  ),
  anyCase('\\bwho (?:\\w+ )?(?:broke|fixed|repaired|solved|resolved|reverted|renamed)\\b'),
  anyCase(
    '\\bwho (?:\\w+ )?(?:wrote|dropped|removed|deleted|split)\\b.*(?:\\bdeliberate|\\bon purpose\\b|\\bthe reason\\b|\\band (?:why|when)\\b|\\blogic\\b)',
  ),
  anyCase(
    '\\b(?:how long|since when) has\\b.{1,80}\\bbeen (?:there|like (?:this|that)|deprecated)\\b',
  ),
  anyCase('\\bhow long has (?:it|this|that) been (?:there|like)\\b'),
  anyCase('\\bwhat (?:\\w+ )?touched\\b.*\\b(?:meantime|lately|recently|since|in between)\\b'),
  anyCase('\\blast time (?:any|some|we|it|that)\\w*\\b.{0,20}\\b(?:touch|chang|edit|modif)'),
  anyCase('\\bchange(?:s|d)? between v?\\d|\\bchangelog (?:says|mentions|talks)\\b'),
  anyCase('\\bgit blame (?:on|says|shows|points)\\b|\\b(?:on a|to) bisect\\b'),
  anyCase('\\bdifferent(?:ly)? (?:than|from) (?:it (?:was|did)|before)\\b'),
  // It was that way in the past, and is not any more. That bug was fixed, wasn't it?
  anyCase(
    '\\b(?:used to|in the past|back then|when i joined|in an? (?:old|older|earlier|previous) version)\\b.*\\b(?:now not|not any ?more|no longer|what changed|when did (?:that|this|it)|since when|was that)\\b',
  ),
  anyCase(
    "\\bdid(?:n't| not) (?:we|they|you|some\\w+|any\\w+) (?:already |once )?(?:fix|solve|patch|revert|rename|remove|deprecate|rewrite)\\b",
  ),
  anyCase(
    '\\b(?:bug|issue|leak|hole)\\b.{0,80}\\b(?:was|were|got|been) (?:ever |already |finally |really )*fixed\\b',
  ),
  anyCase('\\b(?:bug|issue)\\b.{2,80}: fixed (?:now|already|yet|or)\\b'),
  anyCase(
    '\\b(?:is|was|has) (?:it|that|this) (?:been )?(?:already |now |finally )?fixed (?:already|now|yet|by now)\\b',
  ),
  anyCase(
    '\\bremember (?:that|\\w+) being (?:fixed|changed|removed)\\b|\\bbeing fixed\\b.*\\bcommit\\b',
  ),
];

function told(text: string): HistoryQuestion {
  return { kind: 'history', subject: text.slice(0, MAX_LENGTH).trim(), wanted: 'changes' };
}

const MAX_LENGTH = 200;

/** What is done with what has a name. */
const USE =
  '(?:us(?:e|es|ing)|call(?:s|ing)?|invok(?:e|es|ing)|read(?:s|ing)?|import(?:s|ing)?|touch(?:es|ing)?|depend(?:s|ing)? (?:up)?on|rel(?:y|ies|ying) on|referenc(?:e|es|ing)|refers? to|instantiat(?:e|es|ing)|construct(?:s|ing)?|consum(?:e|es|ing)|consult(?:s|ing)?|exercis(?:e|es|ing)|lean(?:s|ing)? on|go(?:es|ing)? through|ends? up (?:in|at|calling)|looks? at|subclass(?:es|ing)?|implements?|access(?:es)?|subscrib(?:es?|ing) to|listen(?:s|ing)? (?:to|for)|tak(?:es?|ing) the value of|overrid(?:e|es|ing)|(?:makes?|making) an instance of|creat(?:e|es|ing))';
const WHO =
  '(?:who|what(?! (?:is|are|was|were|does|do|did|should|would|can|arguments|kind|happens)\\b)|which|whose|any(?:thing|one|body|where)|no(?:body|thing| one)|some(?:thing|body|one|where)?|every(?:thing|one|body|where)?|all|each|the places|code paths?|(?:does|do) (?!i\\b|we\\b|you\\b|it\\b|calling\\b|\\uE000))';
/** Of the same clause: "what happens if somebody calls it" asks for something else. */
const SAME_CLAUSE =
  '(?:(?!\\b(?:should|instead|i|if|when|whenever|happens?|because|after|while|where|how|why)\\b)[^.?!;])';
/** Far from the name, the verb has another object. */
const NEAR = "(?: [\\w'-]+){0,5}? ";
const IT =
  '(?:it|this|that|them|these|those|(?:this|that|the) (?:\\w+ )?(?:callback|method|function|class|one|helper|hook|option|constant))\\b';
const USED =
  '(?:used|called|invoked|imported|referenced|read|checked|needed|consumed|instantiated|getting \\w+ed)';
const USERS =
  '(?:callers?|call[- ]?sites?|usages?|references?|users|subclasses|importers|dependents)';
/** What asks for all of them. */
const ANYWHERE =
  '(?:anywhere|somewhere|any ?more|at all|still|besides|outside|apart from|other than|except|elsewhere|from where|leftover|dead code|invoked from|called from|used by)';

/** In place of a name in code: its number, which is the last group. */
const NAMED = '\uE000(\\d+)\uE000';

const USES: readonly RegExp[] = [
  anyCase(
    `(?<!\\b(?:if|when|once|whenever) )\\b${WHO}\\b${SAME_CLAUSE}{0,60}?\\b${USE}(?:${NEAR}| )${NAMED}`,
  ),
  anyCase(`\\b${USERS}\\b(?:${NEAR}| )(?:of|to|for|are)(?:${NEAR}| )${NAMED}`),
  anyCase(
    `\\b(?:where|how (?:widely|often|much|heavily)|from (?:where|which|what)|who|is|are)\\b(?: \\w+){0,3} ${NAMED}(?: (?!and\\b|or\\b)[\\w'-]+){0,2} ${USED}\\b`,
  ),
  anyCase(`\\bhow (?:widely|often|heavily) used (?:is|are) ${NAMED}`),
  anyCase(`${NAMED}\\W{1,4}(?:[\\w'-]+ ){0,6}${USED} (?:[\\w'-]+ ){0,3}${ANYWHERE}\\b`),
  anyCase(`${NAMED}\\b.{0,60}\\b(?:${USERS} (?:left|remaining|there|would)|dead code)\\b`),
];
const ITS_USES: readonly RegExp[] = [
  anyCase(`\\b(?:${WHO}|what)\\b[^.?!]{0,40}?\\b${USE}(?: [\\w'-]+){0,2}? ${IT}`),
  anyCase(
    `\\b(?:where|from (?:which|what) \\w+)\\b[^.?!]{0,40}\\b(?:is|are|do|does|did)\\b[^.?!]{0,30}\\b(?:${USED} from|call ${IT})`,
  ),
  anyCase(`\\b(?:how many|any|every|all|which|what|no) (?:of the |\\w+ )?(?:${USERS}|imports)\\b`),
  anyCase(
    '\\b(?:whose|which|what) (?:code|features?|tests?|handlers?)\\b[^.?!]{0,40}\\b(?:touching|break|affected)',
  ),
  anyCase(
    '\\b(?:remov|drop|delet|renam|chang|kill|mak)\\w*\\b.*\\bwhat (?:(?:would |will )?breaks?|else breaks)\\b|\\bwhat would i break\\b|\\bhow many (?:places|spots)\\b.*\\b(?:updat|chang|touch|break|adapt|fix)',
  ),
];

function usagesByWords(text: string, sentences: readonly string[]): UsageQuestion | undefined {
  for (const one of sentences) {
    const found = named(one);
    if (found) return found;
  }
  const isOfIt = sentences.some((one) => ITS_USES.some((uses) => uses.test(one)));
  const name = isOfIt ? nameBefore(text) : undefined;
  return name !== undefined && isCodeName(name) ? usagesOf(name, '') : undefined;
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.?!;])(?<!\b(?:i\.e|e\.g|etc|vs)\.) /i);
}

function named(sentence: string): UsageQuestion | undefined {
  const names: string[] = [];
  const masked = sentence.replace(NAME, (said, given: string) => {
    const name = given.replace(/[.:?!]+$/, '');
    if (ABBREVIATION_OR_FILE.test(name) || (!isCodeName(name) && !said.startsWith('`')))
      return said;
    names.push(name);
    return `\uE000${names.length - 1}\uE000${given.slice(name.length)}`;
  });
  for (const one of USES) {
    const [asked = '', ...groups] = one.exec(masked) ?? [];
    const name = names[Number(groups.at(-1))];
    if (name !== undefined) return usagesOf(name, asked.match(VERBS)?.at(-1) ?? '');
  }
  return undefined;
}

const NAME = new RegExp(CODE_NAME, 'giu');
const VERBS = new RegExp(`\\b${USE}`, 'gi');
/** "How does the router decide which handler calls `next`?", "our tests use it, how do I …", "where is git's log parsed?" */
const ASKS_OTHERWISE =
  /^(?:and |so |but )?(?:how (?!widely|often|much|heavily|many|come|long)|why (?!was|were|did|has|have)|where (?!all|is\b.{0,60}\bfrom|else)|explain\b|show\b|does any(?:one|body) have\b)|,\s*(?:and |so |but )?(?:how|why|what) (?:do|does|is|are|can|should)\b|\binstead of\b|\bcalled\b.{0,40}\band now\b|^what (?:is|does|makes)\b/i;
