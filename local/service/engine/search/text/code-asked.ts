import { soundsLikeFailure, soundsLikePlace, soundsLikeSetting } from './asked-in-other-words.js';
import { asksHowTo } from './asks-how-to.js';

/** What is asked for that decides which lines count. */
export type CodeAsked =
  /** Where something is done. */
  | 'place'
  /** What is done if something fails. */
  | 'failure'
  /** What something is set to. */
  | 'setting'
  /** How to do something, or to set it: documents answer as well as code. */
  | 'how-to';

/** The first rule that fits decides: those that hold whatever else is asked come first. Of a long message, by its beginning. */
export function codeAskedBy(message: string): CodeAsked | undefined {
  const question = message.slice(0, MAX_LENGTH);
  if (ASKS_FOR_KNOB.test(question)) return 'setting';
  if (ASKS_FOR_PLACE.test(question) || ASKS_WHETHER_DONE.test(question)) return 'place';
  if (HOW_MUCH.test(question)) return 'setting';
  if (TELLS_WAY.test(question)) return undefined;
  if (WHAT_IF_WRONG.test(question)) return 'failure';
  if (asksHowTo(question)) return 'how-to';
  if (IF_WRONG.test(question)) return 'failure';
  if (ASKS_FOR_SETTING.test(question)) return 'setting';
  if (ASKS_WHAT_IS_DONE.test(question) && !SOUNDS_WRONG.test(question)) return 'place';
  if (ASKS_FOR_FAILURE.test(question) || ASKS_HOW_IT_ENDS.test(question)) return 'failure';
  if (asksForValue(question)) return 'setting';
  if (/^\W*(?:why|how come)\b/i.test(question)) return undefined;
  if (soundsLikeSetting(question)) return 'setting';
  if (soundsLikePlace(question)) return 'place';
  return soundsLikeFailure(question) ? 'failure' : undefined;
}

const MAX_LENGTH = 2_000;

/** Whether an option may be the answer. */
export function mayBeOption(asked: CodeAsked | undefined): boolean {
  return asked === 'setting' || asked === 'how-to';
}

/** Whether it is what the code does, rather than a value of it. */
export function isBehavior(asked: CodeAsked | undefined): boolean {
  return asked === 'place' || asked === 'failure';
}

