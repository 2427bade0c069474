/** `metadata.event_payload` of our messages: the question they belong to, and their slot in it. */
export interface MessageMetadata {
  readonly question: string;
  readonly slot: string;
}

const EVENT_TYPE = 'deepsearch_message';

/** The metadata as Slack takes it. https://docs.slack.dev/messaging/message-metadata */
export function toSlackMetadata(metadata: MessageMetadata): Record<string, unknown> {
  return { event_type: EVENT_TYPE, event_payload: metadata };
}

/** The metadata of a listed message; undefined if it is not one of ours. */
export function fromSlackMetadata(metadata: unknown): MessageMetadata | undefined {
  const { event_type: type, event_payload: payload } = (metadata ?? {}) as Record<string, unknown>;
  if (type !== EVENT_TYPE) return undefined;
  const { question, slot } = (payload ?? {}) as Record<string, unknown>;
  return typeof question === 'string' && typeof slot === 'string' ? { question, slot } : undefined;
}
