import { HttpError } from './http-error.js';

/** Deeper than any request of the two APIs; what walks a body recursively can cope with it. */
const MAX_DEPTH = 100;

/** Throws a 400 for a value with more than 100 arrays and objects inside each other. */
export function checkDepth(value: unknown): void {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw new HttpError(400, 'the body is nested too deeply');
    level = level.flatMap((one) => (isContainer(one) ? Object.values(one) : []));
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
