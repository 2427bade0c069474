import type { DeliveryAttempt, Workspace } from '../api/workspace.js';
import type { WorkspaceCore } from '../core/core.js';
import { verifyRequestUrl } from '../delivery/http-transport.js';
import { sign } from '../protocol/signature.js';

type AppRequests = Pick<Workspace, 'connect' | 'verify' | 'redeliver' | 'deliverRaw' | 'sign'>;

/** Requests to the app that a test sends by hand. */
export function appRequests({ core }: { readonly core: WorkspaceCore }): AppRequests {
  const { http, outbox, traffic, credentials, state } = core;
  return {
    connect: ({ requestUrl }) => {
      http.requestUrl = requestUrl;
    },
    verify: () => verifyRequestUrl({ http, token: state.app.token }),
    redeliver: async (eventId, options = {}) => {
      const sent = traffic.deliveries.findLast((it) => it.id === eventId && it.kind === 'event');
      if (!sent) throw new Error(`no event ${eventId} was sent`);
      await outbox.attempt(deliveryOf(sent), {
        number: sent.attempt + 1,
        reason: sent.via === 'socket' ? 'timeout' : 'http_timeout',
        sameEnvelope: options.sameEnvelope === true,
      });
      return traffic.deliveries.findLast((it) => it.id === eventId) ?? sent;
    },
    deliverRaw: async (input) => {
      const headers = { 'content-type': 'application/json', ...input.headers };
      const { status, body } = await http.post({ ...input, headers });
      return { status, body };
    },
    sign: (body, timestamp) => sign(credentials.signingSecret, body, timestamp),
  };
}

function deliveryOf({ id, name, payload }: DeliveryAttempt) {
  return { kind: 'event', id, name, payload: payload as Record<string, unknown> } as const;
}
