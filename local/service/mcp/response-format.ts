/** A response's content type and body. */
export interface FormattedResponse {
  readonly type: string;
  readonly body: string;
}

const SSE = 'text/event-stream';
const JSON_TYPE = 'application/json';

/**
 * Converts a finished response into the configured format: clients must be able to read a message
 * both as JSON and as a server-sent event.
 */
export function formatResponse(
  body: string,
  type: string,
  format: 'as-sent' | 'json' | 'sse',
): FormattedResponse {
  if (format === 'json' && type.startsWith(SSE)) {
    const messages = sseMessages(body);
    if (messages.length === 1) return { type: JSON_TYPE, body: messages[0] ?? '' };
  }
  if (format === 'sse' && type.startsWith(JSON_TYPE) && body !== '') {
    return { type: SSE, body: `event: message\ndata: ${body}\n\n` };
  }
  return { type, body };
}

/** The data of each event. See https://html.spec.whatwg.org/multipage/server-sent-events.html. */
function sseMessages(stream: string): string[] {
  return stream
    .split(/\r?\n\r?\n/)
    .map((event) =>
      event
        .split(/\r?\n/)
        .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trimStart()] : []))
        .join('\n'),
    )
    .filter(Boolean);
}
