import { createConnect } from '../account/connect.js';
import { createDeviceFlow } from '../account/device.js';
import { createDisconnect } from '../account/disconnect.js';
import { createExpireSignIn } from '../account/expire-sign-in.js';
import { createRevoke } from '../account/revoke.js';
import { createSignInLinks } from '../account/sign-in-link.js';
import { createConnectFill } from '../account/view.js';
import { redirectUri } from './sign-in-pages.js';
import type { WorkerParts } from './worker-parts.js';

/** Fills the view in which people connect their accounts, and what it does. */
export function composeConnectFill({ shared, clients, policy }: WorkerParts) {
  const { config, logger, now, producer, stores } = shared;
  const { accounts, deviceSignIns: signIns, pendingTokens, waitingQuestions: waiting } = stores;
  const { baseUrl, checkToken, oauth } = clients;
  const uri = redirectUri(config);
  const revoke = createRevoke({ oauth, logger });
  return createConnectFill({
    mode: config.deepsearch.accessMode,
    accounts,
    pendingTokens,
    connect: createConnect({
      checkToken,
      accounts,
      pendingTokens,
      revoke,
      waiting,
      wake: producer.wake,
      now,
      logger,
    }),
    disconnect: createDisconnect({ accounts, revoke, audit: shared.audit.record, logger }),
    mayConnect: async ({ workspace, user }) => {
      const place = { workspace, channel: user, direct: true };
      return (await policy.mayAsk({ user, place })).ok;
    },
    device:
      oauth &&
      createDeviceFlow({
        oauth,
        signIns,
        pendingTokens,
        acceptLater: (request, delayMs) => producer.accept(request, { delayMs }),
        now,
      }),
    signInLink:
      oauth === undefined || uri === undefined
        ? undefined
        : createSignInLinks({
            oauth,
            signIns: stores.signIns,
            nameOf: policy.nameOf,
            redirectUri: uri,
            logger,
          }),
    baseUrl,
    audit: shared.audit.record,
    logger,
  });
}

/** Revokes the token of a sign-in that nobody has finished. */
export function composeExpireSignIn({ shared, clients }: WorkerParts) {
  const { logger, producer, stores } = shared;
  return createExpireSignIn({
    oauth: clients.oauth,
    signIns: stores.signIns,
    acceptLater: (request, delayMs) => producer.accept(request, { delayMs }),
    random: Math.random,
    logger,
  });
}
