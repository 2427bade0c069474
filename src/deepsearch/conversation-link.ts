/** How a link to the instance identifies a conversation. */
export type ConversationAddress = { readonly id: number } | { readonly readToken: string };

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const SHARE_LINK = new RegExp(`/deepsearch/(?:[^?#]*/)?(${UUID})(?:[/?#.]|$)`, 'i');
const PAGE_LINK = /\/deepsearch\/([1-9]\d{0,14})(?:[/?#]|$)/;

/** Parses a share link or the link of a conversation's page, on any host; else undefined. */
export function parseConversationLink(link: string): ConversationAddress | undefined {
  const readToken = SHARE_LINK.exec(link)?.[1];
  if (readToken !== undefined) return { readToken: readToken.toLowerCase() };
  const id = PAGE_LINK.exec(link)?.[1];
  return id === undefined ? undefined : { id: Number(id) };
}
