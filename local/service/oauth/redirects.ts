/** Schemes that would run or show content instead of opening an application. */
const FORBIDDEN_SCHEMES = new Set([
  'about:',
  'blob:',
  'data:',
  'file:',
  'javascript:',
  'vbscript:',
  'ws:',
]);
const LOOPBACK_HOSTS = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Whether it is a loopback redirect URI: RFC 8252, section 7.3. */
export function isLoopbackRedirect(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, hash, username, password } = new URL(address);
  return protocol === 'http:' && LOOPBACK_HOSTS.has(hostname) && !hash && !username && !password;
}

/** Whether a code may be sent there: https, loopback, or an application's private scheme. */
export function isAllowedRedirect(address: string): boolean {
  if (isLoopbackRedirect(address)) return true;
  if (!URL.canParse(address) || address.includes('#')) return false;
  const { protocol, hostname, username } = new URL(address);
  if (protocol === 'https:') return !LOOPBACK_HOSTS.has(hostname) && !username;
  return protocol !== 'http:' && !FORBIDDEN_SCHEMES.has(protocol);
}

/** The CSP source for `form-action`, which also applies to the redirect after the form. */
export function formActionSource(address: string): string {
  const { protocol, hostname, origin } = new URL(address);
  // CSP sources cannot contain IPv6 addresses.
  return /^https?:$/.test(protocol) && !hostname.startsWith('[') ? origin : protocol;
}
