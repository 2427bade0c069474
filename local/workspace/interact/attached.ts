import type { StoredMessage } from '../state/records.js';
import type { Block } from '../workspace-api.js';
import { type Found, findElement } from './element.js';

type Attachment = Readonly<Record<string, unknown>>;
type Attached = Found & { readonly attachment: Attachment };

/** An interactive element in what hangs below a message: a link's preview. */
export function findAttached(
  { attachments = [] }: Pick<StoredMessage, 'attachments'>,
  wanted: Parameters<typeof findElement>[1],
): Attached | undefined {
  for (const attachment of attachments) {
    const found = findElement((attachment['blocks'] ?? []) as Block[], wanted);
    if (found) return { ...found, attachment };
  }
  return undefined;
}

/** How a click names the attachment that it came from, beside the message. */
export function attachmentContainer(attachment: Attachment): Record<string, unknown> {
  const { id, app_unfurl_url } = attachment;
  const unfurled = app_unfurl_url === undefined ? {} : { app_unfurl_url };
  const is_app_unfurl = app_unfurl_url !== undefined;
  return { type: 'message_attachment', attachment_id: id, is_app_unfurl, ...unfurled };
}
