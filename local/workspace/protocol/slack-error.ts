/** A call that Slack answers with `{ok: false, error}`. */
export class SlackError extends Error {
  constructor(
    readonly code: string,
    readonly extra: Readonly<Record<string, unknown>> = {},
  ) {
    super(code);
    this.name = 'Refusal';
  }
}

/** Details go where Slack puts them: a list of messages in `response_metadata`. */
export function slackErrorWithMessages(code: string, messages: readonly string[]): SlackError {
  return new SlackError(code, {
    errors: messages,
    response_metadata: { messages: messages.map((message) => `[ERROR] ${message}`) },
  });
}
