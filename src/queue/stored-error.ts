import { scrub } from '../log.js';

/**
 * An error as a job may fail with it: BullMQ stores its message and stack in Redis for as long as the
 * job exists. It is the same error in every other respect, such as its class and cause.
 */
export function withoutSecrets(error: unknown): Error {
  const known = error instanceof Error ? error : new Error(String(error));
  return Object.create(known, {
    message: { value: scrub(known.message) },
    stack: { value: scrub(known.stack ?? '') },
  }) as Error;
}
