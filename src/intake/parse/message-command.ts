import type { ConversationCommand } from '../../model/conversation-request.js';
import type { Place } from '../../model/place.js';
import { smallTalk } from '../command/small-talk.js';
import { matchSubcommand, type Subcommand } from '../command/subcommand.js';
import { replyCommand } from '../command/thread-command.js';
import { correctTypo, isSentence } from '../command/typo.js';
import { type Ignored, ignored, type MessageCommand, type Seal } from './result.js';

export interface CommandContext {
  readonly id: string;
  readonly place: Place;
  readonly messageTs: string;
  readonly user: string;
  readonly at: number;
  readonly inThread: boolean;
  /** A reply in a thread that does not mention the bot. */
  readonly isReply: boolean;
  readonly seal: Seal | undefined;
}

/**
 * The command or the correction that a message means, or small talk such as "thanks!". People who greet
 * each other in a thread are `ignored`.
 * Undefined for a question. `stop`, `mute` and the like in a thread are handled before. Pure.
 */
export function messageCommand(
  text: string,
  context: CommandContext,
): MessageCommand | Ignored | undefined {
  const { seal } = context;
  const talk = smallTalk(text);
  // Whoever greets the bot itself learns what it can do.
  if (talk === 'greeting') return context.isReply ? ignored('a greeting') : help(context);
  if (talk !== undefined) return { kind: 'small-talk', ...whoAndWhere(context) };
  const command = matchSubcommand(text, seal && ((link) => seal(link, 'pasted_link')));
  return (
    replyCommandIn(text, context) ??
    (command && subcommandIn(text, command, context)) ??
    correction(text, context)
  );
}

/** `ask list` asks what would be a command otherwise; other questions may begin with that word. */
export function withoutAsk(text: string): string {
  const [, rest] = /^ask\s+(\S[\s\S]*)$/i.exec(text) ?? [];
  return rest !== undefined && readsAsCommand(rest) ? rest : text;
}

function readsAsCommand(text: string): boolean {
  const command = matchSubcommand(text, (link) => link) ?? replyCommand(text) ?? correctTypo(text);
  return command !== undefined || smallTalk(text) !== undefined;
}

function subcommandIn(
  text: string,
  command: Subcommand,
  context: CommandContext,
): MessageCommand | undefined {
  switch (command.kind) {
    case 'help':
      return help(context);
    case 'doctor':
      return { kind: 'doctor', ...about(context) };
    case 'conversation':
      return conversationRequest(command.command, context);
    case 'code':
      if (isAboutSearch(text)) return undefined;
      return { kind: 'code', ...about(context), command: command.command, clicked: false };
    case 'forget':
    case 'view':
      return didYouMean(text, text, context);
    case 'ask':
      return undefined;
  }
}

/** "code search is slow" is a question in a message, where a slash command searches for it. */
function isAboutSearch(text: string): boolean {
  const isQuery = /["\u201c]|\b(OR|AND|NOT)\b|\w:\S/.test(text);
  return /^code\s+search\s/i.test(text) && isSentence(text) && !isQuery;
}

/** What works as a reply works outside threads too, where it can. */
function replyCommandIn(text: string, context: CommandContext): MessageCommand | undefined {
  const command = replyCommand(text);
  if (command?.kind === 'conversation') return conversationRequest(command.command, context);
  if (command?.command === 'stop') return conversationRequest({ kind: 'cancel' }, context);
  return command && help(context);
}

function correction(text: string, context: CommandContext): MessageCommand | undefined {
  const suggestion = correctTypo(text);
  if (suggestion === 'help') return help(context);
  return suggestion === undefined ? undefined : didYouMean(text, suggestion, context);
}

/** The buttons hold the text, and so does the job, which would store a link unencrypted. */
const MAX_LENGTH = 200;

function didYouMean(
  text: string,
  suggestion: string,
  context: CommandContext,
): MessageCommand | undefined {
  if (text.length > MAX_LENGTH || /https?:/i.test(text)) return undefined;
  return { kind: 'did-you-mean', ...whoAndWhere(context), text, suggestion };
}

function help(context: CommandContext): MessageCommand {
  return { kind: 'help', ...whoAndWhere(context) };
}

function whoAndWhere({ id, place, messageTs, user, at }: CommandContext) {
  return { id, place, messageTs, user, at };
}

function conversationRequest(
  command: ConversationCommand,
  context: CommandContext,
): MessageCommand {
  return { kind: 'conversation-request', ...about(context), command, clicked: false };
}

/** A message outside threads is the root of its own, which has no conversation and no replies yet. */
function about({ id, place, user, at, inThread }: CommandContext) {
  const { workspace, channel, direct } = place;
  return { id, place: inThread ? place : { workspace, channel, direct }, user, at };
}
