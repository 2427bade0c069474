/** What happens to somebody, rather than what was decided. */
const HAPPENS =
  '(?:\\w+ly )?(?:get|see|lose|losing|fail|time out|timing out|run(?:ning)? into|receiv|hit|crash|hang|end up|keep \\w+ing|have to|need to wait)(?:e|s|es|ing|ting|ed)?\\b';
const MADE =
  '(?:done|made|written|built|handled|implemented|named|called|structured|designed|kept)';
/** "Why do we call it twice?", "is there a reason for that?": why the code is as it is, not why something happens. */
const ASKS_FOR_REASON = new RegExp(
  [
    `\\b(?:why|how come) (?:(?:do|did|would|are|were|have|had|should|must|can|could)(?:n['’]?t| not)? |can['’]?t )?(?:we|you) (?!${HAPPENS})`,
    '\\bwhy (?:is|was) there (?:a|an|no)\\b',
    '\\bwhy (?:not (?:just |simply )?use|use)\\b',
    `\\bwhy (?:is|are|was|were) .{1,80}\\b(?:chosen|hard-?coded|needed|necessary|set to|limited to|capped|pinned|split)\\b`,
    `\\bwhy (?:is|are|was|were) .{1,80}\\b${MADE} .{0,30}\\b(?:(?:this|that) way|like (?:this|that))\\b`,
    '\\bwhy (?:is|are|was|were|does|do|did) .{1,120}\\b(?:on purpose|in the first place)\\b',
    '\\b(?:is|was) there (?:a|any) (?:\\w+ )?(?:reason|rationale|motivation)\\b',
    '\\b(?:reason|motivation) (?:for|behind) (?!.{0,30}\\b(?:\\d{3}|\\w*(?:errors?|exceptions?|fail\\w*|crash\\w*|refus\\w*|responses?|timeouts?|warnings?|status|messages?)\\b))',
    '\\brationale (?:of|for|behind)\\b',
    "\\bwhat(?:['’]?s| is| was) the (?:point|idea) (?:behind|of \\w+ing)\\b",
    '(?<!\\bwhat )\\bwas (?:that|this|it) (?:done |added |meant |only |just )?(?:for|because) \\w',
    '\\bwhat made (?:us|you|them) (?:choose|use|pick|go|do)\\b',
  ].join('|'),
  'i',
);

/** Whether somebody asks why the code is as it is. `question`: a plain one. */
export function asksForReason(question: string): boolean {
  return ASKS_FOR_REASON.test(question);
}
