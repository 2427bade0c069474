/*
 * Secrets that are recognizable by their format alone, wherever they appear: removed from logs, and
 * from what people send. Each pattern runs in time linear in the text and never extends over a
 * double quote, so JSON stays valid. A secret has no maximum length: what directly follows it is
 * hidden too, so no part of it is left to look like another. The groups `head` and `tail` are kept:
 * they show what the secret is for. Names in code may look alike, such as `sgd_with_momentum`: where
 * the prefix is short, a secret needs a digit.
 */
const SECRET_PATTERNS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----END|\\{0,8}")[\s\S])*(?:-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----)?/g,
  // Amazon: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
  /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
  // Slack, GitHub, GitLab, npm, Google, Stripe, OpenAI and Anthropic, Sourcegraph
  /\bxox[a-z](?:\.xox[a-z])?-[\w.-]{8,}|\bxapp-[\w-]{8,}/g,
  /(?<head>\bhooks\.slack(?:-gov)?\.com\/)[\w/.%~-]{8,}/g,
  /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|npm_[A-Za-z0-9]{30,})/g,
  /\bAIza[\w-]{35}\b|\bya29\.[\w.-]{20,}/g,
  /\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}|\bsk-(?=[\w-]{0,300}\d)(?:[a-z]{2,10}-)?[\w-]{20,}/g,
  /\bsgp_\w{16,}|\bsg[amd]_(?=[\w-]{0,200}\d)[\w-]{16,}/g,
  // RFC 7519
  /\beyJ[\w-]{8,4000}\.eyJ[\w-]{8,}(?:\.[\w-]*)?/g,
  // RFC 6750 and RFC 7617
  /(?<head>\bbearer\s{1,5})(?=[\w.~+/-]{0,200}\d)(?![\w.-]{1,100}\/[\w./-]{0,200}\.[a-z]{1,5}(?![\w.~+/=-]))[\w.~+/-]{12,}={0,2}/gi,
  /(?<head>\b[Bb](?:asic|ASIC)\s{1,5})(?=[\w+/]{0,200}\d)(?=[\w+/]{0,200}[A-Z])[A-Za-z0-9+/]{12,}={0,2}(?![\w.-])/g,
  /(?<head>\bauthorization["']?\s{0,5}[:=]\s{0,5}["']?token\s{1,5})[^\s"',\\]{8,}/gi,
  /(?<head>\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"'<>]{0,200}:)[^\s/@"'<>]{1,500}(?<tail>@)/gi,
];

/** Replaces every secret that one of our patterns or of `more` matches, and counts what it changed. */
export function replaceSecrets(
  text: string,
  replacement: string,
  more: readonly RegExp[] = [],
): { readonly text: string; readonly count: number } {
  let count = 0;
  const replace = (before: string, pattern: RegExp) =>
    before.replace(pattern, (...match) => {
      const groups = match.at(-1) as Partial<Record<'head' | 'tail', string>> | string | undefined;
      const { head = escapedLetter(match), tail = '' } = typeof groups === 'object' ? groups : {};
      const replaced = `${head}${replacement}${tail}`;
      if (replaced !== match[0]) count += 1;
      return replaced;
    });
  return { text: [...SECRET_PATTERNS, ...more].reduce(replace, text), count };
}

/**
 * In JSON, a match may begin with the letter of an escape sequence, such as the `n` of `\npm_…`.
 * That letter is kept, else the JSON would be invalid.
 */
function escapedLetter(match: readonly unknown[]): string {
  const [matched, offset, text] = match;
  if (typeof matched !== 'string' || typeof offset !== 'number' || typeof text !== 'string') {
    return '';
  }
  return text[offset - 1] === '\\' && /^[bfnrt]/.test(matched) ? matched.charAt(0) : '';
}

/** Replaces a secret that somebody pasted. */
export const MASK = '[secret]';

/**
 * Masks what looks like a secret in questions, messages and files, and counts it: everything that
 * logs hide by its format, and values after names such as `password=`. A masked text does not change
 * if it is masked again. Hashes of commits and UUIDs are no secrets, nor is code such as
 * `token = readToken(1)`.
 */
export function maskSecrets(text: string): { readonly text: string; readonly masked: number } {
  const replaced = replaceSecrets(text, MASK, NAMED_VALUES);
  return { text: replaced.text, masked: replaced.count };
}

/** A call, an index, a property or a placeholder, rather than a value. */
const EXPRESSION =
  /[A-Za-z_$][\w$]{0,60}(?:\??\.[A-Za-z_$][\w$]{0,60}){0,8}[([]|(?:process|import|this|self|os|env|config|options|opts|settings|secrets|props|params|args|req|request|ctx|context)\??[.]|\$[A-Za-z_{(]|%[sd(]|[<{]/;

/** The group `head` is kept. Too broad for logs, where they would hide fields that are no secrets. */
const NAMED_VALUES: readonly RegExp[] = [
  /(?<head>\baws_?(?:secret|session)[\w ]{0,20}["']?\s{0,5}[:=]\s{0,5}["']?)[A-Za-z0-9/+=]{20,}/gi,
  new RegExp(
    String.raw`(?<head>\b[\w-]{0,40}(?:passwd|password|passphrase|secret|api_?key|access_?key|private_?key|token)["']?\s{0,5}(?:=|:)\s{0,5}["']?)(?!\[secret\]|${EXPRESSION.source})(?=[^\s"',;&]{0,200}\d)[^\s"',;&]{8,}`,
    'gi',
  ),
];
