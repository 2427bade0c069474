/** An access token goes as `token`, an OAuth token as `Bearer`. A bare string is an access token. */
export type Token = string | { readonly scheme: 'token' | 'Bearer'; readonly value: string };

export function credential(token: Token): { scheme: 'token' | 'Bearer'; value: string } {
  return typeof token === 'string' ? { scheme: 'token', value: token } : token;
}

export const INVALID_TOKEN = 'the token is empty or contains characters that no token has';

/**
 * The headers that identify the caller and us (API document, "Authentication"). Undefined if the
 * token cannot be the value of a header: see {@link INVALID_TOKEN}.
 */
export function identifyingHeaders(
  token: Token,
  version: string,
): { authorization: string; 'x-requested-with': string } | undefined {
  const { scheme, value } = credential(token);
  if (!/^[\x21-\x7e]+$/.test(value)) return undefined;
  return {
    authorization: `${scheme} ${value}`,
    'x-requested-with': `deepsearch-slack ${version}`,
  };
}
