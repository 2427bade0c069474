import { AISDKError, APICallError } from 'ai';
import { errorKindOf, ModelError } from '../model-error.js';
import type { ModelOptions } from '../options.js';
import { parseRetryAfter } from '../retry-delay.js';

const MAX_LENGTH = 300;

/** What a call's error means; an error that is no trouble of the call comes back as it is. */
export function toModelError(error: unknown, { apiKey }: ModelOptions): unknown {
  if (APICallError.isInstance(error)) return fromApiCallError(error, apiKey);
  // A reply in a form that the library cannot read.
  if (AISDKError.isInstance(error)) return new ModelError('malformed', error.name);
  return error;
}

function fromApiCallError(error: APICallError, apiKey: string | undefined): ModelError {
  const { statusCode, responseBody = '', responseHeaders = {} } = error;
  if (statusCode === undefined) return new ModelError('unreachable', errorCode(error));
  const retryAfterMs = parseRetryAfter(responseHeaders['retry-after'], Date.now());
  const words = statusCode < 300 ? 'no JSON of this form' : error.message;
  const said = `status ${statusCode}: ${redactKey(words, apiKey)}`;
  return new ModelError(
    errorKindOf(statusCode, `${error.message} ${responseBody}`),
    said,
    retryAfterMs,
  );
}

/** Such as ECONNREFUSED, from wherever it is in the chain of causes. */
function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'no connection';
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? code : errorCode(error.cause);
}

/** One line of what an endpoint said, which may repeat what it was sent. */
function redactKey(text: string, apiKey: string | undefined): string {
  const said = apiKey ? text.replaceAll(apiKey, '…') : text;
  return said
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_LENGTH);
}
