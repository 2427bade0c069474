import { termsOf } from '../../../index/terms.js';

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

const VALUE =
  /(?:(?<![!=<>])=>?|[<>]=?(?=\s*(?:[2-9]|\d\d))|[:|(,]|\bto|\bof|\bis|\breturn|\bdefaults?)\s*[`'"*]{0,2}-?(?:\d[\d_.]*|Infinity)\b|^\s*(?:(?:export|public|private|protected|static|final|pub|const|let|var)\s+){0,4}(?:[\w<>[\]:]+\s+)?[A-Z][A-Z0-9_]{2,}\b.*[=:]/;
const LIST = /^\s*(?:(?:\*|\/\/[/!]?|#)\s+)?(?:[-*+•]|\d{1,2}[.)])\s+\S/;
const OUTCOME =
  /\b(?:throws?|raises?|panic!?|reject|catch|rescue|except|return|exit|abort|errors?)\b/;

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
