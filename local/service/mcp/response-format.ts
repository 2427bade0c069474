/** A reply as it goes out. */
export interface FormedReply {
  readonly type: string;
  readonly body: string;
}

const SSE = 'text/event-stream';
const JSON_TYPE = 'application/json';

/**
 * A finished reply in the form that is wanted: clients have to read a message both as JSON and as a
 * frame of an event stream.
 */
export function asForm(body: string, type: string, form: 'as-sent' | 'json' | 'sse'): FormedReply {
  if (form === 'json' && type.startsWith(SSE)) {
    const messages = messagesIn(body);
    if (messages.length === 1) return { type: JSON_TYPE, body: messages[0] ?? '' };
  }
  if (form === 'sse' && type.startsWith(JSON_TYPE) && body !== '') {
    return { type: SSE, body: `event: message\ndata: ${body}\n\n` };
  }
  return { type, body };
}

/** The data of each event. See https://html.spec.whatwg.org/multipage/server-sent-events.html. */
function messagesIn(stream: string): string[] {
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
