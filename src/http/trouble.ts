const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: "the host's name is not known",
  EAI_AGAIN: "the host's name could not be looked up",
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was reset',
  UND_ERR_SOCKET: 'the connection was closed',
  UND_ERR_CONNECT_TIMEOUT: 'no connection could be made in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer came in time',
  UND_ERR_DESTROYED: 'we are shutting down',
};

/** Why no reply came, in words that an operator can act on. */
export function describeNetworkError(cause: unknown): string {
  if (!(cause instanceof Error)) return 'not reached';
  const code = 'code' in cause ? String(cause.code) : '';
  const words = WORDS[code] ?? cause.message;
  return code && words ? `${words} (${code})` : words || code || 'not reached';
}
