import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { FailedAttempts } from '../api/failed-attempts.js';
import type { Authenticator } from '../api/server.js';
import type { Users } from '../api/users.js';
import { acceptForms } from '../http/forms.js';
import { createSessions, SESSION_SECONDS } from './sessions.js';
import { SESSIONS_PATH, signInPage } from './sign-in-page.js';

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

/** Adds the check to the routes that are added to `app` later; without a session they are a 401 with a form. */
export interface PageSignIn {
  require(app: FastifyInstance): void;
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
  const isSignedIn = async ({ headers }: FastifyRequest) => {
    if (await dependencies.callers.byAuthorization(headers.authorization)) return true;
    const userId = sessions.userId(sessionCookie(headers.cookie));
    return userId !== undefined && dependencies.users.byId(userId) !== undefined;
  };
  acceptForms(app);
  app.post(SESSIONS_PATH, async (request, reply) => {
    const form = SignInForm.parse(request.body ?? {});
    const page = pathOnThisService(form.page);
    // A valid token always signs in: many people may share the address of a proxy.
    const user = dependencies.users.byToken(form.token);
    if (!user) return refuseToken(reply.code(403), page);
    reply.header('set-cookie', setCookie(sessions.open(user.id), dependencies.url()));
    return reply.redirect(page, 303);
  });
  return {
    require: (pages) => {
      pages.addHook('onRequest', async (request, reply) => {
        if (dependencies.isLocal(request.headers)) return;
        reply.header('cache-control', 'private, no-store');
        if (await isSignedIn(request)) return;
        reply.code(401).header('www-authenticate', 'Token realm="pages"');
        // A proxy's own password is no token.
        return /^(token|bearer) /i.test(request.headers.authorization ?? '')
          ? refuseToken(reply, request.url)
          : sendSignInPage(reply, request.url);
      });
    },
  };
}

function sendSignInPage(reply: FastifyReply, page: string, error?: string) {
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header(
    'content-security-policy',
    policy.replace("form-action 'none'", "form-action 'self'"),
  );
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
