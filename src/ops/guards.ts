import type { RequestHandler } from 'express';

/** Headers for pages that no other site may frame, read or sniff. */
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

/** Nothing here changes anything, whoever asks. */
export const readOnly: RequestHandler = (request, response, next) => {
  if (request.method === 'GET' || request.method === 'HEAD') return next();
  response.set('Allow', 'GET, HEAD').status(405).json({ message: 'This page is read-only.' });
};

/**
 * A web page may point its own name at a loopback address and read what listens there (DNS
 * rebinding); its requests then carry that name. For a server that listens on loopback alone.
 */
export const localHostOnly: RequestHandler = (request, response, next) => {
  if (isLoopback(hostName(request.headers.host))) return next();
  response.status(403).json({ message: 'Ask for localhost or 127.0.0.1.' });
};

/** Whether a name or an address is one of this machine's own. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i.test(host);
}

/** `Host` without its port and, around IPv6, without its brackets. */
function hostName(header: string | undefined): string {
  return /^\[?(?<name>[^\]]*?)\]?(?::\d+)?$/.exec(header ?? '')?.groups?.['name'] ?? '';
}
