import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../../log.js';
import { PAGE_HEADERS } from './page-headers.js';

/** What the browser gets. `secret`: a cookie that only this browser sends back, and for how long, ms. */
interface Page {
  readonly status: number;
  readonly html: string;
  readonly secret?: { readonly value: string; readonly ms: number };
}

export interface SignInPageOptions {
  readonly returned: (query: URLSearchParams) => Promise<Page>;
  readonly confirmed: (form: { readonly secret: string; readonly code: string }) => Promise<Page>;
  /** Browsers reach us by https. */
  readonly isSecure: boolean;
}

/** Below `PUBLIC_URL`: where the authorization server sends the browser back to. */
export const CALLBACK_PATH = '/account/callback';
const CONFIRM_PATH = '/account/confirm';
const COOKIE = 'sign_in';
/** In bytes. */
const MAX_FORM = 1_024;

/** Answers a request for one of the pages; false if it is for another. */
export type ServeSignIn = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Serves the pages on which people connect their accounts. */
export function createServeSignIn(options: SignInPageOptions, logger: Logger): ServeSignIn {
  async function pageFor(request: IncomingMessage, url: URL): Promise<Page> {
    if (url.pathname === CALLBACK_PATH) return options.returned(url.searchParams);
    const form = new URLSearchParams(await readForm(request));
    return options.confirmed({ secret: cookieOf(request), code: form.get('code') ?? '' });
  }

  function send(response: ServerResponse, { status, html, secret }: Page): void {
    const cookie = secret && cookieHeader(secret, options.isSecure);
    response.writeHead(status, { ...PAGE_HEADERS, ...(cookie && { 'set-cookie': cookie }) });
    response.end(html);
  }

  return (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const isCallback = request.method === 'GET' && url.pathname === CALLBACK_PATH;
    const isConfirm = request.method === 'POST' && url.pathname === CONFIRM_PATH;
    if (!isCallback && !isConfirm) return false;
    pageFor(request, url)
      .then((page) => send(response, page))
      .catch((error: unknown) => {
        logger.error({ err: error }, 'page of a sign-in not served');
        response.writeHead(500, PAGE_HEADERS);
        response.end();
      });
    return true;
  };
}

/** The rest of a form that is too long is not read. */
async function readForm(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_FORM) return '';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A page of another site cannot send it: https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis */
function cookieHeader(secret: NonNullable<Page['secret']>, isSecure: boolean): string {
  const age = `Max-Age=${Math.floor(secret.ms / 1000)}`;
  const secure = isSecure ? '; Secure' : '';
  return `${COOKIE}=${secret.value}; Path=/; HttpOnly; SameSite=Strict; ${age}${secure}`;
}

function cookieOf({ headers }: IncomingMessage): string {
  const [, value = ''] = /(?:^|; )sign_in=([\w.-]{1,200})/.exec(headers.cookie ?? '') ?? [];
  return value;
}
