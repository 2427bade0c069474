import { newSecret } from '../state/ids.js';
import type { HttpCarrier } from './http-carrier.js';

/** Slack's `url_verification`. Throws where the challenge does not come back. */
export async function verifyRequestUrl(with_: {
  readonly http: HttpCarrier;
  readonly token: string;
}): Promise<void> {
  const challenge = newSecret();
  const { status, body } = await with_.http.post({
    body: JSON.stringify({ type: 'url_verification', token: with_.token, challenge }),
    headers: { 'content-type': 'application/json' },
  });
  if (status === 200 && body.includes(challenge)) return;
  throw new Error(`the request URL did not answer the challenge: ${status} ${body.slice(0, 200)}`);
}
