import { termsOf } from '../../../index/terms.js';
import type { AskedValue } from '../text/asked-value.js';
import { argumentsInLine, isPlainValue, type ValueInLine, valueInLine } from './value-in-line.js';

/** What a line sets that may be asked for. */
export interface AskedInLine extends ValueInLine {
  /** Whether it is an argument, as in `title = text(max_length=80)`: what it is the length of is said by the rest of the line. */
  readonly isArgument: boolean;
}

/** Arguments that say how much or how long: `limit(1)` and `word_count=5` are parts of a program. */
const RULE =
  /^(?:max|min)(?:imum)?(?:_?(?:len|length|size|age|value|items|bytes))?$|^(?:len|length|size|exp|ttl|varchar)$|^expir\w*$/i;

/** The value that a line is for, or else the argument in it that is most like what is asked for. */
export function askedInLine(
  text: string,
  path: string,
  { measures, extreme }: Pick<AskedValue, 'measures' | 'extreme'>,
): AskedInLine | undefined {
  const set = valueInLine(text, path);
  if (set && isPlainValue(set.value)) return { ...set, isArgument: false };
  const likeness = ({ name }: ValueInLine) => {
    if (!RULE.test(name)) return 0;
    const own = termsOf(name);
    const isOpposite = own.includes(extreme === 'min' ? 'max' : 'min');
    const known = measures.filter((terms) => own.some((term) => terms.has(term))).length;
    return isOpposite ? 0 : known;
  };
  const [best] = argumentsInLine(text, path).toSorted((a, b) => likeness(b) - likeness(a));
  if (best && likeness(best) > 0) return { ...best, isArgument: true };
  return set && { ...set, isArgument: false };
}
