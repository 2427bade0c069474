import type { AccountKind } from '../model/access.js';

/** An access token goes as `token`, an OAuth token as `Bearer`. A bare string is an access token. */
export type Token = string | SchemedToken;

export interface SchemedToken {
  readonly scheme: 'token' | 'Bearer';
  readonly value: string;
  /** Whose it is; absent where everyone shares one account. */
  readonly account?: AccountKind;
}

export function credential(token: Token): SchemedToken {
  return typeof token === 'string' ? { scheme: 'token', value: token } : token;
}

/** Whose token it is; undefined where everyone shares one account. */
export function accountOf(token: Token): AccountKind | undefined {
  return credential(token).account;
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
