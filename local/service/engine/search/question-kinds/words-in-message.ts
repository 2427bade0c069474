import type { HistoryQuestion, UsageQuestion } from './rule.js';
import { CODE_NAME, isCodeName, nameBefore, usagesOf } from './usages-in-message.js';

/**
 * What a message asks for whose sentences have none of the usual forms: told by words that say that code was changed, or that
 * something uses what has a name. "Anybody got the commit?", "is it safe to drop `peek`, or are there callers left?"
 */
export function kindByWords(message: string): UsageQuestion | HistoryQuestion | undefined {
  const text = message.replace(/\s+/g, ' ').replace(/’/g, "'").trim();
  return CHANGED.some((one) => one.test(text)) ? told(text) : usagesByWords(text);
}

const COMMIT = '(?:commit|change|fix|patch|pr|mr|pull request|merge request)';
const VERSION = '(?:version|release)s?';
/** What was done to code, rather than what code does. */
const DONE =
  '(?:chang|remov|dropp?|add|introduc|revert|renam|rewr|replac|swapp?|switch|bump|rais|lower|mov|split|deprecat|refactor|rework|fix|repair|stopp?|start|disabl|enabl|turn|touch|clos|plugg?)\\w*';
const IRREGULAR =
  '(?:broke|made|brought|took|put|let|gave|got rid|did|cut|set|undid|wrote|was|were)';

function anyCase(text: string): RegExp {
  return new RegExp(text, 'i');
}

