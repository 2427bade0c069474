import { AISDKError, APICallError } from 'ai';
import { errorKindOf, ModelError } from '../model-error.js';
import type { ModelOptions } from '../options.js';
import { parseRetryAfter } from '../retry-delay.js';

const MAX_LENGTH = 300;

/** Maps an error of the AI SDK. Other errors are returned unchanged. */
export function toModelError(error: unknown, { apiKey }: ModelOptions): unknown {
  if (APICallError.isInstance(error)) return fromApiCallError(error, apiKey);
  // The SDK cannot parse the reply.
  if (AISDKError.isInstance(error)) return new ModelError('malformed', error.name);
  return error;
}

function fromApiCallError(error: APICallError, apiKey: string | undefined): ModelError {
  const { statusCode, responseBody = '', responseHeaders = {} } = error;
  if (statusCode === undefined) return new ModelError('unreachable', errorCode(error));
  const retryAfterMs = parseRetryAfter(responseHeaders['retry-after'], Date.now());
  const words = statusCode < 300 ? 'not the expected JSON' : error.message;
  const said = `status ${statusCode}: ${redactKey(words, apiKey)}`;
  return new ModelError(
    errorKindOf(statusCode, `${error.message} ${responseBody}`),
    said,
    retryAfterMs,
  );
}

/** Such as ECONNREFUSED, found in the chain of causes. */
function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'no connection';
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? code : errorCode(error.cause);
}

/** One line of the endpoint's message, which may repeat the key that it was sent. */
function redactKey(text: string, apiKey: string | undefined): string {
  const said = apiKey ? text.replaceAll(apiKey, '…') : text;
  return said
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_LENGTH);
}
