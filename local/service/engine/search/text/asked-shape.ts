import { termsOf } from '../../../index/terms.js';
import { soundsLikeFailure, soundsLikePlace, soundsLikeSetting } from './asked-in-other-words.js';
import { asksHowTo } from './asks-how-to.js';

/** What the lines of an answer look like, judged by the words of the question. */
export type AskedShape = 'value' | 'order' | 'outcome' | 'change' | 'place';

/** "Dropped" or "upgraded" alone is said of messages and connections too. */
const CHANGES = [
  /what happened to|when (?:was|were|did)|no longer|used to (?:work|be)|worked before|since (?:when|which)/,
  /(?:which|what) (?:release|(?:major |minor )?version)s? (?:\w+ ){0,2}(?:add|introduce|remove|drop|change|fix|rename|break|deprecate)(?:s|d|ed|ped)?/,
  /(?:which|what) (?:release|(?:major |minor )?version)s? (?:was|were|did|broke)|(?:goes|go|gone|went) away/,
  /^(?:has|have|was|were|why (?:has|have|was|were))\b.*(?:removed|dropped|renamed|deprecated|changed)/,
  /(?:drop\w*|remov\w+|lost) support|support (?:\S+ ){0,4}(?:dropped|removed)|breaking changes?|deprecat\w+/,
  /(?:upgrad|migrat)\w+ (?:from|to) (?:version )?v?\d\S*|(?:do|can|should) (?:i|we|you) (?:upgrade|migrate)/,
  /what did \S+ add|in (?:version )?v?\d+\.\d+/,
];

function anyOf(patterns: readonly RegExp[]): RegExp {
  return new RegExp(`\\b(?:${patterns.map(({ source }) => source).join('|')})\\b`, 'i');
}

const SHAPES: readonly (readonly [AskedShape, RegExp])[] = [
  [
    'value',
    /\b(?:how (?:many|long|much|close|big|large|deep|wide|often|far|old|fast)|defaults?|cap|limits?|limited|max|maximum|min|minimum|numbers?|threshold|timeout|exit codes?|set to|levels?|sizes?|cost|duration|(?:if|when|unless) (?:i|we|you|nobody|nothing|none|it|one) (?:do(?:es)?n['’]?t|do(?:es)? not|isn['’]?t|is not|is) (?:set|pass|configure|give|specif)\w*|without (?:setting|passing|specifying|configuring|giving))\b/i,
  ],
  ['order', /\b(?:wins?|order|precedence|priority|override[sn]?|overridden|first|before)\b/i],
  [
    'outcome',
    /\b(?:what happens|throws?|thrown|errors?|exceptions?|fails?|failed|panics?|blows? up|crash\w*|giv(?:es?|ing) up|rejects?|rejected|returns?)\b/i,
  ],
  ['change', anyOf(CHANGES)],
  ['place', /\b(?:where|which (?:file|function|class|module))\b/i],
];

/** Every shape that the question has words of. */
export function askedShapes(question: string): ReadonlySet<AskedShape> {
  return new Set(SHAPES.flatMap(([shape, pattern]) => (pattern.test(question) ? [shape] : [])));
}

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

export function codeAskedBy(question: string): CodeAsked | undefined {
  if (ASKS_FOR_KNOB.test(question)) return 'setting';
  if (ASKS_FOR_PLACE.test(question) || ASKS_WHETHER_DONE.test(question)) return 'place';
  if (HOW_MUCH.test(question)) return 'setting';
  if (WHAT_IF.test(question)) return 'failure';
  if (asksHowTo(question)) return 'how-to';
  if (ASKS_FOR_SETTING.test(question)) return 'setting';
  if (ASKS_FOR_FAILURE.test(question) || ASKS_HOW_IT_ENDS.test(question)) return 'failure';
  if (asksForValue(question)) return 'setting';
  if (/^\W*(?:why|how come)\b/i.test(question)) return undefined;
  if (soundsLikeSetting(question)) return 'setting';
  if (soundsLikePlace(question)) return 'place';
  return soundsLikeFailure(question) ? 'failure' : undefined;
}

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
/** Even if it goes on with a setting: "what happens if the disk is full, can we resume?" */
const WHAT_IF =
  /\bwhat (?:happens|would happen|if)\b.{0,120}\b(?:fail\w*|error\w*|exceptions?|crash\w*|reject\w*|invalid|corrupt\w*|missing|unreachable|refused|breaks|lost|stuck|hangs?|offline|dies|dead|(?:is|are|gets?|goes|go) (?:\w+ )?(?:full|down|away|wrong|broken|dropped))\b/i;
