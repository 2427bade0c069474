import { PROMPT_SECTIONS } from '../model/prompt-sections.js';
import type { ListedMessage } from '../slack/messages.js';

/** A thread's earlier messages go along up to this many characters, the latest ones first. */
export const CONTEXT_LIMIT = 8_000;

/** The first half of a character that was cut in two. */
const HALF = /[\uD800-\uDBFF]$/;

/** What people said in the thread before the question: not our own messages, not the question. */
export function contextMessages(
  messages: readonly ListedMessage[],
  questionTs: string | undefined,
): ListedMessage[] {
  return messages.filter(
    (message) =>
      message.metadata === undefined &&
      message.botId === undefined &&
      message.text.trim() !== '' &&
      (questionTs === undefined || Number(message.ts) < Number(questionTs)),
  );
}

/**
 * The text for the service: the question, with what was said before it quoted as such. What does
 * not fit into `CONTEXT_LIMIT` is left out from the oldest on, and the text says so.
 */
export function promptWithContext(
  question: string,
  lines: readonly { who: string; text: string }[],
) {
  const quoted = lines.map(({ who, text }) => `${who}: ${text.replace(/\s*\n\s*/g, '\n  ')}`);
  const kept: string[] = [];
  let size = 0;
  for (const line of quoted.reverse()) {
    if (size + line.length > CONTEXT_LIMIT) break;
    size += line.length + 1;
    kept.unshift(line);
  }
  const [latest] = quoted;
  if (latest === undefined) return question;
  // A stack trace longer than all there is room for: its beginning is worth more than nothing.
  if (kept.length === 0) kept.push(`${latest.slice(0, CONTEXT_LIMIT).replace(HALF, '')}…`);
  return `${question}\n\n${PROMPT_SECTIONS.thread(kept.join('\n'), kept.length < quoted.length)}`;
}
