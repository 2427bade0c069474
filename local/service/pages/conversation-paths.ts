export const CONVERSATIONS_PATH = '/deepsearch/conversations';

/** The page of a conversation, for its owner. */
export function conversationPath(id: number): string {
  return `${CONVERSATIONS_PATH}/${id}`;
}