/** Whatever else is asked: "where does that limit come from", "which knob is that". */
const ASKS_FOR_KNOB =
  /\b(?:limit|cap|default|value|number|timeout|maximum|minimum) (?:comes?|coming) from|\b(?:which|what) (?:option|setting|knob|flag|parameter|variable)s?\b|\bwhere(?:['’]?s| is| are) (?:that|this|the) (?:limit|cap|default|timeout|maximum|minimum)\b|\bsomething (?:i|we|you) can (?:set|change|configure|turn)\b/i;
const ASKS_FOR_PLACE =
  /\bat (?:what|which) (?:point|step|stage)\b|\bwhere(?:['’]?s\b| (?:is|are|was|were|do|does|did|would|should|can|could)\b)|\b(?:which|what) (?:bit|part|piece|code|function|method|class|module|file|lines?|place)s?\b|\b(?:looking for|find|show me) (?:the )?(?:code|place|bit|function|lines?)\b|\bthe (?:code|place|bit|rule|part|function) (?:that|which|where|for)\b/i;
/** Of code that is not known by what it is called: "was that ever dealt with?" */
const ASKS_WHETHER_DONE =
  /(?:^|[.?!]\s+)(?:was|were|has|have|had|did|got) (?:that|this|it|those|they|the|we|you|any(?:body|one)|some(?:body|one))\b[^.?!]{0,80}\b(?:dealt? with|sort(?:ed)? (?:that |this |it )?out|tak(?:e|en) care of|addressed|fix(?:ed)?|resolved?|solved?|repaired|closed|plugged)\b[^.?!]{0,60}[?!.]*\s*$/i;
/** "What happens from the click until the row is saved?" */
const TELLS_WAY =
  /^\W*what (?:happens|goes on) (?:from\b.{3,100}\b(?:to|until|till|through)\b|between\b.{3,100}\band\b)/i;
/** "What happens when somebody joins?" */
const ASKS_WHAT_IS_DONE = /\bwhat happens (?:when|after|once|on)\b/i;
/** Words that are said of failures alone. */
const FAILURE =
  '(?:fail\\w*|throw\\w*|err(?:or\\w*|s)|exceptions?|crash\\w*|panic\\w*|reject\\w*|tim(?:es?|ed|ing) out|invalid|corrupt\\w*|malformed|missing|unreachable|unavailable|refuses?|refused|denied|blow(?:s|ing)?|breaks?|broken|lost|lose|leak\\w*|stuck|hangs?(?! (?:together|on\\b))|offline|(?:goes|go|is|are) (?:down|away|wrong)|drops?|dies|dead|typo\\w*)';
/** Those that are so only of what does not happen every day: "what happens if the queue is full?" */
const WRONG = `(?:${FAILURE}|time-?outs?|exceed\\w*|expir\\w*|kill\\w*|disconnect\\w*|runs? out|stops? (?:respond|answer|work)\\w*|no longer|cannot|can['’]?t|(?:is|are|does|do) not|(?:is|are|does|do)n['’]?t|wrong|dropped|full|down|conflicts?|captcha|twice)`;
const WORD_END = '(?![\\p{L}\\p{N}])';
const WHAT_IF = '\\bwhat (?:happens|would happen|if)\\b';
/** Even if it goes on with a setting: "what happens if the disk is full, can we resume?" */
const WHAT_IF_WRONG = new RegExp(`${WHAT_IF}.{0,120}\\b${WRONG}${WORD_END}`, 'iu');
const ASKS_FOR_FAILURE = new RegExp(
  `${WHAT_IF}|\\b(?:what (?:does|do)|how|if|when|does|do|can|will|is|are)\\b.{0,120}\\b${FAILURE}${WORD_END}`,
  'iu',
);
const SOUNDS_WRONG = new RegExp(`\\b${WRONG}${WORD_END}`, 'iu');
/** "If the queue is down, is the mail lost?", rather than "if I want to add an error, how do I?" */
const IF_WRONG = new RegExp(
  `^\\W*(?:if|when) (?!(?:i|we|you) (?:want|need|have|add)\\b)[^,]{0,120}\\b${WRONG}${WORD_END}[^,]{0,80}, `,
  'iu',
);
/** Even if it goes on with a failure: "how long do we wait for a worker that hangs?" */
const HOW_MUCH = /^\W*how (?:long|many|much|often|big|large)\b/i;

/** "The port is taken, do we retry or die at once?", "what does the caller see then?" */
const ASKS_HOW_IT_ENDS = new RegExp(
  [
    '\\b(?:do|does|did|is|are|will|would)\\b.{0,80}\\b(?:gives? up|die|falls? over|refuse|retry|try again|keep (?:trying|retrying)|swallow|hang|blow up)\\b.{0,60}\\bor\\b',
    '\\bor\\b.{0,60}\\b(?:gives? up|given up|die|falls? over|refuse|retry|retried|try again|keep (?:trying|retrying)|swallow(?:ed)?|hang|blow up|kicked out|thrown away)\\b',
    '\\bwhat (?:do|does|will|would) (?:i|we|you|they|people|(?:the|my|our|a) \\w+) (?:get(?! back)|see|receive)\\b',
    '\\b(?:fails?|throws?|crash(?:es)?|dies|breaks?)\\b.{0,80}, (?:do|does|is|are|will|what)\\b',
  ].join('|'),
  'i',
);

const ASKS_FOR_SETTING = new RegExp(
  [
    '\\b(?:defaults?|out of the box|options?|settings?|configur\\w+|knobs?|toggles?|(?:switch|turn)(?:ed)? (?:it |that |this |them )?(?:on|off))\\b',
    '\\b(?:what|something|anything) (?:do (?:i|we) (?:have to |need to )?|to )(?:set|change|raise|lower|switch|turn|pass|enable|disable|configure)\\b',
    '\\bis there (?:a|an|any|some) (?:\\w+ )?(?:limit|cap|maximum|minimum|timeout|switch|flag|slack|tolerance)\\b',
  ].join('|'),
  'i',
);

/** Whether a number is asked for by itself, and not only mentioned. */
export function asksForValue(question: string): boolean {
  return ASKS_FOR_VALUE.test(question);
}

const ASKS_FOR_VALUE =
  /\bhow (?:many|long|much|often|big|large|deep|far)\b|\b(?:what|which)(?:['’]?s| is| are|)\b.{0,30}\b(?:defaults?|cap|limits?|max(?:imum)?|min(?:imum)?|number|threshold|timeout|exit codes?)\b/i;
