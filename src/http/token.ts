/** An access token goes as `token`, an OAuth token as `Bearer`. A bare string is an access token. */
export type Token = string | { readonly scheme: 'token' | 'Bearer'; readonly value: string };

export function credential(token: Token): { scheme: 'token' | 'Bearer'; value: string } {
  return typeof token === 'string' ? { scheme: 'token', value: token } : token;
}
