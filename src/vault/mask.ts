import { replaceSecrets } from '../secret-patterns.js';

/** Replaces a secret that a user pasted. */
export const MASK = '[secret]';

/**
 * Masks what looks like a secret in messages and files, and counts it: everything that logs hide by
 * its format, and values after names such as `password=`.
 */
export function maskSecrets(text: string): { readonly text: string; readonly masked: number } {
  const replaced = replaceSecrets(text, MASK, NAMED_VALUES);
  return { text: replaced.text, masked: replaced.count };
}

/** The group `head` is kept. Too broad for logs, where they would hide fields that are no secrets. */
const NAMED_VALUES: readonly RegExp[] = [
  /(?<head>\baws_?(?:secret|session)[\w ]{0,20}["']?\s{0,5}[:=]\s{0,5}["']?)[A-Za-z0-9/+=]{20,2000}/gi,
  /(?<head>\b[\w-]{0,40}(?:passwd|password|passphrase|secret|api_?key|access_?key|private_?key|token)["']?\s{0,5}(?:=|:)\s{0,5}["']?)(?!\[secret\])(?=[^\s"',;&]{0,200}\d)[^\s"',;&]{8,2000}/gi,
];
