import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../http/http-error.js';

/** Lets the page that `reply` sends have forms that lead to this service. */
export function allowForms(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header(
    'content-security-policy',
    policy.replace("form-action 'none'", "form-action 'self'"),
  );
}

/**
 * Throws a 403 for a form that another website sent, or another program on the same host: browsers
 * send cookies to all ports of a host. Programs that send neither header have no cookies of ours.
 */
export function checkOwnForm({ headers }: FastifyRequest, publicUrl: string): void {
  const site = headers['sec-fetch-site'];
  const { origin } = headers;
  const isOwn =
    (site === undefined || site === 'same-origin') &&
    (origin === undefined ||
      isSameHost(origin, headers.host) ||
      isSameHost(origin, hostOf(publicUrl)));
  if (!isOwn) throw new HttpError(403, 'Requests from other pages are not allowed.');
}

function isSameHost(origin: string, host: string | undefined): boolean {
  return host !== undefined && hostOf(origin) === host.toLowerCase();
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined;
}
