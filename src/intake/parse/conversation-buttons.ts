import type {
  CodeRequest,
  ConversationCommand,
  ConversationRequest,
} from '../../model/conversation-request.js';
import { parseCodeCall } from '../command/code-command.js';
import { parseConversationButton } from '../command/subcommand.js';
import type { MessageClick } from './click.js';
import { digest } from './digest.js';

/** Buttons of conversations and of code tool results. */

/** Value: a subcommand on conversations, such as `show 12 page 2`. */
export function parseConversationCommand(click: MessageClick): ConversationRequest | undefined {
  const request = conversationRequest(click, click.value);
  return request && { ...request, clicked: true, ...click.sealedResponse };
}

/** Value: the conversation's number. */
export function parseShareConversation(click: MessageClick): ConversationRequest | undefined {
  // Answered in the thread: by the `response_url` it would be at the channel's root.
  return conversationRequest(click, `share ${click.value}`);
}

/** Value: the id of the question whose conversation it is about. Answered in the thread too. */
export function parseAnswerCommand(kind: 'share' | 'check') {
  return (click: MessageClick): ConversationRequest => {
    const { value: questionId } = click;
    const command = { kind, conversation: { questionId } };
    return requestFor(click, command, `${kind} ${questionId}`);
  };
}

function conversationRequest(click: MessageClick, value: string): ConversationRequest | undefined {
  const command = parseConversationButton(value);
  return command && requestFor(click, command, value);
}

function requestFor(
  { channel, place, user, at, actionTs }: MessageClick,
  command: ConversationCommand,
  value: string,
): ConversationRequest {
  const id = `conversation-${digest(`${channel} ${value} ${user} ${actionTs}`)}`;
  return { kind: 'conversation-request', id, place, user, at, command, clicked: false };
}

/** Value: a call, `page 2 search …`, or `#` and the key of a stored page. */
export function parseCodePage(click: MessageClick): CodeRequest | undefined {
  const { actionId, value, channel, place, user, at, actionTs, sealedResponse } = click;
  const command = codePageIn(value);
  if (command === undefined) return undefined;
  const id = `code-${digest(`${channel} ${actionId} ${value} ${user} ${actionTs}`)}`;
  return { kind: 'code', id, place, user, at, command, clicked: true, ...sealedResponse };
}

/** Value: the same. */
export function parseShareCode(click: MessageClick): CodeRequest | undefined {
  const request = parseCodePage(click);
  return request && { ...request, share: true };
}

function codePageIn(value: string): CodeRequest['command'] | undefined {
  const [, key] = /^#([0-9a-f]{20})$/.exec(value) ?? [];
  if (key !== undefined) return { kind: 'stored-page', key };
  const [, page = '0', command = ''] = /^(?:page (\d{1,3}) )?([\s\S]+)$/.exec(value) ?? [];
  const call = parseCodeCall(command);
  return call && { kind: 'page', page: { call, page: Number(page) } };
}
