import { DeepSearchSlackError } from '../../model/error.js';

/** Invalid arguments. The message contains the usage. */
export class UsageError extends DeepSearchSlackError {
  readonly code = 'usage';
}

/** `what` is wrong: a sentence, whose full stop may be missing. */
export function wrongUsage(what: string, usage: string, options?: ErrorOptions): UsageError {
  const end = /[.?]$/.test(what) ? '' : '.';
  return new UsageError(`${what}${end}\n\n${usage.trimEnd()}`, options);
}