const ASKS_FOR_FAILURE =
  /\bwhat (?:happens|would happen|if)\b|\b(?:what (?:does|do)|how|if|when|does|do|can|will|is|are)\b.{0,120}\b(?:fail\w*|throw\w*|errors?|errored|exceptions?|crash\w*|panic\w*|reject\w*|tim(?:es?|ed|ing) out|invalid|corrupt\w*|missing|unreachable|refused|blow(?:s|ing)?|breaks?|lost|lose|leak\w*|stuck|hangs?|(?:goes|go|is|are) (?:down|away|wrong|offline)|drops?|dies|dead|typo\w*)\b/i;
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

const VALUE =
  /(?:(?<![!=<>])=>?|[<>]=?(?=\s*(?:[2-9]|\d\d))|[:|(,]|\bto|\bof|\bis|\breturn|\bdefaults?)\s*[`'"*]{0,2}-?(?:\d[\d_.]*|Infinity)\b|^\s*(?:(?:export|public|private|protected|static|final|pub|const|let|var)\s+){0,4}(?:[\w<>[\]:]+\s+)?[A-Z][A-Z0-9_]{2,}\b.*[=:]/;
const LIST = /^\s*(?:(?:\*|\/\/[/!]?|#)\s+)?(?:[-*+•]|\d{1,2}[.)])\s+\S/;
const OUTCOME =
  /\b(?:throws?|raises?|panic!?|reject|catch|rescue|except|return|exit|abort|errors?)\b/;

/** Whether a number is asked for by itself, and not only mentioned. */
export function asksForValue(question: string): boolean {
  return ASKS_FOR_VALUE.test(question);
}

const ASKS_FOR_VALUE =
  /\bhow (?:many|long|much|often|big|large|deep|far)\b|\b(?:what|which)(?:['’]?s| is| are|)\b.{0,30}\b(?:defaults?|cap|limits?|max(?:imum)?|min(?:imum)?|number|threshold|timeout|exit codes?)\b/i;

/** How well a line looks like an answer to a question of these shapes, from 0 to 1. */
export function shapeScore(text: string, shapes: ReadonlySet<AskedShape>): number {
  const line = text.slice(0, MAX_LENGTH);
  const scores = [
    shapes.has('value') && VALUE.test(line) ? 1 : 0,
    shapes.has('order') && LIST.test(line) ? 0.8 : 0,
    shapes.has('outcome') && OUTCOME.test(line) ? 0.7 : 0,
  ];
  return Math.max(...scores);
}

/** Whether any of the lines has a number behind a sign or word that sets it, or any other number than 0 and 1. */
export function hasValue(lines: readonly string[]): boolean {
  return lines.some((line) => {
    const text = line.slice(0, MAX_LENGTH);
    return VALUE.test(text) || /(?<![\w.#-])(?:[2-9]|\d[\d_.]*\d)\b/.test(text);
  });
}

/** By what is asked: words that its answers often have, whatever the question says. */
const HINTS: readonly (readonly [asked: RegExp, words: string])[] = [
  [
    /\bhow (?:long|often|soon|fast)\b|\btime(?:s|d)? ?outs?\b|\bwait/i,
    'timeout delay ms millis seconds sec minutes hours days ttl interval period every expire expiry duration age',
  ],
  [
    /\bhow (?:many|much|big|large|deep|far)\b|\b(?:max\w*|limit\w*|cap)\b/i,
    'max maximum limit count min size attempts threshold depth cap',
  ],
  [/\bdefaults?\b|\bout of the box\b|\bif (?:i|we|you) do(?:n['’]?t| not)\b/i, 'default defaults'],
  [
    /\b(?:order|wins?|precedence|priority|first|preferred|before|after)\b/i,
    'order first precedence priority then before after override',
  ],
  [
    /\b(?:can (?:i|we|you)|how (?:do|can|could) (?:i|we|you)|is there (?:a|an|any) (?:way|option|setting|flag))\b/i,
    'option setting config flag parameter enable disable',
  ],
];

/** The terms of the words that answers to the question often have, for each thing that it asks. */
export function hintsOf(question: string): readonly ReadonlySet<string>[] {
  return HINTS.filter(([asked]) => asked.test(question)).map(
    ([, words]) => new Set(words.split(' ').flatMap(termsOf)),
  );
}

const MAX_LENGTH = 300;
