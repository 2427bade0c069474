import type { Engine } from '../engine.js';
import { sign } from '../events/sign.js';
import { verifyRequestUrl } from '../events/verify.js';
import type { Delivery, Workspace } from '../workspace-api.js';

type Wire = Pick<Workspace, 'connect' | 'verify' | 'redeliver' | 'deliverRaw' | 'sign'>;

/** What goes to the app, by hand. */
export function wire({ engine }: { readonly engine: Engine }): Wire {
  const { http, outbox, book, secrets, world } = engine;
  return {
    connect: ({ requestUrl }) => {
      http.requestUrl = requestUrl;
    },
    verify: () => verifyRequestUrl({ http, token: world.app.token }),
    redeliver: async (eventId, options = {}) => {
      const sent = book.deliveries.findLast((it) => it.id === eventId && it.kind === 'event');
      if (!sent) throw new Error(`no event ${eventId} was sent`);
      await outbox.attempt(parcelOf(sent), {
        number: sent.attempt + 1,
        reason: sent.via === 'socket' ? 'timeout' : 'http_timeout',
        sameEnvelope: options.sameEnvelope === true,
      });
      return book.deliveries.findLast((it) => it.id === eventId) ?? sent;
    },
    deliverRaw: async (input) => {
      const headers = { 'content-type': 'application/json', ...input.headers };
      const { status, body } = await http.post({ ...input, headers });
      return { status, body };
    },
    sign: (body, timestamp) => sign(secrets.signingSecret, body, timestamp),
  };
}

function parcelOf({ id, what, payload }: Delivery) {
  return { kind: 'event', id, what, payload: payload as Record<string, unknown> } as const;
}
