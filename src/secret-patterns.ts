/*
 * Secrets that are recognizable by their format alone, wherever they appear: removed from logs, and
 * from what people share. Each pattern runs in time linear in the text and never extends over a
 * double quote, so JSON stays valid. The groups `head` and `tail` are kept: they show what the
 * secret is for.
 */
const SECRET_PATTERNS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----END|\\{0,8}")[\s\S])*(?:-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----)?/g,
  // Amazon: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
  /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
  // Slack, GitHub, GitLab, npm, Google, Stripe, OpenAI and Anthropic, Sourcegraph
  /\bxox[a-z](?:\.xox[a-z])?-[\w.-]{8,300}|\bxapp-[\w-]{8,300}/g,
  /(?<head>\bhooks\.slack(?:-gov)?\.com\/)[\w/.%~-]{8,300}/g,
  /\b(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_\w{20,255}|glpat-[\w-]{16,64}|npm_[A-Za-z0-9]{30,64})/g,
  /\bAIza[\w-]{35}\b|\bya29\.[\w.-]{20,500}/g,
  /\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,200}|\bsk-(?:[a-z]{2,10}-)?[\w-]{20,300}/g,
  /\bsgp_\w{16,200}|\bsg[amd]_[\w-]{16,200}/g,
  // RFC 7519
  /\beyJ[\w-]{8,4000}\.eyJ[\w-]{8,8000}(?:\.[\w-]{0,4000})?/g,
  /(?<head>\b(?:bearer|basic)\s{1,5})(?=[\w.~+/-]{0,200}\d)[\w.~+/-]{12,4000}={0,2}/gi,
  /(?<head>\bauthorization["']?\s{0,5}[:=]\s{0,5}["']?token\s{1,5})[^\s"',\\]{8,2000}/gi,
  /(?<head>\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"'<>]{0,200}:)[^\s/@"'<>]{1,500}(?<tail>@)/gi,
];

/** Replaces every secret that one of our patterns or of `more` matches, and counts them. */
export function replaceSecrets(
  text: string,
  replacement: string,
  more: readonly RegExp[] = [],
): { readonly text: string; readonly count: number } {
  let count = 0;
  const replace = (before: string, pattern: RegExp) =>
    before.replace(pattern, (...match) => {
      count += 1;
      const groups = match.at(-1) as Partial<Record<'head' | 'tail', string>> | string | undefined;
      const { head = escapedLetter(match), tail = '' } = typeof groups === 'object' ? groups : {};
      return `${head}${replacement}${tail}`;
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
