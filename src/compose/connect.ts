import { createConnect } from '../account/connect.js';
import { createDeviceFlow } from '../account/device.js';
import { createDisconnect } from '../account/disconnect.js';
import { createConnectFill } from '../account/view.js';
import type { InstanceClients } from './instance.js';
import type { SharedParts } from './shared.js';

/** Fills the view in which people connect their accounts, and what it does. */
export function composeConnectFill(shared: SharedParts, clients: InstanceClients) {
  const { config, logger, now, producer, stores } = shared;
  const { accounts, deviceSignIns: signIns, pendingTokens, waitingQuestions: waiting } = stores;
  const { baseUrl, checkToken, oauth } = clients;
  return createConnectFill({
    mode: config.deepsearch.accessMode,
    accounts,
    pendingTokens,
    connect: createConnect({ checkToken, accounts, waiting, wake: producer.wake, now, logger }),
    disconnect: createDisconnect({ accounts, oauth, logger }),
    device:
      oauth &&
      createDeviceFlow({
        oauth,
        signIns,
        pendingTokens,
        acceptLater: (request, delayMs) => producer.accept(request, { delayMs }),
        now,
      }),
    baseUrl,
    logger,
  });
}
