/** Schemes that would run or show something instead of handing over to a program. */
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

/** Whether an address leads to a program on the person's own machine: RFC 8252, section 7.3. */
export function isLoopbackRedirect(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, hash, username, password } = new URL(address);
  return protocol === 'http:' && LOOPBACK_HOSTS.has(hostname) && !hash && !username && !password;
}

/** Whether a code may be sent there at all: TLS, this machine, or a program's own scheme. */
export function isAllowedRedirect(address: string): boolean {
  if (isLoopbackRedirect(address)) return true;
  if (!URL.canParse(address) || address.includes('#')) return false;
  const { protocol, hostname, username } = new URL(address);
  if (protocol === 'https:') return !LOOPBACK_HOSTS.has(hostname) && !username;
  return protocol !== 'http:' && !FORBIDDEN_SCHEMES.has(protocol);
}

/** The source for `form-action`, which also judges where a form's reply sends the browser. */
export function formActionSource(address: string): string {
  const { protocol, hostname, origin } = new URL(address);
  // The policy's grammar has no IPv6 addresses.
  return /^https?:$/.test(protocol) && !hostname.startsWith('[') ? origin : protocol;
}
