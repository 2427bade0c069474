import { describeReply, isHtml, namesQuota } from '../http/describe-failure.js';
import { retryAfterMs } from '../http/retry.js';
import type { Refusal } from '../model/outcome.js';
import { Busy, InvalidReply, Refused, ServerFailed, type ServiceError } from './errors.js';
import type { Reply, Request } from './transport.js';

/** Throws the matching `ServiceError` if the reply is not a success of the conversation API. */
export function assertSuccess(request: Request, reply: Reply, now: number): void {
  if (reply.status >= 300) throw toError(request, reply, now);
  if (isHtml(reply.body.text)) throw unexpectedHtml(request, reply);
}

/** The JSON of a reply. Throws as {@link assertSuccess} does, and `InvalidReply` on invalid JSON. */
export function readJson(request: Request, reply: Reply, now: number): unknown {
  assertSuccess(request, reply, now);
  const { text, incomplete, cause } = reply.body;
  if (incomplete === 'too-large') {
    throw new InvalidReply(request, incomplete, { detail: 'the reply is too large' });
  }
  if (incomplete === 'truncated') {
    throw new InvalidReply(request, incomplete, { detail: 'the reply was truncated', cause });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    const detail = text.trim() === '' ? 'the reply is empty' : 'the reply is not JSON';
    throw new InvalidReply(request, 'shape', { detail, cause: error });
  }
}

function toError(request: Request, reply: Reply, now: number): ServiceError {
  const { status } = reply;
  if (status < 400) return redirected(request, reply);
  const { whole: detail, message } = describeReply(reply, request.secret);
  const wait = retryAfterMs(reply.header('retry-after'), now);
  if (status === 429) {
    const quota = namesQuota(message);
    return new Busy(request, { detail, serverMessage: message, retryAfterMs: wait, quota });
  }
  // 408 is a timeout on the server's side, so it is no fault of the request.
  if (status >= 500 || status === 408) {
    return new ServerFailed(request, status, { detail, retryAfterMs: wait });
  }
  const reason = refusalReason(status, message);
  const retryAt = reason === 'quota' && wait !== undefined ? { retryAt: now + wait } : {};
  return new Refused(request, { reason, message, ...retryAt }, detail);
}

function refusalReason(status: number, message: string): Refusal['reason'] {
  if (status === 402) return 'quota';
  if (status === 401) return 'token';
  if (status === 404 || status === 410) return 'not-found';
  if (namesQuota(message)) return 'quota';
  return status === 403 ? 'permission' : 'bad-request';
}

function unexpectedHtml(request: Request, reply: Reply): InvalidReply {
  return new InvalidReply(request, 'html', {
    detail: `${reply.status}, but with an HTML page: is there a sign-in page or a proxy in between?`,
  });
}

function redirected(request: Request, reply: Reply): InvalidReply {
  const target = redirectTarget(reply.header('location'), request.path);
  const kind = /\b(sign-?in|log-?in|oauth2?|auth|sso|saml2?)\b/i.test(target)
    ? 'a sign-in page, '
    : '';
  const detail = `${reply.status}, redirected to ${kind}${target}; redirects are not followed`;
  return new InvalidReply(request, 'redirect', { detail });
}

/** Without the query, which may contain secrets. */
function redirectTarget(location: string | undefined, path: string): string {
  const relative = 'http://relative';
  if (location === undefined || !URL.canParse(location, relative + path)) return 'nowhere';
  const url = new URL(location, relative + path);
  return url.origin === relative ? url.pathname : url.origin + url.pathname;
}
