/** What the lines of an answer look like, judged by the words of the question. */
export type AskedShape = 'value' | 'order' | 'outcome' | 'change' | 'place';

const SHAPES: readonly (readonly [AskedShape, RegExp])[] = [
  [
    'value',
    /\b(?:how (?:many|long|much|close|big|large|deep|wide|often|far|old|fast)|defaults?|cap|limits?|limited|max|maximum|min|minimum|numbers?|threshold|timeout|exit codes?|set to|levels?)\b/i,
  ],
  ['order', /\b(?:wins?|order|precedence|priority|override[sn]?|overridden|first|before)\b/i],
  [
    'outcome',
    /\b(?:what happens|throws?|thrown|errors?|exceptions?|fails?|failed|panics?|blows? up|crash\w*|giv(?:es?|ing) up|rejects?|rejected|returns?)\b/i,
  ],
  [
    'change',
    /\b(?:what happened to|when (?:was|were|did)|no longer|used to (?:work|be)|worked before|since when|removed|upgrad\w+|migrat\w+|deprecat\w+|what did \S+ add|in (?:version )?v?\d+\.\d+)\b/i,
  ],
  ['place', /\b(?:where|which (?:file|function|class|module))\b/i],
];

/** Every shape that the question has words of. */
export function askedShapes(question: string): ReadonlySet<AskedShape> {
  return new Set(SHAPES.flatMap(([shape, pattern]) => (pattern.test(question) ? [shape] : [])));
}

const VALUE =
  /(?:=>?|[:|(,]|\bto|\bof|\bis|\breturn|\bdefaults?)\s*[`'"*]{0,2}-?(?:\d[\d_.]*|Infinity)\b|^\s*(?:(?:export|public|private|protected|static|final|pub|const|let|var)\s+){0,4}(?:[\w<>[\]:]+\s+)?[A-Z][A-Z0-9_]{2,}\b.*[=:]/;
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

const MAX_LENGTH = 300;
