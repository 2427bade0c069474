import { hasWord } from '../text/has-word.js';

/** `notifier` in `notifier.instrument()`. */
export function receiversIn(code: string): readonly string[] {
  return withoutTypeArguments(code).match(/\w{1,80}(?=\s?(?:\.|::|->|\?\.)\w)/g) ?? [];
}

/** What each use of a word in a line is on: nothing where it stands alone, `?` for what has no name. */
export function receiversOf(code: string, word: string): readonly string[] {
  const receivers: string[] = [];
  for (let at = code.indexOf(word); at >= 0; at = code.indexOf(word, at + word.length)) {
    const around = code.slice(Math.max(0, at - 1), at + word.length + 1);
    if (!hasWord(around, word)) continue;
    const before = code.slice(Math.max(0, at - MAX_LENGTH), at);
    const [isOn, receiver] = ON.exec(withoutTypeArguments(before)) ?? [];
    // A line may go on with what the one above began.
    receivers.push(isOn === undefined ? '' : (receiver ?? '?'));
  }
  return receivers;
}

/** `Map::new()` of `Map::<Key, Vec<Crate>>::new()`, and `Map::of()` of `Map<Key>::of()`. */
function withoutTypeArguments(code: string): string {
  let left = code;
  for (let end = left.indexOf('>::'); end >= 0; end = left.indexOf('>::', end + 1)) {
    const start = openingOf(left, end);
    const before = left.slice(0, start).replace(/::$/, '');
    if (start < 0 || !/\w$/.test(before)) continue;
    left = before + left.slice(end + 1);
    end = before.length;
  }
  return left;
}

/** Where the brackets begin that end here; an arrow between them is none. */
function openingOf(code: string, end: number): number {
  let depth = 0;
  for (let at = end; at >= Math.max(0, end - MAX_LENGTH); at -= 1) {
    if (code[at] === '>' && code[at - 1] !== '-') depth += 1;
    if (code[at] === '<') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

const MAX_LENGTH = 100;
const ON = /(?:([\p{L}_$][\p{L}\p{N}_$]*)\s?)?(?:\?\.|!\.|&\.|\.|::|->|\\)\s?$/u;
