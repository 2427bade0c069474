import { CONTEXT_SECTIONS } from '../model/prompt.js';
import type { ListedMessage } from '../slack/message-lists.js';

/** How many characters of a thread's earlier messages go into the prompt, latest messages first. */
export const CONTEXT_LIMIT = 8_000;

/** The first half of a surrogate pair that was cut. */
const HALF = /[\uD800-\uDBFF]$/;

/** The thread's messages before the question, without those of bots. */
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
 * The section of a prompt with a thread's earlier messages; none if there are none. The oldest messages
 * that do not fit into `CONTEXT_LIMIT` are left out, and the section says so.
 */
export function threadSections(lines: readonly { who: string; text: string }[]): string[] {
  const quoted = lines.map(
    ({ who, text }) => `${who}: ${text.replace(/(?<!\s)\s*\n\s*/g, '\n  ')}`,
  );
  const kept: string[] = [];
  let size = 0;
  for (const line of quoted.reverse()) {
    if (size + line.length > CONTEXT_LIMIT) break;
    size += line.length + 1;
    kept.unshift(line);
  }
  const [latest] = quoted;
  if (latest === undefined) return [];
  // A single message that is too long, such as a stack trace: its beginning is better than nothing.
  if (kept.length === 0) kept.push(`${latest.slice(0, CONTEXT_LIMIT).replace(HALF, '')}…`);
  return [CONTEXT_SECTIONS.thread(kept.join('\n'), kept.length < quoted.length)];
}
