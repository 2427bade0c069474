import { DeepSearchSlackError } from '../../model/error.js';

/** A file cannot be read or written, or exists already. */
export class InitError extends DeepSearchSlackError {
  readonly code = 'init';
}
