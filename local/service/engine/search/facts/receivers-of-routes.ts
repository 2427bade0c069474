import { extensionOf } from '../../../index/outline.js';
import { escapeRegex } from '../../../tools/escape-regex.js';
import type { SourceFile } from '../passages/source-file.js';

const MAX_LINE_LENGTH = 400;

/** Whether a file has several routers of one name, such as one in each function: a line does not say which it means. */
export function isOfSeveral(receiver: string | undefined, { path, lines }: SourceFile): boolean {
  // Django's lists are set again where more is added to them.
  if (receiver === undefined || receiver === 'urlpatterns') return false;
  const declares = declaration(receiver, extensionOf(path) === 'py');
  return lines.filter((text) => declares.test(text.slice(0, MAX_LINE_LENGTH))).length > 1;
}

/** Of a variable, or of a parameter of a function. */
function declaration(name: string, isPython: boolean): RegExp {
  const word = `(?<![\\w$.])${escapeRegex(name)}(?![\\w$])`;
  return new RegExp(
    isPython
      ? `^\\s*${word}\\s*(?::[^=]{1,60})?=(?!=)|^\\s*(?:async\\s+)?def\\s[^(]{1,80}\\([^)]{0,200}${word}`
      : `\\b(?:const|let|var)\\s+${word}|\\bfunction\\b[^(]{0,80}\\([^)]{0,200}${word}|^[^(=]{0,80}=\\s*(?:async\\s*)?\\(?[^()]{0,100}${word}[^()]{0,100}\\)?\\s*=>`,
  );
}
