import { termsOf } from '../../../index/terms.js';
import { definitionsAround } from '../passages/definitions-around.js';
import { openersOf } from './declared-value.js';
import type { OptionLine } from './option-line.js';

/** What has an option, as a question says it: "the port of the redis transport", `[build]`. */
export interface OptionPlace {
  readonly text: string;
  /** Without it, an option of that name is another one. */
  readonly isRequired: boolean;
  /** It is what directly holds the option, such as a table of that name, rather than a file. */
  readonly isDirect?: boolean;
}

/** The lines in a place, or all of them where nothing says that any are. */
export function inPlace<T extends OptionLine>(lines: readonly T[], place: OptionPlace): T[] {
  const terms = [...new Set(termsOf(place.text))].filter((term) => !SAYS_NOTHING.has(term));
  if (terms.length === 0) return [...lines];
  const levels = place.text.split('.').length;
  const own = (one: T) => (place.isDirect ? holderTerms(one, levels) : placeTerms(one));
  const counted = lines.map((one) => ({ one, count: countIn(terms, own(one)) }));
  const best = Math.max(0, ...counted.map(({ count }) => count));
  const least = place.isRequired ? terms.length : best;
  return counted.filter(({ count }) => count >= least).map(({ one }) => one);
}

const SAYS_NOTHING = new Set(['class', 'config', 'option', 'setting', 'default'].flatMap(termsOf));

function countIn(terms: readonly string[], text: string): number {
  const own = new Set(termsOf(text));
  return terms.filter((term) => own.has(term)).length;
}

function placeTerms({ file, line }: OptionLine): string {
  const around = definitionsAround(file, line).map(({ name }) => name);
  return [file.path, ...around, ...openersOf(file.lines, line)].join(' ');
}

/** The innermost definition and the keys that open the blocks of a line, without what else their lines say. */
function holderTerms({ file, line }: OptionLine, levels: number): string {
  const inner = definitionsAround(file, line).findLast((one) => one.line < line);
  const openers = openersOf(file.lines, line).slice(0, levels);
  const keys = openers.map((text) => KEY.exec(text)?.[1] ?? '');
  return [inner?.kind === 'section' ? '' : (inner?.name ?? ''), ...keys].join(' ');
}

/** `window = {`, `"window": {`, `BuildConfig {`. */
const KEY =
  /^\s*(?:(?:export|const|let|var|local|static|final)\s+){0,3}['"]?(\w[\w-]{1,60})['"]?\s*[:=(]?>?\s*[{[(]/;
