import { createHash } from 'node:crypto';

/**
 * Puts a content security policy into a page: nothing but the site's own files, and the scripts that are in the page
 * now. Mermaid and the colours of code need inline styles.
 */
export function addPolicy(html: string): string {
  const scripts = [...html.matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g)];
  const hashes = scripts.map(([, script = '']) => `'sha256-${hashOf(script)}'`);
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${[...new Set(hashes)].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
  ].join('; ');
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  return html.replace('<meta charset="utf-8">', `$&\n    ${meta}`);
}

function hashOf(script: string): string {
  return createHash('sha256').update(script).digest('base64');
}
