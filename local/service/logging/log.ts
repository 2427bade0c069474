import { inspect } from 'node:util';

/** Writes to standard error what failed and why, without secrets and terminal escapes. */
export function logError(what: string, error?: unknown): void {
  console.error(scrub(error === undefined ? what : `${what} ${inspect(error)}`));
}

/** Writes to standard output what has changed, without secrets and terminal escapes. */
export function logChange(what: string): void {
  console.log(scrub(what));
}

/** What is kept of a match is in the groups `head` and `tail`. */
const SECRETS: readonly RegExp[] = [
  // Headers, in a request line or in an object that an error carries along.
  /(?<head>\b(?:proxy-)?authorization["']?\s{0,5}[:=]\s{0,5}["'[]{0,3})[^\s"',\]]{1,2000}(?: [^\s"',\]]{1,4000})?/gi,
  /(?<head>\b(?:set-)?cookie["']?\s{0,5}[:=]\s{0,5}["'[]{0,3})[^\n"'\]]{1,4000}/gi,
  /(?<head>\b(?:bearer|basic|token)\s{1,5})(?=[\w.~+/=-]{0,200}\d)[\w.~+/=-]{8,4000}/gi,
  // Settings and fields of forms, such as LLM_API_KEY, access_token or client_secret.
  /(?<head>\b[\w-]{0,40}(?:token|secret|password|api-?_?key)["']?\s{0,5}[:=]\s{0,5}["']?)[^\s"',&;}\]]{1,4000}/gi,
  /(?<head>[?&](?:code|state)=)[^\s&"'#]{1,4000}/gi,
  // Passwords in URLs, and the read tokens of share links.
  /(?<head>\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@"'<>]{1,500}(?<tail>@)/gi,
  /(?<head>\/)[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi,
  /\bsgp_\w{8,200}|\bsk-[\w-]{16,300}/g,
];

/** Everything but tabs and line breaks that a terminal would act on. */
const CONTROLS = /[^\P{Cc}\n\t]/gu;

/** A text for the log: without tokens, passwords, cookies and share links. */
export function scrub(text: string): string {
  return SECRETS.reduce(
    (before, pattern) => before.replace(pattern, '$<head>[hidden]$<tail>'),
    text.replace(CONTROLS, ''),
  );
}
