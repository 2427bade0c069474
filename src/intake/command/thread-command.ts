import type { ConversationCommand } from '../../model/conversation-request.js';
import type { ThreadCommand } from '../../model/intent.js';

/** A reply in a thread that is a command as a whole. */
export type ReplyCommand =
  | { readonly kind: 'thread'; readonly command: ThreadCommand['command'] }
  | { readonly kind: 'conversation'; readonly command: ConversationCommand };

/** The commands that work as a reply. To add one, add a line. */
const REPLY_COMMANDS: readonly (readonly [RegExp, ReplyCommand])[] = [
  [/^(stop|cancel)[.!]?$/i, { kind: 'thread', command: 'stop' }],
  [/^mute[.!]?$/i, { kind: 'thread', command: 'mute' }],
  [/^unmute[.!]?$/i, { kind: 'thread', command: 'unmute' }],
  [/^private[.!]?$/i, { kind: 'thread', command: 'private' }],
  [/^public[.!]?$/i, { kind: 'thread', command: 'public' }],
  [/^new question[.!]?$/i, { kind: 'thread', command: 'new-question' }],
  [/^check[.!]?$/i, { kind: 'conversation', command: { kind: 'check' } }],
  [/^who knows[?.!]?$/i, { kind: 'conversation', command: { kind: 'owners' } }],
];

/** Undefined if the reply is a question. */
export function replyCommand(text: string): ReplyCommand | undefined {
  return REPLY_COMMANDS.find(([pattern]) => pattern.test(text))?.[1];
}

/** The question in `new: …` or `new question: …`, which starts a new conversation. */
export function newConversationText(text: string): string | undefined {
  return /^new(?: question)?:\s*(\S[\s\S]*)$/i.exec(text)?.[1];
}
