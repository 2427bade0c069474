import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { FailedAttempts } from '../api/failed-attempts.js';
import type { Authenticator } from '../api/server.js';
import type { Users } from '../api/users.js';
import { acceptForms } from '../http/forms.js';
import { allowForms, checkOwnForm } from './forms.js';
import { createSessions, SESSION_SECONDS } from './sessions.js';
import { SESSIONS_PATH, SIGN_OUT_PATH, signInPage } from './sign-in-page.js';

export interface PageSignInDependencies {
  /** Whether the request can only come from this machine: the pages are then open. */
  readonly isLocal: (headers: IncomingHttpHeaders) => boolean;
  readonly users: Users;
  /** Finds the user of an `Authorization` header, which the pages take as well. */
  readonly callers: Authenticator;
  readonly failedAttempts: FailedAttempts;
  /** The public URL. */
  readonly url: () => string;
}

/** Adds checks to the routes that are added to `app` later, and sets `request.user` where it is known. */
export interface PageSignIn {
  /** Unless the pages are open, requests without a session are a 401 with a form. */
  require(app: FastifyInstance): void;
  /** The same where the pages are open. */
  requireUser(app: FastifyInstance): void;
}

const COOKIE = 'deepsearch_session';
const SignInForm = z.object({
  token: z.string().trim().catch(''),
  page: z.string().catch('/'),
});

/**
 * Signing in to the pages with an access token. The cookie is sent when a link from elsewhere is opened
 * (`SameSite=Lax`), but neither with forms of other websites nor to their scripts.
 */
export function addPageSignIn(
  app: FastifyInstance,
  dependencies: PageSignInDependencies,
): PageSignIn {
  const sessions = createSessions();
  function refuseToken(reply: FastifyReply, page: string) {
    const address = reply.request.socket.remoteAddress ?? '';
    const retryAfter = dependencies.failedAttempts.retryAfter(address);
    if (retryAfter === undefined) {
      dependencies.failedAttempts.record(address);
      return sendSignInPage(reply, page, 'That access token is not valid here.');
    }
    reply.code(429).header('retry-after', retryAfter);
    return sendSignInPage(reply, page, `Too many wrong tokens: try again in ${retryAfter} s.`);
  }
  const userOf = async ({ headers }: FastifyRequest) => {
    const caller = await dependencies.callers.byAuthorization(headers.authorization);
    if (caller) return caller;
    const userId = sessions.userId(sessionCookie(headers.cookie));
    return userId === undefined ? undefined : dependencies.users.byId(userId);
  };
  function refuse(request: FastifyRequest, reply: FastifyReply) {
    reply.code(401).header('www-authenticate', 'Token realm="pages"');
    // A proxy's own password is no token.
    return /^(token|bearer) /i.test(request.headers.authorization ?? '')
      ? refuseToken(reply, request.url)
      : sendSignInPage(reply, request.url);
  }
  acceptForms(app);
  app.post(SESSIONS_PATH, async (request, reply) => {
    // Else somebody could be made to ask with another person's account.
    checkOwnForm(request, dependencies.url());
    const form = SignInForm.parse(request.body ?? {});
    const page = pathOnThisService(form.page);
    // A valid token always signs in: many people may share the address of a proxy.
    const user = dependencies.users.byToken(form.token);
    if (!user) return refuseToken(reply.code(403), page);
    reply.header('set-cookie', setCookie(sessions.open(user.id), dependencies.url()));
    return reply.redirect(page, 303);
  });
  app.post(SIGN_OUT_PATH, async (request, reply) => {
    checkOwnForm(request, dependencies.url());
    sessions.close(sessionCookie(request.headers.cookie));
    return reply.redirect('/', 303);
  });
  return {
    require: (pages) => {
      pages.addHook('onRequest', async (request, reply) => {
        request.user = await userOf(request);
        if (dependencies.isLocal(request.headers)) return;
        reply.header('cache-control', 'private, no-store');
        if (!request.user) return refuse(request, reply);
      });
    },
    requireUser: (pages) => {
      pages.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'private, no-store');
        request.user = await userOf(request);
        if (!request.user) return refuse(request, reply);
      });
    },
  };
}

function sendSignInPage(reply: FastifyReply, page: string, error?: string) {
  allowForms(reply);
  return reply.send(signInPage({ page, ...(error !== undefined && { error }) }));
}

function sessionCookie(header = ''): string {
  return new RegExp(`(?:^|;) *${COOKIE}=([\\w-]+)`).exec(header)?.[1] ?? '';
}

function setCookie(value: string, url: string): string {
  const secure = url.startsWith('https:') ? '; Secure' : '';
  return `${COOKIE}=${value}; Path=/; Max-Age=${SESSION_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

/** A form's path and query, or `/` if it would lead to another website. */
function pathOnThisService(given: string): string {
  const base = 'http://service';
  if (!given.startsWith('/') || !URL.canParse(given, base)) return '/';
  const { origin, pathname, search } = new URL(given, base);
  return origin === base && !pathname.startsWith('//') ? `${pathname}${search}` : '/';
}
