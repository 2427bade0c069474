/** An error that Slack returns as `{ok: false, error}`. */
export class SlackError extends Error {
  constructor(
    readonly code: string,
    readonly extra: Readonly<Record<string, unknown>> = {},
  ) {
    super(code);
    this.name = 'SlackError';
  }
}

/** An error with details in `response_metadata.messages`, as Slack returns them. */
export function slackErrorWithMessages(code: string, messages: readonly string[]): SlackError {
  return new SlackError(code, {
    errors: messages,
    response_metadata: { messages: messages.map((message) => `[ERROR] ${message}`) },
  });
}
