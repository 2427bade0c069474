import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';

/** The host names, without ports, that requests may be addressed to. */
export function allowedHosts(ownUrl: string, additional: readonly string[] = []): string[] {
  const own = URL.canParse(ownUrl) ? [new URL(ownUrl).hostname] : [];
  return [...new Set([...localhostAllowedHostnames(), ...own, ...additional])];
}

/**
 * What is wrong with the Host or Origin header; `undefined` if nothing is. Prevents DNS rebinding: a
 * web page could otherwise reach a service that listens only on this machine.
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
