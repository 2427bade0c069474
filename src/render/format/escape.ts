/** A zero-width space: keeps the characters around it from being one token. */
export const BREAK = '\u200b';

const GROUP = /@(?=(?:channel|here|everyone)(?![\p{L}\p{N}_]))/giu;
const CONTROL = /<(?=[@#!])/g;

/** Breaks whatever Slack would turn into a mention of people or a channel; reads as before. */
export function breakMentions(text: string): string {
  return text.replace(GROUP, `@${BREAK}`).replace(CONTROL, `<${BREAK}`);
}

/** Text of others, made harmless for a `mrkdwn` text or a message's `text`. */
export function escapeMrkdwn(text: string): string {
  return breakMentions(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** On one line, with single spaces. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** As `oneLine`, without what would end bold text, or make a code block of it. */
export function oneLineInBold(text: string): string {
  return oneLine(text.replaceAll('*', '').replaceAll('```', ' '));
}

/** The largest cut at or before `at` that parts no surrogate pair and no visible character. */
export function safeCut(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const floor = Math.max(1, at - 64);
  for (let cut = at; cut > floor; cut--) if (!glued(text, cut)) return cut;
  return isLowSurrogate(text, at) ? at - 1 || 2 : at;
}

const JOINS = /^(?:\p{M}|\u200d|[\ufe0e\ufe0f]|[\u{1f3fb}-\u{1f3ff}]|[\u{1f1e6}-\u{1f1ff}])/u;

/** Whether what stands before `at` and what follows are parts of one visible character. */
function glued(text: string, at: number): boolean {
  if (isLowSurrogate(text, at)) return true;
  return text[at - 1] === '\u200d' || JOINS.test(text.slice(at, at + 2));
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const before = text.charCodeAt(at - 1);
  return unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
}

/** At most `max` code units, with an ellipsis where something was left out. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, safeCut(text, max - 1)).trimEnd()}…`;
}

/** As `clip`, with the escaped form within `max`. */
export function clipMrkdwn(text: string, max: number): string {
  const whole = escapeMrkdwn(text);
  if (whole.length <= max) return whole;
  const share = Math.floor((max / whole.length) * text.length);
  for (let room = Math.min(share, max); room > 1; room = Math.floor(room * 0.8)) {
    const cut = escapeMrkdwn(clip(text, room));
    if (cut.length <= max) return cut;
  }
  return '…';
}
