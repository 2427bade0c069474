/** Lines of a file, without their numbers. */
export interface NumberedLines {
  /** The first one's number, from 1. */
  readonly first: number;
  readonly lines: readonly string[];
  /** What the tool says beside them, such as that there are more. */
  readonly notice?: string;
}

/** `12: text`; others put a tab, an arrow or a bar between. */
const NUMBERED = /^\s*(\d+)(?:: ?|\t|→| ?\| ?)(.*)$/s;

/**
 * The `content` of `read_file`: numbered lines (API document, "File and repository tools"), with a
 * notice before or after them in some instances. Lines without numbers are counted from `asked`.
 */
export function readLines(content: string, asked = 1): NumberedLines {
  if (content === '') return { first: asked, lines: [] };
  const all = content.split('\n').map((line) => line.replace(/\r$/, ''));
  const start = all.slice(0, 3).findIndex((line) => NUMBERED.test(line));
  if (start < 0) return { first: asked, lines: all.at(-1) === '' ? all.slice(0, -1) : all };
  const first = Number(NUMBERED.exec(all[start] ?? '')?.[1]);
  const lines = runFrom(all.slice(start), first);
  const rest = [...all.slice(0, start), ...all.slice(start + lines.length)];
  const notice = rest.join('\n').trim();
  return { first, lines, ...(notice !== '' && { notice }) };
}

/** As long as the numbers go on. */
function runFrom(numbered: readonly string[], first: number): string[] {
  const lines: string[] = [];
  for (const line of numbered) {
    const [, number, text] = NUMBERED.exec(line) ?? [];
    if (text === undefined || Number(number) !== first + lines.length) break;
    lines.push(text);
  }
  return lines;
}
