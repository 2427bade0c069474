/** What a link of the instance names a conversation by. */
export type ConversationAddress = { readonly id: number } | { readonly readToken: string };

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const SHARED = new RegExp(`/deepsearch/(?:[^?#]*/)?(${UUID})(?:[/?#.]|$)`, 'i');
const BY_ID = /\/deepsearch\/([1-9]\d{0,14})(?:[/?#]|$)/;

/** Of a share link or of a conversation's own page, whatever host it is on; undefined of another. */
export function parseConversationLink(link: string): ConversationAddress | undefined {
  const readToken = SHARED.exec(link)?.[1];
  if (readToken !== undefined) return { readToken: readToken.toLowerCase() };
  const id = BY_ID.exec(link)?.[1];
  return id === undefined ? undefined : { id: Number(id) };
}
