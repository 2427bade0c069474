/**
 * Whether somebody asks how to do something, which documents answer as well as code. "How do we decide that?" asks how
 * the code does it, and "can you explain that?" only for an answer.
 */
export function asksHowTo(question: string): boolean {
  return question
    .split(SENTENCE_END)
    .some((sentence) => !ASKS_OTHERWISE.test(sentence) && HOW_TO.test(sentence));
}

const SENTENCE_END = /(?<=[.?!;])\s+/;
const ASKS_OTHERWISE =
  /^\W*(?:and |so |but |or )?(?:why|when|who|what (?:happens|if)|how (?:come|does|did|is|are|was|were)(?! one\b))\b/i;

const ADVERB = '(?:(?:even|just|actually|really|best|easily|quickly|simply|then) )?';
/** Who wants to know or to compare something asks for an answer, not for what to do. */
const KNOW =
  '(?:tell|know|be (?:sure|certain)|see|trust|describe|read|understand|think|explain|summari[sz]e|compare|lose|end up|have \\w{1,20}|get an? [\\w -]{0,40}(?:error|exception))\\b';
/** What people do, rather than programs. */
const DO =
  '(?:set|change|turn|enable|disable|raise|lower|limit|prevent|force|add|write|deploy|install|run|build|test|debug|release|publish|upgrade|update|configure|customi[sz]e|use|create|start|register|extend|override|switch|migrate|regenerate|generate|plug|point)\\b';
const MAKE = '(?:make|stop|keep|let|avoid) (?!an? [\\w-]{1,60}\\W{0,20}$|sure\\b|track\\b|up\\b)';
/** What somebody is asked to do for an answer. */
const ANSWER =
  '(?:explain|describe|show|walk|help|point|give|find|list|draw|summari[sz]e|remind|compare|outline|clarify|confirm|break down|elaborate|tell|look|check)\\b';

const HOW_TO = new RegExp(
  [
    `\\bhow (?:(?:do|can|could|would|should|might|must) i|(?:can|could|would|should|might|must) (?:we|you|somebody)|(?:do|does|can|would|should) one) (?!${ADVERB}${KNOW})`,
    `\\bhow do (?:we|you) ${ADVERB}(?:${DO}|${MAKE})`,
    '(?:^\\W*|[,:;] |\\b(?:know|need|explain|wondering|(?:show|tell) (?:me|us)) )how ?to\\b',
    '\\bhow (?:can|could|should|must) [\\w -]{2,40} be (?:\\w{2,20}ed|set|run|built|made|done)\\b',
    `\\b(?:can|could) (?:i|we) (?!${ADVERB}(?:${KNOW}|rely\\b|expect\\b|assume\\b|be\\b|still\\b|safely\\b|recover\\b|resume\\b|help\\b))\\w+`,
    `\\b(?:can|could) you (?!(?:please |quickly |just |maybe )?(?:${KNOW}|${ANSWER}))\\w+`,
    '\\b(?:is there|any) (?:(?:a|an|any|some) )?(?:\\w+ ){0,2}way (?:of |(?:i|we|you) (?:can|could) |to (?!see\\b|tell\\b|find out\\b|know\\b|inspect\\b))',
    '\\bany ?way to (?!see\\b|tell\\b|find out\\b|know\\b)',
    '\\bpossible to (?!see\\b|tell\\b|find out\\b|know\\b)',
    "\\bwhat(?:[’']?s| is| would be) the (?:right|best|proper|recommended|usual|easiest|simplest|supported|correct) way\\b|[,:;] how\\?\\s*$",
    '\\b(?:do|would) (?:i|we) (?:have|need) to\\b|\\bam i supposed to\\b|(?<!how )\\bshould i\\b',
  ].join('|'),
  'i',
);
