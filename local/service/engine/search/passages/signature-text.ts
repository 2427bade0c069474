import { signatureEnd } from './extent.js';
import type { SourceFile } from './source-file.js';

/** What a definition says before its body, on one line as it is written. */
export function signatureText({ lines }: Pick<SourceFile, 'lines'>, line: number): string {
  const written = lines.slice(line - 1, signatureEnd(lines, line)).map((text) => text.trim());
  return onOneLine(written.join(' '));
}

/** Wrapped brackets as if they were not, without what begins the body. */
export function onOneLine(text: string): string {
  return text
    .replace(/([(<[])\s+/g, '$1')
    .replace(/,?\s+([)>\]])/g, '$1')
    .replace(/\s*(?:[{:]| do)\s*$/, '');
}
