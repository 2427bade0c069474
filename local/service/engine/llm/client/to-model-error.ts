import { AISDKError, APICallError } from 'ai';
import { kindOf, ModelTrouble } from '../model-error.js';
import type { ModelOptions } from '../options.js';
import { retryAfterOf } from '../retry-delay.js';

const LONGEST = 300;

/** What a call's error means; an error that is no trouble of the call comes back as it is. */
export function troubleOf(error: unknown, { apiKey }: ModelOptions): unknown {
  if (APICallError.isInstance(error)) return troubleOfCall(error, apiKey);
  // A reply in a form that the library cannot read.
  if (AISDKError.isInstance(error)) return new ModelTrouble('malformed', error.name);
  return error;
}

function troubleOfCall(error: APICallError, apiKey: string | undefined): ModelTrouble {
  const { statusCode, responseBody = '', responseHeaders = {} } = error;
  if (statusCode === undefined) return new ModelTrouble('unreachable', codeOf(error));
  const retryAfterMs = retryAfterOf(responseHeaders['retry-after'], Date.now());
  const words = statusCode < 300 ? 'no JSON of this form' : error.message;
  const said = `status ${statusCode}: ${withoutKey(words, apiKey)}`;
  return new ModelTrouble(
    kindOf(statusCode, `${error.message} ${responseBody}`),
    said,
    retryAfterMs,
  );
}

/** Such as ECONNREFUSED, from wherever it is in the chain of causes. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no connection';
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? code : codeOf(error.cause);
}

/** One line of what an endpoint said, which may repeat what it was sent. */
function withoutKey(text: string, apiKey: string | undefined): string {
  const said = apiKey ? text.replaceAll(apiKey, '…') : text;
  return said
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST);
}
