import { type Agent, request } from 'node:http';
import { sign } from '../../local/workspace/protocol/signature.js';

export interface SignedTarget {
  /** The app's port for Slack's requests, on 127.0.0.1. */
  readonly port: number;
  readonly agent: Agent;
  /** The signing secret. */
  readonly secret: string;
  /** How long to wait for the reply, ms. Default: without limit. */
  readonly timeoutMs?: number;
}

/**
 * Sends a JSON body to the app's request URL, signed as Slack does
 * (https://docs.slack.dev/authentication/verifying-requests-from-slack). Resolves with the status of
 * the reply; rejects if none comes.
 */
export function postSigned(
  { port, agent, secret, timeoutMs }: SignedTarget,
  body: string,
  more: Readonly<Record<string, string>> = {},
): Promise<number> {
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-slack-request-timestamp': String(timestamp),
    'x-slack-signature': sign(secret, body, timestamp),
    ...more,
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path: '/slack/events', method: 'POST', agent, headers },
      (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
        response.once('error', reject);
      },
    );
    if (timeoutMs !== undefined) {
      sent.setTimeout(timeoutMs, () => sent.destroy(new Error(`no reply in ${timeoutMs} ms`)));
    }
    sent.once('error', reject);
    sent.end(body);
  });
}
