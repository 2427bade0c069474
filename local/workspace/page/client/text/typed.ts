import { type Directory, encodeMessage } from './mentions.js';

/** What a typed text asks for. */
export type Typed =
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'command'; readonly text: string }
  | { readonly kind: 'refused'; readonly why: string };

interface Place {
  readonly commands: readonly string[];
  readonly inThread: boolean;
  readonly bot: string;
  readonly directory: Directory;
}

/** A slash at the very start is a command, as in Slack; a space before it makes it a message. */
export function readTyped(text: string, { commands, inThread, bot, directory }: Place): Typed {
  const word = /^\/[a-z][\w-]*(?=\s|$)/i.exec(text)?.[0];
  if (!word) return { kind: 'message', text: encodeMessage(text.trim(), directory) };
  if (!commands.includes(word.toLowerCase())) {
    const why = `${word} is no command here. To send it as a message, put a space before it.`;
    return { kind: 'refused', why };
  }
  if (inThread) {
    const why = `${word} does not work in threads. Just reply, or mention @${bot}.`;
    return { kind: 'refused', why };
  }
  return { kind: 'command', text: word.toLowerCase() + text.slice(word.length).trimEnd() };
}
