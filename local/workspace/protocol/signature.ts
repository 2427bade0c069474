import { createHmac } from 'node:crypto';

/** https://docs.slack.dev/authentication/verifying-requests-from-slack; `timestamp` in seconds. */
export function sign(secret: string, body: string, timestamp: number): string {
  return `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`;
}
