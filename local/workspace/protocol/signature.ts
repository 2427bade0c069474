import { createHmac } from 'node:crypto';

/**
 * The X-Slack-Signature of a request; `timestamp` in seconds.
 * https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export function sign(secret: string, body: string, timestamp: number): string {
  return `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`;
}
