import { HttpError } from './http-error.js';

/** Deeper than any request of the two APIs; what walks a body recursively can cope with it. */
const MAX_DEPTH = 100;
/** More than any request of the two APIs has; what validates a body takes long for each. */
const MAX_VALUES = 1_000;

/**
 * Throws a 400 for a value with more than 100 arrays and objects inside each other, or with more than
 * 1,000 elements and fields in all.
 */
export function checkSize(value: unknown): void {
  let level = [value];
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw new HttpError(400, 'the body is nested too deeply');
    level = level.flatMap((one) => (isContainer(one) ? Object.values(one) : []));
    values += level.length;
    if (values > MAX_VALUES) throw new HttpError(400, 'the body has too many fields and elements');
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
