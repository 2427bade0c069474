import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';

/** The names that we may be called by, without ports. */
export function allowedHosts(ownUrl: string, additional: readonly string[] = []): string[] {
  const own = URL.canParse(ownUrl) ? [new URL(ownUrl).hostname] : [];
  return [...new Set([...localhostAllowedHostnames(), ...own, ...additional])];
}

/**
 * What is wrong with where a request says that it goes and comes from. A page of another site that
 * had its name resolved to us would otherwise reach a service that listens on this machine alone.
 */
export function hostHeaderError(
  headers: { readonly host?: string | undefined; readonly origin?: string | undefined },
  hosts: readonly string[],
): string | undefined {
  const host = validateHostHeader(headers.host, [...hosts]);
  if (!host.ok) return host.message;
  const origin = validateOriginHeader(headers.origin, [...hosts]);
  return origin.ok ? undefined : origin.message;
}
