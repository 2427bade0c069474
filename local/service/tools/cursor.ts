import type { z } from 'zod';
import { ToolError } from './tool.js';

export function writeCursor(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Throws a `ToolError` for an invalid cursor. */
export function readCursor<T extends z.ZodType>(schema: T, cursor: string): z.output<T> {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw new ToolError(
      'This is no cursor of this list: give endCursor or startCursor of a page before, or none.',
    );
  }
}
