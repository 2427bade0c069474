import { z } from 'zod';
import type { QuestionLimit } from '../model/limits.js';
import { parseRedisUrl, RedisUrlError } from '../store/redis-url.js';

// Messages complete the sentence "NAME …" and never contain the value, which may be secret.

/** A whole number from `min` to `max`, both included. */
export function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
}

const MAX_LIMIT = 100_000;

/** How many questions may be open at once, and asked within an hour: `OPEN/HOUR`, or `0` for both. */
export const questionLimit = z
  .string()
  .regex(
    /^(0|\d{1,6}\/\d{1,6})$/,
    'must be OPEN/HOUR, such as 50/200, where 0 is no limit, or 0 alone for neither',
  )
  .transform((text): QuestionLimit => {
    const [open = 0, perHour = 0] = text.split('/').map(Number);
    return { open, perHour };
  })
  .refine(
    ({ open, perHour }) => Math.max(open, perHour) <= MAX_LIMIT,
    `must be OPEN/HOUR with numbers up to ${MAX_LIMIT}`,
  );

export function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, `must be one of ${values.join(', ')}`);
}

/** An http(s) URL without query, fragment or credentials; a trailing slash is removed. */
export const httpUrl = z.string().transform((text, context) => {
  const invalid = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    return invalid('must be a URL that starts with https:// or http://');
  }
  if (url.search || url.hash || /[?#]/.test(text))
    return invalid('must not have a query (?) or a fragment (#)');
  if (url.username || url.password) return invalid('must not contain a user name or a password');
  return url.href.replace(/\/+$/, '');
});

/** Whether an http(s) URL leads to this machine. */
export function isLoopback(url: string): boolean {
  return /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(new URL(url).hostname);
}

/** Entries name people and channels, so they are encrypted on their way. */
export const auditUrl = httpUrl.refine(
  (url) => url.startsWith('https:') || isLoopback(url),
  'must start with https://, or lead to this machine',
);

/** The page of a trace: an http(s) URL with `{trace}` for the trace's ID. */
export const traceUrl = z.string().superRefine((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    context.addIssue('must be a URL that starts with https:// or http://');
  } else if (url.username || url.password) {
    context.addIssue('must not contain a user name or a password');
  } else if (!text.includes('{trace}')) {
    context.addIssue("must contain {trace}, which becomes the trace's ID");
  }
});

/** Web API root. Ends with a slash, because Slack's client appends the method name. */
export const apiRoot = httpUrl.transform((url) => `${url}/`);

/** A Slack token, recognized by its prefix. The message names the kind of token found instead. */
export function slackToken(prefixes: readonly [string, ...string[]]) {
  return z.string().superRefine((token, context) => {
    if (prefixes.some((prefix) => token.startsWith(prefix))) return;
    const known = Object.entries(TOKEN_KINDS).find(([prefix]) => token.startsWith(prefix));
    const found = known ? ` (this one starts with ${known[0]}: ${known[1]})` : '';
    context.addIssue({ code: 'custom', message: `must start with ${prefixes[0]}${found}` });
  });
}

/** IDs of workspaces and organizations, comma-separated. */
export const slackIds = ids(
  /^[TE][A-Z0-9]{2,}$/,
  'must be IDs of workspaces (T…) or organizations (E…), separated by commas',
);

/** IDs of channels, comma-separated. */
export const channelIds = ids(
  /^[CG][A-Z0-9]{2,}$/,
  'must be IDs of channels (C…, from the channel details in Slack), separated by commas',
);

function ids(pattern: RegExp, message: string) {
  return z
    .string()
    .transform((text) => text.split(',').map((id) => id.trim()))
    .refine((all) => all.every((id) => pattern.test(id)), message);
}

/** Prefixes from https://docs.slack.dev/authentication/tokens. */
const TOKEN_KINDS: Readonly<Record<string, string>> = {
  'xoxb-': 'a bot token',
  'xoxp-': 'a user token, which would make the app act as that person',
  'xapp-': 'an app-level token',
  'xoxe.': 'a rotating token',
  'xoxc-': 'a browser session token',
};

/** Used in an HTTP header or a signature: no spaces, no control characters. */
export const secretText = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces');

/** Whoever guesses it can forge what it signs. */
export const signingKey = secretText.min(
  32,
  'must be at least 32 characters: generate one with "openssl rand -hex 32"',
);

/** One or more 32-byte keys in base64, comma-separated. The first encrypts. */
export const encryptionKeys = z.string().transform((text, context) => {
  const keys = text.split(',').map((part) => part.trim());
  const invalid = keys.findIndex((key) => !/^[A-Za-z0-9+/]{43}=$/.test(key));
  if (invalid < 0) return keys.map((key) => Buffer.from(key, 'base64'));
  const which = keys.length > 1 ? `key ${invalid + 1} of ${keys.length}` : 'the key';
  context.addIssue({
    code: 'custom',
    message: `must be 32 bytes in base64 (44 characters), several separated by commas, and ${which} is not: generate one with "openssl rand -base64 32"`,
  });
  return z.NEVER;
});

export const redisUrl = z.string().superRefine((text, context) => {
  try {
    parseRedisUrl(text);
  } catch (error) {
    if (!(error instanceof RedisUrlError)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
  }
});
