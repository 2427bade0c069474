/** The built-in client. */
export const CLIENT_ID = 'deepsearch-client';
export const OAUTH_PREFIX = '/.auth/oauth';
export const SIGN_IN_PREFIX = '/.auth/sign-in';
