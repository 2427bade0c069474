import { type Directory, encodeMessage } from './mentions.js';

/** What typed text means. */
export type ParsedInput =
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'command'; readonly text: string }
  | { readonly kind: 'refused'; readonly reason: string };

interface InputContext {
  readonly commands: readonly string[];
  readonly inThread: boolean;
  readonly bot: string;
  readonly directory: Directory;
}

/** As in Slack, a leading slash makes a command; a space before it makes it a message. */
export function parseInput(
  text: string,
  { commands, inThread, bot, directory }: InputContext,
): ParsedInput {
  const word = /^\/[a-z][\w-]*(?=\s|$)/i.exec(text)?.[0];
  if (!word) return { kind: 'message', text: encodeMessage(text.trim(), directory) };
  if (!commands.includes(word.toLowerCase())) {
    const reason = `${word} is no command here. To send it as a message, put a space before it.`;
    return { kind: 'refused', reason };
  }
  if (inThread) {
    const reason = `${word} does not work in threads. Just reply, or mention @${bot}.`;
    return { kind: 'refused', reason };
  }
  return { kind: 'command', text: word.toLowerCase() + text.slice(word.length).trimEnd() };
}
