import { BARE_URL, escapeSlack, unescapeSlack } from './mrkdwn.js';

/** People and channels that a message can mention, by display name. */
export interface Directory {
  readonly people: readonly { readonly id: string; readonly name: string }[];
  readonly channels: readonly { readonly id: string; readonly name: string }[];
}

const CODE = /(```[\s\S]+?```|`[^`\n]+`)/;

/**
 * Typed text → message text: `@Kim` becomes `<@U…>`, `#general` `<#C…>`, a URL `<https://…>`, and
 * `& < >` are escaped. Code is only escaped.
 */
export function encodeMessage(typed: string, directory: Directory): string {
  return typed
    .split(CODE)
    .map((part, index) => (index % 2 === 1 ? escapeSlack(part) : encodePlain(part, directory)))
    .join('');
}

function encodePlain(text: string, directory: Directory): string {
  let out = '';
  let at = 0;
  while (at < text.length) {
    const hit = nameAt(text, at, directory) ?? urlAt(text, at);
    out += hit ? `<${hit.to}>` : escapeSlack(text[at] ?? '');
    at += hit?.length ?? 1;
  }
  return out;
}

interface EncodedMatch {
  readonly to: string;
  readonly length: number;
}

function nameAt(text: string, at: number, directory: Directory): EncodedMatch | undefined {
  const sign = text[at];
  if ((sign !== '@' && sign !== '#') || isWord(text[at - 1])) return undefined;
  const known = sign === '@' ? directory.people : directory.channels;
  const found = known
    .filter(({ name }) => name && sameStart(text.slice(at + 1), name))
    .sort((a, b) => b.name.length - a.name.length)[0];
  return found && { to: `${sign}${found.id}`, length: found.name.length + 1 };
}

function sameStart(text: string, name: string): boolean {
  const head = text.slice(0, name.length);
  return head.toLowerCase() === name.toLowerCase() && !isWord(text[name.length]);
}

function urlAt(text: string, at: number): EncodedMatch | undefined {
  if (text[at] !== 'h' || isWord(text[at - 1])) return undefined;
  const url = BARE_URL.exec(text.slice(at, at + 3000))?.[0];
  return url ? { to: escapeSlack(url), length: url.length } : undefined;
}

const isWord = (char: string | undefined): boolean =>
  char !== undefined && /[\p{L}\p{N}_-]/u.test(char);

/** The reverse of `encodeMessage`, for editing: `<@U…>` → `@Kim`. Unknown ids stay as they are. */
export function decodeMessage(text: string, directory: Directory): string {
  const nameOf = (known: Directory['people'], id: string): string | undefined =>
    known.find((one) => one.id === id)?.name;
  const plain = text.replace(
    /<([@#])([A-Z0-9]+)(?:\|[^>]*)?>/g,
    (whole, sign: string, id: string) => {
      const name = nameOf(sign === '@' ? directory.people : directory.channels, id);
      return name ? `${sign}${escapeSlack(name)}` : whole;
    },
  );
  return unescapeSlack(plain.replace(/<(https?:[^<>|]+)(?:\|[^<>]*)?>/g, '$1'));
}
