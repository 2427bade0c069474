import { type ComparisonQuestion, type Rule, SUBJECT, TRAILING_WORDS, whole } from './rule.js';
import { cleanSubject, isPronoun, isThing } from './subject.js';

const USE = '(?:use|prefer|choose|pick|need|take|call|go for)';
const RATHER = '(?:instead of|over|rather than|and when|or|vs\\.?|versus|and not)';

export const comparisonRules: readonly Rule[] = [
  // What is the difference between A and B? How does A differ from B?
  [
    whole(
      `(?:what(?:['’]s| is| are) |explain |describe |show me )?(?:the )?(?:main |key |exact |actual )?differences? between ${SUBJECT} (?:and|or) ${SUBJECT}`,
      TRAILING_WORDS,
    ),
    comparison,
  ],
  [
    whole(
      `(?:how (?:does|do|is|are)|what makes) ${SUBJECT} (?:differ|different) (?:from|to|than) ${SUBJECT}`,
      TRAILING_WORDS,
    ),
    comparison,
  ],
  [whole(`${SUBJECT} (?:vs\\.?|versus) ${SUBJECT}`), comparison],
  [whole(`compare ${SUBJECT} (?:and|with|to|against) ${SUBJECT}`, TRAILING_WORDS), comparison],
  // When should I use A instead of B?
  [
    whole(
      `(?:when|why) (?:should|would|do|to|can|must)?(?: ?i| ?we| ?you| ?one)? ?${USE} ${SUBJECT} ${RATHER} ${SUBJECT}`,
      TRAILING_WORDS,
    ),
    comparison,
  ],
  [whole(`(?:should|do|would) (?:i|we|you) ${USE} ${SUBJECT} or ${SUBJECT}`), comparison],
  [
    whole(
      `(?:was ist der unterschied zwischen ${SUBJECT} und|quelle est la différence entre ${SUBJECT} et|(?:cuál es la|qué) diferencia (?:hay )?entre ${SUBJECT} y) ${SUBJECT}`,
    ),
    (...found) => comparison(...found.filter(Boolean)),
  ],
];

const MAX_WORDS = 4;

function comparison(first = '', second = ''): ComparisonQuestion | undefined {
  const [subject, other] = [cleanSubject(first), cleanSubject(second)];
  const fits = (one: string) =>
    isThing(one) && !isPronoun(one) && !/[,;]/.test(one) && one.split(' ').length <= MAX_WORDS;
  return fits(subject) && fits(other) && subject !== other
    ? { kind: 'comparison', subject, other }
    : undefined;
}
