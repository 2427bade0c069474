import { isImport } from '../passages/passage-weight.js';
import type { SourceFile } from '../passages/source-file.js';
import { codeLines } from '../text/code-lines.js';
import { hasWord, wordAt } from '../text/has-word.js';

export interface TestedName {
  readonly word: string;
  /** Of a class or the like. */
  readonly isMember: boolean;
}

/**
 * The lines of a test file that name something defined elsewhere, counted from 1. Comments don't, and where the file has
 * something of that name itself, such as a variable, only what is on an object does: `quay.moor(boat)`.
 */
export function testMentions(file: SourceFile, { word: name, isMember }: TestedName): number[] {
  const code = codeLines(file.path, file.lines);
  const hasOwn =
    file.outline.some((one) => one.kind !== 'constant' && one.name === name) ||
    code.some((text, n) => assigns(text, name) && !isImport(file, n + 1));
  return code.flatMap((text, n) => {
    if (!hasWord(text, name) || isImport(file, n + 1)) return [];
    if (isOnObject(text, name)) return [n + 1];
    return hasOwn || (isMember && isObject(text, name)) ? [] : [n + 1];
  });
}

/** `let moor = 3`, but not `moor = quay.moor`, which gives it that name. */
function assigns(text: string, name: string): boolean {
  const at = wordAt(text, name);
  if (at < 0 || ON_OBJECT.test(text.slice(0, at))) return false;
  const [found, value = ''] =
    /^\s*(?:,\s*\w{1,40}\s*)?:?=(?![=>~])(.*)$/.exec(text.slice(at + name.length)) ?? [];
  return found !== undefined && !hasWord(value, name) && !/\b(?:require|import)\b/.test(value);
}

function isOnObject(text: string, name: string): boolean {
  const at = wordAt(text, name);
  const isSet = /^\s*=(?![=>~])/.test(text.slice(at + name.length));
  return ON_OBJECT.test(text.slice(0, at)) && !isSet;
}

/** `moor.start()`, where `moor` is a module or a variable; a class has members as well. */
function isObject(text: string, name: string): boolean {
  return (
    /^\p{Ll}/u.test(name) && /^(?:\.|::|->)\w/.test(text.slice(wordAt(text, name) + name.length))
  );
}

/** `quay.`, `Quay::`, `quay->`, `Quay#`, and `quay:` in Lua. */
const ON_OBJECT = /[\w)\]](?:\?\.|!\.|&\.|\.|::|->|#|:)$/;
