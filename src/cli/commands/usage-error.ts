import { DeepSearchSlackError } from '../../model/error.js';

/** Invalid arguments. The message contains the usage. */
export class UsageError extends DeepSearchSlackError {
  readonly code = 'usage';
}
