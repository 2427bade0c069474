/**
 * Slack's mrkdwn as plain text: mentions with the name if Slack includes it, links with their URL,
 * entities decoded. https://docs.slack.dev/messaging/formatting-message-text
 */
export function mrkdwnToText(mrkdwn: string): string {
  return unescapeText(mrkdwn.replace(REFERENCE, (_all, inner: string) => plain(inner)));
}

/**
 * A mention, a channel, a special mention or a link. Other text in `<…>` is typed text that Slack did
 * not escape, as it may come in commands: `List<String>`.
 */
const REFERENCE =
  /<([@#][A-Z0-9]+(?:\|[^<>]*)?|![a-z][^<>]*|[a-z][a-z0-9+.-]*:(?!:)[^\s<>][^<>]*)>/g;

/** Decodes the only entities of Slack: `&amp;`, `&lt;` and `&gt;`. */
export function unescapeText(text: string): string {
  return text.replace(ENTITY, entity);
}

const ENTITY = /&(amp|lt|gt);/g;

function entity(_all: string, name: string): string {
  return name === 'amp' ? '&' : name === 'lt' ? '<' : '>';
}

function plain(inner: string): string {
  const bar = inner.indexOf('|');
  const target = bar < 0 ? inner : inner.slice(0, bar);
  const label = bar < 0 ? '' : inner.slice(bar + 1);
  const sigil = target[0];
  if (sigil === '@' || sigil === '#') return label === '' ? target : withSigil(sigil, label);
  if (sigil === '!') return label === '' ? `@${target.slice(1).split('^')[0]}` : label;
  if (label === '' || label === target || `mailto:${label}` === target) return label || target;
  return target.endsWith(label) ? target : `${label} (${target})`;
}

function withSigil(sigil: string, label: string): string {
  return label.startsWith(sigil) ? label : sigil + label;
}

/** The text without the mentions of a user. */
export function withoutMention(mrkdwn: string, user: string): string {
  return mrkdwn.replace(new RegExp(`<@${user}(\\|[^<>]*)?>`, 'g'), ' ');
}

export function mentions(mrkdwn: string, user: string): boolean {
  return mrkdwn.includes(`<@${user}>`) || mrkdwn.includes(`<@${user}|`);
}

/** Whether it starts with a mention of a user or a user group, so is addressed to them. */
export function startsWithMention(mrkdwn: string): boolean {
  return /^\s*<(@|!subteam\^)/.test(mrkdwn);
}
