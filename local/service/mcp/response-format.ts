export type ResponseFormat = 'as-sent' | 'json' | 'sse';

/** A response's content type and body. */
export interface FormattedResponse {
  readonly type: string;
  readonly body: string;
}

const SSE = 'text/event-stream';
const JSON_TYPE = 'application/json';

/**
 * Converts a finished response into the configured format: clients must be able to read a message
 * both as JSON and as a server-sent event. As JSON, the responses to a batch are an array, and
 * notifications are left out.
 */
export function formatResponse(
  body: string,
  type: string,
  format: ResponseFormat,
): FormattedResponse {
  if (format === 'json' && type.startsWith(SSE)) {
    const responses = sseMessages(body).filter(isResponse);
    const [response] = responses;
    if (responses.length > 1) return { type: JSON_TYPE, body: `[${responses.join(',')}]` };
    if (response !== undefined) return { type: JSON_TYPE, body: response };
  }
  if (format === 'sse' && type.startsWith(JSON_TYPE) && body !== '') {
    return { type: SSE, body: `event: message\ndata: ${body}\n\n` };
  }
  return { type, body };
}

/**
 * The format that an `Accept` header asks for; `undefined` if it allows neither. The specification wants
 * clients to name both types. Who names none that fits `text/event-stream` gets JSON.
 */
export function acceptedFormat(accept: string | undefined): ResponseFormat | undefined {
  const ranges = (accept?.trim() || '*/*')
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .filter(([, ...parameters]) => !parameters.some((one) => /^q=0(\.0*)?$/.test(one)))
    .map(([type]) => type);
  const names = (...types: string[]) => types.some((type) => ranges.includes(type));
  const json = names(JSON_TYPE, 'application/*', '*/*');
  const sse = names(SSE, 'text/*');
  if (json && sse) return 'as-sent';
  if (json) return 'json';
  return sse ? 'sse' : undefined;
}

/** Whether a message is no notification. */
function isResponse(message: string): boolean {
  return !('method' in (JSON.parse(message) as object));
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
