/** Replaces a secret that a user pasted. */
export const MASK = '[secret]';

/**
 * Masks what looks like a secret in messages and files, and counts it: private keys, keys of cloud
 * providers and vendors by their format, bearer tokens, JSON Web Tokens, passwords in URLs, and
 * values after names such as `password=`. Each pattern runs in time linear in the text.
 */
export function maskSecrets(text: string): { readonly text: string; readonly masked: number } {
  let masked = 0;
  const mask = (before: string, pattern: RegExp) =>
    before.replace(pattern, (...match) => {
      masked += 1;
      const groups = match.at(-1) as Partial<Record<'head' | 'tail', string>> | string | undefined;
      if (typeof groups !== 'object') return MASK;
      return `${groups.head ?? ''}${MASK}${groups.tail ?? ''}`;
    });
  return { text: PATTERNS.reduce(mask, text), masked };
}

/** The groups `head` and `tail` are kept: they show what the secret is for. */
const PATTERNS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----END)[\s\S])*(?:-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----)?/g,
  // Amazon: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
  /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
  /(?<head>\baws_?(?:secret|session)[\w ]{0,20}["']?\s{0,5}[:=]\s{0,5}["']?)[A-Za-z0-9/+=]{20,2000}/gi,
  // Slack, GitHub, GitLab, npm, Google, Stripe, OpenAI and Anthropic, Sourcegraph
  /\bxox[a-z](?:\.xox[a-z])?-[\w.-]{8,300}|\bxapp-[\w-]{8,300}/g,
  /(?<head>\bhooks\.slack(?:-gov)?\.com\/)[\w/.-]{8,300}/g,
  /\b(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_\w{20,255}|glpat-[\w-]{16,64}|npm_[A-Za-z0-9]{30,64})/g,
  /\bAIza[\w-]{35}\b|\bya29\.[\w.-]{20,500}/g,
  /\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,200}|\bsk-(?:[a-z]{2,10}-)?[\w-]{20,300}/g,
  /\bsgp_\w{16,200}|\bsg[amd]_[\w-]{16,200}/g,
  // RFC 7519
  /\beyJ[\w-]{8,4000}\.eyJ[\w-]{8,8000}(?:\.[\w-]{0,4000})?/g,
  /(?<head>\b(?:bearer|basic)\s{1,5})(?=[\w.~+/-]{0,200}\d)[\w.~+/-]{12,4000}={0,2}/gi,
  /(?<head>\bauthorization["']?\s{0,5}[:=]\s{0,5}["']?token\s{1,5})[^\s"',\\]{8,2000}/gi,
  /(?<head>\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"'<>]{0,200}:)[^\s/@"'<>]{1,500}(?<tail>@)/gi,
  /(?<head>\b[\w-]{0,40}(?:passwd|password|passphrase|secret|api_?key|access_?key|private_?key|token)["']?\s{0,5}(?:=|:)\s{0,5}["']?)(?!\[secret\])(?=[^\s"',;&]{0,200}\d)[^\s"',;&]{8,2000}/gi,
];
