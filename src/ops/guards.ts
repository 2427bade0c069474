import type { RequestHandler } from 'express';

/** Security headers: no other site may frame or read these pages. */
export const secure: RequestHandler = (_request, response, next) => {
  response.set({
    'Cache-Control': 'no-store',
    'Content-Security-Policy':
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; object-src 'none'; base-uri 'self'; frame-ancestors 'none'",
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  });
  next();
};

/** Only GET and HEAD. */
export const readOnly: RequestHandler = (request, response, next) => {
  if (request.method === 'GET' || request.method === 'HEAD') return next();
  response.set('Allow', 'GET, HEAD').status(405).json({ message: 'This page is read-only.' });
};

/**
 * Against DNS rebinding: a web page may point its own host name at a loopback address, and its
 * requests then have that name in `Host`. For a server that listens on a loopback address only.
 */
export const localHostOnly: RequestHandler = (request, response, next) => {
  if (isLoopback(hostName(request.headers.host))) return next();
  response.status(403).json({ message: 'Use the host name localhost or 127.0.0.1.' });
};

/** Whether it is a loopback address, or the name of one. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i.test(host);
}

/** `Host` without port and without the brackets of IPv6. */
function hostName(header: string | undefined): string {
  return /^\[?(?<name>[^\]]*?)\]?(?::\d+)?$/.exec(header ?? '')?.groups?.['name'] ?? '';
}
