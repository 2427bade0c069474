import { z } from 'zod';
import { lenient, lenientArray } from '../http/lenient.js';

/** An MCP `CallToolResult`, as far as we read it. */
export const ToolResult = z.object({
  structuredContent: z.unknown().optional(),
  content: lenientArray(z.object({ type: lenient(z.string()), text: z.string() })),
  isError: z.boolean().catch(false),
});
export type ToolResult = z.output<typeof ToolResult>;

/** A parsed result: its record, or plain text if the result has no valid record. */
export type ToolOutput<T> =
  | { readonly kind: 'record'; readonly record: T }
  | { readonly kind: 'text'; readonly text: string };

/**
 * Instances return a record as `structuredContent`, as JSON in a text, or both, sometimes inside a
 * further `content` field. Takes the first that matches the schema. Never throws.
 */
export function readResult<T>(schema: z.ZodType<T>, result: ToolResult): ToolOutput<T> {
  const values = [result.structuredContent, ...result.content.map(({ text }) => parseJson(text))];
  for (const candidate of values.flatMap((value) => [innerContent(value), value])) {
    const read = schema.safeParse(candidate);
    if (read.success) return { kind: 'record', record: read.data };
  }
  return { kind: 'text', text: textOf(result) };
}

/** A result as text. */
export function textOf({ content, structuredContent }: ToolResult): string {
  const text = content.map((part) => part.text).join('\n');
  if (text !== '' || structuredContent === undefined) return text;
  return JSON.stringify(structuredContent, undefined, 2) ?? '';
}

/** The value of a `content` field, parsed if it is JSON. */
function innerContent(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const content: unknown = Reflect.get(value, 'content');
  return typeof content === 'string' ? parseJson(content) : content;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Lines of a file, without their numbers. */
export interface NumberedLines {
  /** The number of the first line, from 1. */
  readonly first: number;
  readonly lines: readonly string[];
  /** Text of the tool around the lines, for example that there are more. */
  readonly notice?: string;
}

/** `12: text`; some instances use a tab, an arrow or a bar instead of the colon. */
const NUMBERED = /^\s*(\d+)(?:: ?|\t|→| ?\| ?)(.*)$/s;

/**
 * Parses the `content` of `read_file`: numbered lines (API document, "File and repository tools"),
 * on some instances with a notice before or after them. Lines without numbers count from
 * `requested`, the first line that was requested.
 */
export function readLines(content: string, requested = 1): NumberedLines {
  if (content === '') return { first: requested, lines: [] };
  const all = content.split('\n').map((line) => line.replace(/\r$/, ''));
  const start = all.slice(0, 3).findIndex((line) => NUMBERED.test(line));
  if (start < 0) return { first: requested, lines: all.at(-1) === '' ? all.slice(0, -1) : all };
  const first = Number(NUMBERED.exec(all[start] ?? '')?.[1]);
  const lines = consecutiveLines(all.slice(start), first);
  const rest = [...all.slice(0, start), ...all.slice(start + lines.length)];
  const notice = rest.join('\n').trim();
  return { first, lines, ...(notice !== '' && { notice }) };
}

/** The text of the lines for as long as their numbers are consecutive. */
function consecutiveLines(numbered: readonly string[], first: number): string[] {
  const lines: string[] = [];
  for (const line of numbered) {
    const [, number, text] = NUMBERED.exec(line) ?? [];
    if (text === undefined || Number(number) !== first + lines.length) break;
    lines.push(text);
  }
  return lines;
}