const CHANGED: readonly RegExp[] = [
  // Which change got rid of that leak? Which PR was it?
  anyCase(
    `\\b(?:which|what) (?:\\w+ )?(?:${COMMIT}|${VERSION}) (?:\\w+ )?(?:${IRREGULAR}|\\w+ed)\\b(?! to\\b)`,
  ),
  anyCase(
    '\\b(?:which|what) (?:commit|pr|pull request|mr|merge request)\\b|\\bwhat (?:is|was) the (?:commit|change|fix) (?:that|which|for)\\b',
  ),
  // Anybody got the commit? I'm looking for the change.
  anyCase(
    `\\b(?:got|have|has|find|remembers?|recalls?|knows?|looking for|search(?:ing)? for|links? to|point me (?:to|at)|behind) (?:me )?(?:the|that|a) (?:\\w+ )?${COMMIT}\\b(?! (?:log|event|handler|listener|detection|message|set|stream|feed)s?\\b)`,
  ),
  anyCase(`\\bby (?:which|what) (?:\\w+ )?${COMMIT}\\b`),
  anyCase(`\\bthe (?:\\w+ )?${COMMIT} (?:that|which) (?:\\w+ )?(?:${IRREGULAR}|\\w+ed)\\b`),
  anyCase(
    '\\b(?:everything|anything|all|whatever) that (?:landed|changed|went in|came in|was merged)\\b',
  ),
  // Didn't we fix that last year? What did #12 change?
  anyCase(
    `\\bdid(?:n't| not) (?:we|they|you|some\\w+|any\\w+) (?:not |ever |already |once )?(?:solve|patch|undo|${DONE})\\b`,
  ),
  anyCase('\\bwhat did (?:\\w+ )?#?\\d+\\b .{0,20}\\b(?:change|fix|do|break)\\b'),
  anyCase(`\\b(?:was|were|has|have|did)\\b .{2,100} at some point\\b`),
  anyCase(
    '\\b(?:is|was|has) (?:it|that|this) (?:been )?(?:already |now |finally )?fixed (?:already|now|yet|by now)\\b',
  ),
  // From which version is this? Which release first shipped it?
  anyCase(
    `\\b(?:from|since|in|as of|until|with) (?:which|what) ${VERSION} (?:is|was|did|does|do|has|on|exactly)\\b|\\bsince (?:which|what) ${VERSION}`,
  ),
  anyCase(
    `\\b(?:which|what) ${VERSION} (?:\\w+ )?(?:ship|contain|has|have|had|got|brought|came)\\w*\\b`,
  ),
  anyCase(`\\bfirst ${VERSION} (?:with|that|to|which)\\b`),
  // Was it ever reverted? Has it always been seconds?
  anyCase(
    `\\b(?:was|were|has|have|had|did) .{2,80}\\bever\\b (?:been |get |got )?(?:${DONE}|there|an? |the )`,
  ),
  anyCase('\\b(?:was|were) there (?:ever|once)\\b'),
  anyCase('\\b(?:has|have|had) .{2,80} always (?:been|had|allowed|\\w+ed)\\b'),
  // It was bumped from 5 to 12. Heartbeats went from 10s to 30s.
  anyCase(
    '\\b(?:bumped|raised|lowered|increased|decreased|reduced|changed|went|switched|moved|go) (?:\\w+ )?from [^,.?!]{1,30} to [^,.?!]{1,30}(?=.*\\b(?:why|when|who|which|looking|commit|at some point)\\b|[^?]*\\?)',
  ),
  // Why was that bumped? How come the lock was removed? Why did strict become the default?
  anyCase(
    `\\bwhy (?:was|were|did|has|have) [^,.?!]{1,80} (?:bumped|introduced|reverted|renamed|rewritten|refactored|deprecated|switched|swapped|ripped out|thrown out|taken out)\\b(?! (?:if|when|whenever|on|by|while)\\b)`,
  ),
  anyCase(`\\bhow come [^,.?!]{1,80} ${DONE}(?<=ed|split|rewritten)\\b`),
  anyCase(
    `\\bwhy (?:was|were|did|has|have) (?:the )?\`[^\`]{1,80}\` (?:\\w+ )?(?:get )?${DONE}(?<=ed|split|rewritten)\\b`,
  ),
  anyCase('\\bwhy .{1,60} (?:became|become)\\b'),
  anyCase('\\bhow .{1,60} (?:ended up|evolved?|came to be)\\b'),
  // The motivation for splitting it, the story behind the change.
  anyCase(
    `\\b(?:motivation|motive|reasons?|reasoning|rationale|story|history|background|idea)\\b.{0,12}\\b(?:for|behind|of)\\b.{0,40}\\b(?:(?:the|that|this) (?:\\w+ )?${COMMIT}|removal|rename|rewrite|split|splitting|swap|${DONE}(?<=ing))\\b`,
  ),
  anyCase(
    `\\bwho (?:\\w+ )?(?:wrote|broke|fixed|repaired|solved|dropped|removed|deleted|reverted|renamed|split)\\b`,
  ),
  anyCase(
    '\\b(?:how long|since when) (?:has|have)\\b.{1,80}\\b(?:been|there|like (?:this|that))\\b',
  ),
  // Recent changes to the key handling, what landed there?
  anyCase(`\\brecent(?:ly)? (?:\\w+ )?(?:${COMMIT}(?:e?s)|work)\\b`),
  anyCase(
    "\\bwhat(?:'s| has| else)? (?:has )?(?:landed|went in|came in|got merged|was merged|touched)\\b(?! if\\b| when\\b)",
  ),
  anyCase('\\blast time (?:any|some|we|it|that)\\w*\\b.{0,20}\\b(?:touch|chang|edit|modif)'),
  anyCase('\\bchange(?:s|d)? between v?\\d'),
  anyCase(
    '\\bchangelog (?:says|mentions|talks|has)\\b|\\bbisect(?:ing)?\\b|\\bgit (?:blame|log)\\b',
  ),
  // It was that way in the past, and is not any more.
  anyCase(
    '\\b(?:used to|in the past|back then|when i joined|in an? (?:old|older|earlier|previous) version|in (?:march|april|may|june|july|spring|summer|autumn|winter))\\b.*\\b(?:now|not any ?more|no longer|changed?|when|since|why|on (?:main|master|head))\\b',
  ),
  anyCase('\\bdifferent(?:ly)? (?:than|from) (?:it (?:was|did)|before|in \\w+)\\b'),
  anyCase('\\b(?:did|has|have|is) .{2,120} (?:already )?land(?:ed)?\\b'),
  // Did the fix go in before the split? Was that before or after the outage?
  anyCase(
    `\\b(?:did|has|was|is) (?:the|that|this|a) (?:\\w+ )?${COMMIT}\\b.{0,60}\\b(?:go|gone|went|get|got|make|made|land|merged|released|shipped|backported)\\b`,
  ),
  anyCase(
    '\\b(?:bug|issue|problem|leak|hole)\\b.{0,80}\\b(?:was|were|got|been|is|being) (?:ever |already |finally |now |really )*fixed\\b',
  ),
  anyCase('\\b(?:bug|issue|problem|leak|hole)\\b.{2,80}: fixed\\b'),
];

