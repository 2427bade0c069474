import { PAGE_STYLE } from '../../render/html-page.js';

/** Of each page of ours: no scripts, nothing from elsewhere, and in no frame or cache. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    `default-src 'none'; style-src ${PAGE_STYLE}; ` +
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const;
