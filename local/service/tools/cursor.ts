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
      'This is not a cursor of this list: use endCursor or startCursor of another page, or none.',
    );
  }
}