function told(text: string): HistoryQuestion {
  return { kind: 'history', subject: text.slice(0, MAX_LENGTH).trim(), wanted: 'changes' };
}

const MAX_LENGTH = 200;

/** What is done with what has a name. */
const USE =
  '(?:us(?:e|es|ed|ing)|call(?:s|ed|ing)?|invok(?:e|es|ed|ing)|read(?:s|ing)?|import(?:s|ed|ing)?|touch(?:es|ing)?|depend(?:s|ing)? (?:up)?on|rel(?:y|ies|ying) on|referenc(?:e|es|ed|ing)|refers? to|instantiat\\w+|construct(?:s|ed|ing)?|consum(?:e|es|ed|ing)|consult(?:s|ed|ing)?|exercis(?:e|es|ing)|lean(?:s|ing)? on|go(?:es|ing)? through|ends? up (?:in|at|calling)|looks? at|subclass(?:es|ing)?|implements?|access(?:es)?|subscrib(?:es?|ing) to|listen(?:s|ing)? (?:to|for)|tak(?:es?|ing) the value of|overrid(?:e|es|ing)|(?:makes?|making) an instance of|creat(?:e|es|ing))';
const WHO =
  '(?:who|what|which|whose|any(?:thing|one|body|where)|no(?:body|thing| one)|some(?:thing|body|one|where)?|every(?:thing|one|body|where)?|all|each|the places|code paths?|does|do)';
/** Of the same clause: "what happens if somebody calls it" asks for something else. */
const STILL =
  '(?:(?!\\b(?:if|when|whenever|happens?|because|after|while|where|how|why)\\b)[^.?!;])';
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
    `(?<!\\b(?:if|when|once|whenever) )\\b${WHO}\\b${STILL}{0,60}?\\b${USE}(?:${NEAR}| )${NAMED}`,
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
  anyCase(
    `\\b(?:${WHO.replace('|does|do', '')}|what)\\b[^.?!]{0,40}?\\b${USE}(?: [\\w'-]+){0,2}? ${IT}`,
  ),
  anyCase(
    `\\b(?:where|from (?:which|what) \\w+)\\b[^.?!]{0,40}\\b(?:is|are|do|does|did)\\b[^.?!]{0,30}\\b(?:${USED} from|call ${IT})`,
  ),
  anyCase(`\\b(?:how many|any|every|all|which|what|no) (?:of the |\\w+ )?(?:${USERS}|imports)\\b`),
  anyCase(
    '\\b(?:whose|which|what) (?:code|features?|tests?|handlers?)\\b[^.?!]{0,40}\\b(?:touching|break|affected|need)',
  ),
  anyCase(
    '\\bwhat (?:would i break|(?:would |will )?breaks?|else breaks)\\b|\\bhow many (?:places|spots|files|lines|functions)\\b',
  ),
];

function usagesByWords(text: string): UsageQuestion | undefined {
  const sentences = text.split(/(?<=[.?!;]) /).filter((one) => !ASKS_OTHERWISE.test(one));
  for (const one of sentences) {
    const found = named(one);
    if (found) return found;
  }
  const isOfIt = sentences.some((one) => ITS_USES.some((uses) => uses.test(one)));
  const name = isOfIt ? nameBefore(text) : undefined;
  return name !== undefined && isCodeName(name) ? usagesOf(name, '') : undefined;
}

function named(sentence: string): UsageQuestion | undefined {
  const names: string[] = [];
  const masked = sentence.replace(NAME, (said, given: string) => {
    const name = given.replace(/[.:]+$/, '');
    if (!isCodeName(name) && !said.startsWith('`')) return said;
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
/** "How does the router decide which handler calls `next`?" */
const ASKS_OTHERWISE = /^(?:and |so |but )?(?:how (?!widely|often|much|heavily|many)|why\b)/i;
