import { describeReply, isHtml } from '../http/error-text.js';
import { retryAfterMs } from '../http/retry.js';
import type { Refusal } from '../model/outcome.js';
import { Busy, InvalidReply, Refused, ServerFailed, type ServiceError } from './errors.js';
import type { Request } from './request.js';
import type { Reply } from './transport.js';

/** Throws the error that the reply stands for, where it is not the API's own success. */
export function assertDone(request: Request, reply: Reply, now: number): void {
  if (reply.status >= 300) throw failureOf(request, reply, now);
  if (isHtml(reply.body.text)) throw pageInstead(request, reply);
}

function failureOf(request: Request, reply: Reply, now: number): ServiceError {
  const { status } = reply;
  if (status < 400) return redirected(request, reply);
  const { whole, message } = describeReply(reply, request.secret);
  const wait = retryAfterMs(reply.header('retry-after'), now);
  const quota = namesQuota(message);
  if (status === 429) {
    return new Busy(request, { says: whole, said: message, retryAfterMs: wait, quota });
  }
  // 408 is the far side's own time-out: its trouble, not our mistake.
  if (status >= 500 || status === 408) {
    return new ServerFailed(request, status, { says: whole, retryAfterMs: wait });
  }
  const reason = reasonOf(status, message);
  const retryAt = reason === 'quota' && wait !== undefined ? { retryAt: now + wait } : {};
  return new Refused(request, { reason, message, ...retryAt }, whole);
}

/** The reply's JSON. Throws as {@link assertDone} does, and NotAnAnswer where it is not whole. */
export function jsonOf(request: Request, reply: Reply, now: number): unknown {
  assertDone(request, reply, now);
  const { text, flaw, cause } = reply.body;
  if (flaw === 'too-large')
    throw new InvalidReply(request, flaw, { says: 'the answer is too large' });
  if (flaw === 'cut')
    throw new InvalidReply(request, flaw, { says: 'the answer was cut off', cause });
  try {
    return JSON.parse(text);
  } catch (error) {
    const says = text.trim() === '' ? 'the answer is empty' : 'the answer is not JSON';
    throw new InvalidReply(request, 'shape', { says, cause: error });
  }
}

function pageInstead(request: Request, reply: Reply): InvalidReply {
  return new InvalidReply(request, 'html', {
    says: `${reply.status}, but with a web page: is there a sign-in page or a proxy in between?`,
  });
}

function redirected(request: Request, reply: Reply): InvalidReply {
  const target = whereTo(reply.header('location'), request.path);
  const kind = /\b(sign-?in|log-?in|oauth2?|auth|sso|saml2?)\b/i.test(target)
    ? 'a sign-in page, '
    : '';
  const says = `${reply.status}, redirected to ${kind}${target}, which is not followed`;
  return new InvalidReply(request, 'redirect', { says });
}

/** The address without its query, which may hold secrets. */
function whereTo(location: string | undefined, path: string): string {
  const relative = 'http://relative';
  if (location === undefined || !URL.canParse(location, relative + path)) return 'nowhere';
  const url = new URL(location, relative + path);
  return url.origin === relative ? url.pathname : url.origin + url.pathname;
}

function reasonOf(status: number, says: string): Refusal['reason'] {
  if (status === 402) return 'quota';
  if (status === 401) return 'token';
  if (status === 404 || status === 410) return 'not-found';
  if (namesQuota(says)) return 'quota';
  return status === 403 ? 'permission' : 'bad-request';
}

const namesQuota = (says: string): boolean =>
  /\b(quota|entitlement|usage limit|out of credits)\b/i.test(says);
