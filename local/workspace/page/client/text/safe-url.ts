const OPENABLE = new Set(['http:', 'https:', 'mailto:']);

/**
 * The URL if a click may open it: absolute, with http, https or mailto. Anything else
 * (`javascript:`, `data:`, a relative path) is shown as plain text.
 */
export function safeUrl(url: string): string | undefined {
  const parsed = URL.parse?.(url) ?? tryParse(url);
  return parsed && OPENABLE.has(parsed.protocol) ? parsed.href : undefined;
}

function tryParse(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

/** Like `safeUrl`, for images that the browser loads: http and https only. */
export function safeImageUrl(url: string): string | undefined {
  const safe = safeUrl(url);
  return safe?.startsWith('http') ? safe : undefined;
}
