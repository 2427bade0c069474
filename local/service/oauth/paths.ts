export const OAUTH_PATH = '/.auth/oauth';
export const SIGN_IN_PATH = '/.auth/sign-in';
