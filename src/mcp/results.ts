import { z } from 'zod';
import { lenient, lenientArray } from '../http/lenient.js';

/** A tool's result as the protocol has it, as far as we read it. */
export const ToolResult = z.object({
  structuredContent: z.unknown().optional(),
  content: lenientArray(z.object({ type: lenient(z.string()), text: z.string() })),
  isError: z.boolean().catch(false),
});
export type ToolResult = z.output<typeof ToolResult>;

/** What a tool gave: its record, or the bare text where none could be read from it. */
export type ToolOutput<T> =
  | { readonly kind: 'record'; readonly record: T }
  | { readonly kind: 'text'; readonly text: string };

/**
 * Instances give a record as `structuredContent`, as JSON in a text, or both, sometimes within one
 * more `content` field: the first that is of the shape counts. Never throws.
 */
export function readResult<T>(schema: z.ZodType<T>, result: ToolResult): ToolOutput<T> {
  const given = [result.structuredContent, ...result.content.map(({ text }) => parsed(text))];
  for (const candidate of given.flatMap((one) => [inner(one), one])) {
    const read = schema.safeParse(candidate);
    if (read.success) return { kind: 'record', record: read.data };
  }
  return { kind: 'text', text: textOf(result) };
}

/** All that a result says in words. */
export function textOf({ content, structuredContent }: ToolResult): string {
  const text = content.map((part) => part.text).join('\n');
  if (text !== '' || structuredContent === undefined) return text;
  return JSON.stringify(structuredContent, undefined, 2) ?? '';
}

/** What stands in one more `content`, as it is or as JSON. */
function inner(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const content: unknown = Reflect.get(value, 'content');
  return typeof content === 'string' ? parsed(content) : content;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
