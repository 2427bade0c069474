import type { ProseLine } from './prose.js';

/** Lines of code that a sentence announces, without their fences and their indentation. */
export interface Sample {
  /** Of its last line that is shown. */
  readonly end: number;
  readonly language: string;
  readonly lines: readonly string[];
}

/** Of the only line, so that it can go on with the sentence. */
const MAX_LINE_LENGTH = 100;
/** What is longer is shown in part. */
const MAX_SAMPLE_LINES = 8;
/** Lines that may be too many: the mark of their absence takes one, too. */
const MAX_MORE_LINES = 3;

/** A sentence with the code that it announces, without which it says nothing: one line goes on with the sentence. */
export function withSample<T extends { readonly text: string }>(
  unit: T,
  code: readonly ProseLine[],
  language: string,
): T & { readonly sample?: Sample } {
  const lines = withoutBlanks(code);
  const [only, another] = lines;
  if (!only) return unit;
  const text = only.text.trim();
  if (another === undefined && text.length <= MAX_LINE_LENGTH) {
    return { ...unit, text: `${unit.text} \`${text.replaceAll('`', '')}\`` };
  }
  const isLong = lines.length > MAX_SAMPLE_LINES + MAX_MORE_LINES;
  const shown = isLong ? lines.slice(0, MAX_SAMPLE_LINES) : lines;
  const end = shown.at(-1)?.line ?? only.line;
  return {
    ...unit,
    sample: { end, language, lines: [...dedented(shown), ...(isLong ? ['…'] : [])] },
  };
}

function withoutBlanks(lines: readonly ProseLine[]): ProseLine[] {
  const isTold = ({ text }: ProseLine) => text.trim() !== '';
  const last = lines.findLastIndex(isTold);
  return lines.slice(Math.max(0, lines.findIndex(isTold)), last + 1);
}

function dedented(lines: readonly ProseLine[]): string[] {
  const indents = lines.map(({ text }) => text.search(/\S/)).filter((indent) => indent >= 0);
  const least = Math.min(...indents);
  return lines.map(({ text }) => text.slice(least).trimEnd());
}
