import type { Block, Entry, Ephemeral } from '../api/workspace.js';
import { type FoundElement, findElement } from '../block-kit/find-element.js';
import { viewState } from '../block-kit/view-state.js';
import type { Delivery } from '../delivery/delivery.js';
import { messageObject } from '../state/messages.js';
import type { ChannelRecord, Install, PersonRecord, StoredMessage } from '../state/records.js';
import type { WorkspaceState } from '../state/workspace-state.js';
import { actionPayload } from './action.js';
import { commonFields, interaction, payloadChannelName } from './payload-parts.js';

export interface MessageClick {
  readonly install: Install;
  readonly person: PersonRecord;
  readonly channel: ChannelRecord;
  readonly on: { readonly message: StoredMessage } | { readonly ephemeral: Ephemeral };
  readonly actionId: string;
  readonly blockId?: string | undefined;
  readonly value?: Entry | undefined;
  readonly responseUrl: string;
}

/**
 * A click in a message:
 * https://docs.slack.dev/reference/interaction-payloads/block_actions-payload. Throws if the
 * message has no such element.
 */
export function blockActionsDelivery(state: WorkspaceState, click: MessageClick): Delivery {
  const { install, person, channel } = click;
  const id = state.triggerIds.issue({ install, user: person.id, channel: channel.id });
  return interaction(id, {
    type: 'block_actions',
    ...commonFields(state, click),
    container: containerPayload(click),
    trigger_id: id,
    channel: {
      id: channel.id,
      name: payloadChannelName(channel),
    },
    ...messagePayload(click),
    state: viewState(blocksOf(click)),
    response_url: click.responseUrl,
    actions: [clickedAction(state, click)],
  });
}

function containerPayload(click: MessageClick): Record<string, unknown> {
  const { on, channel } = click;
  const inAttachment = findInAttachments(click);
  const clicked = 'message' in on ? on.message : on.ephemeral;
  return {
    type: 'message',
    message_ts: clicked.ts,
    channel_id: channel.id,
    is_ephemeral: 'ephemeral' in on,
    ...(clicked.thread_ts ? { thread_ts: clicked.thread_ts } : {}),
    ...(inAttachment ? attachmentContainer(inAttachment.attachment) : {}),
  };
}

/** Ephemeral messages are not included; for other people's messages only the app's own unfurl is. */
function messagePayload(click: MessageClick): Record<string, unknown> {
  const { on, channel } = click;
  if ('ephemeral' in on) return {};
  const inAttachment = findInAttachments(click);
  if (inAttachment) return { app_unfurl: inAttachment.attachment };
  const { channel: _channel, ...message } = messageObject(channel, on.message, { metadata: true });
  return { message };
}

function blocksOf({ on }: MessageClick): readonly Block[] {
  return ('message' in on ? on.message.blocks : on.ephemeral.blocks) ?? [];
}

/** Finds an element in a link preview, if it is not in the message itself. */
function findInAttachments({ on, actionId, blockId }: MessageClick) {
  const message = 'message' in on ? on.message : undefined;
  const wanted = { actionId, blockId };
  if (!message || findElement(message.blocks ?? [], wanted)) return undefined;
  return findAttachedElement(message, wanted);
}

function clickedAction(state: WorkspaceState, click: MessageClick): Record<string, unknown> {
  const { actionId, blockId, value } = click;
  const found = findElement(blocksOf(click), { actionId, blockId }) ?? findInAttachments(click);
  if (!found) throw new Error(`no element with action_id ${actionId} in that message`);
  return {
    ...actionPayload(found.element, value),
    block_id: found.blockId,
    action_ts: state.clock.nextTs(),
  };
}

type Attachment = Readonly<Record<string, unknown>>;
type AttachedElement = FoundElement & { readonly attachment: Attachment };

/** Finds an interactive element in a message's attachments. */
function findAttachedElement(
  { attachments = [] }: Pick<StoredMessage, 'attachments'>,
  wanted: Parameters<typeof findElement>[1],
): AttachedElement | undefined {
  for (const attachment of attachments) {
    const found = findElement((attachment['blocks'] ?? []) as Block[], wanted);
    if (found) return { ...found, attachment };
  }
  return undefined;
}

/** The container fields for a click in an attachment. */
function attachmentContainer(attachment: Attachment): Record<string, unknown> {
  const { id, app_unfurl_url } = attachment;
  return {
    type: 'message_attachment',
    attachment_id: id,
    is_app_unfurl: app_unfurl_url !== undefined,
    ...(app_unfurl_url === undefined ? {} : { app_unfurl_url }),
  };
}
