import { z } from 'zod';
import { SlackError } from '../protocol/slack-error.js';
import {
  findEphemeral,
  postEphemeral,
  removeEphemeral,
  replaceEphemeral,
} from '../state/ephemerals.js';
import { addMessage, parentOf, removeMessage, replaceMessage } from '../state/messages.js';
import type { ChannelRecord, Install } from '../state/records.js';
import type { WorkspaceState } from '../state/workspace-state.js';
import {
  messageContent,
  updatedMessageContent,
  validateMetadata,
} from '../web-api/message-content.js';

/** What a response to a slash command or an interaction applies to. */
export interface ResponseTarget {
  readonly install: Install;
  readonly channel: ChannelRecord;
  readonly user: string;
  /** `ts` of the message, or ephemeral message, that was clicked. */
  readonly source?: string;
}

export const ResponseMessage = z.looseObject({
  text: z.string().optional(),
  blocks: z.unknown().optional(),
  attachments: z.unknown().optional(),
  response_type: z.enum(['ephemeral', 'in_channel']).optional(),
  replace_original: z.union([z.boolean(), z.stringbool()]).optional(),
  delete_original: z.union([z.boolean(), z.stringbool()]).optional(),
  thread_ts: z.string().optional(),
  metadata: z.unknown().optional(),
});
export type ResponseMessage = z.infer<typeof ResponseMessage>;

/**
 * Applies the message in an acknowledgement, or one posted to a `response_url`: an ephemeral message by default, a
 * channel message with `in_channel`, or a change of the message that was clicked. Throws a `SlackError`.
 */
export function applyResponse(
  state: WorkspaceState,
  target: ResponseTarget,
  response: ResponseMessage,
): void {
  if (response.delete_original) deleteOriginal(state, target);
  else if (response.replace_original && target.source !== undefined) {
    replaceOriginal(state, target, response);
  } else if (response.response_type === 'in_channel') respondInChannel(state, target, response);
  else respondEphemerally(state, target, response);
}

function respondEphemerally(
  state: WorkspaceState,
  { install, channel, user }: ResponseTarget,
  response: ResponseMessage,
): void {
  postEphemeral(state, {
    channel: channel.id,
    user,
    from: install.botUserId,
    ...messageContent(response),
    ...(response.thread_ts ? { thread_ts: response.thread_ts } : {}),
    source: 'app',
  });
}

function respondInChannel(
  state: WorkspaceState,
  { install, channel }: ResponseTarget,
  response: ResponseMessage,
): void {
  const content = messageContent(response);
  const parent = response.thread_ts ? parentOf(channel, response.thread_ts) : undefined;
  const metadata = validateMetadata(response.metadata);
  addMessage(state, channel, {
    user: install.botUserId,
    bot_id: install.botId,
    app_id: state.app.appId,
    team: install.teamId,
    ...content,
    ...(metadata ? { metadata } : {}),
    ...(parent ? { thread_ts: parent.ts } : {}),
  });
}

function deleteOriginal(state: WorkspaceState, { channel, source }: ResponseTarget): void {
  const ephemeral = findEphemeral(state, channel, source);
  if (ephemeral) {
    removeEphemeral(state, ephemeral);
    return;
  }
  const message = channel.messages.get(source ?? '');
  if (!message) throw new SlackError('message_not_found');
  void removeMessage(state, channel, message);
}

function replaceOriginal(
  state: WorkspaceState,
  { channel, source }: ResponseTarget,
  response: ResponseMessage,
): void {
  const ephemeral = findEphemeral(state, channel, source);
  if (ephemeral) {
    const { blocks: _blocks, ...rest } = ephemeral;
    replaceEphemeral(state, ephemeral, {
      ...rest,
      ...updatedMessageContent(response, ephemeral),
    });
    return;
  }
  const message = channel.messages.get(source ?? '');
  if (!message) throw new SlackError('message_not_found');
  const { blocks: _blocks, attachments: _attachments, ...rest } = message;
  void replaceMessage(state, channel, { ...rest, ...updatedMessageContent(response, message) });
}
