import { createCheckToken } from '../account/check-token.js';
import { createCredentials } from '../account/credentials.js';
import { createOAuthClient } from '../account/oauth/client.js';
import { createCurrentAccount } from '../account/renew.js';
import { createDeepSearch } from '../deepsearch/client.js';
import {
  withCheck,
  withCircuitBreaker,
  withMetrics,
  withOwnAccounts,
  withTracing,
} from '../deepsearch/wrap-client.js';
import { createToolServer } from '../mcp/client.js';
import { createDeprecations } from './deprecations.js';
import type { SharedParts } from './shared.js';

/** No instance accepts it: shows whether there is one. */
const NO_TOKEN = 'none';

/** The two APIs of the Deep Search instance, and whose token each call runs with. */
export function createInstanceClients(parts: SharedParts) {
  const { config, logger, metrics, now, suspension, tracing, version } = parts;
  const { accounts } = parts.stores;
  const { url: baseUrl, token: shared, accessMode: mode } = config.deepsearch;
  const deprecations = createDeprecations({ logger, metrics });
  const options = { baseUrl, version, tracing, onDeprecation: deprecations.note };
  const client = withCheck(createDeepSearch(options), suspension.check);
  const measured = withMetrics(withTracing(client, tracing, baseUrl), metrics.serviceCalled);
  const observe = metrics.circuitBreakerOpen;
  const tools = createToolServer({ ...options, observe: metrics.toolCalled });
  const { oauth: signIn } = config.deepsearch;
  const oauth = signIn && createOAuthClient({ ...signIn, now });
  return {
    baseUrl,
    instance: withOwnAccounts(withCircuitBreaker(measured, { logger, observe })),
    /** Past the circuit breaker: that lists fail says nothing about other calls. */
    list: measured.list,
    tools,
    /** Of the account that everyone shares; undefined where there is none. */
    token: shared,
    /** The authorization server, where people can sign in. */
    oauth,
    credentials: createCredentials({
      mode,
      shared,
      accounts,
      currentAccount: createCurrentAccount({ accounts, oauth, now, logger }),
    }),
    /** Tries a token on both APIs. */
    checkToken: createCheckToken({ instance: measured, tools }),
    deprecations: deprecations.current,
    /** The shortest list that the conversation API gives, past the circuit breaker. */
    probe: () => client.list({ token: shared ?? NO_TOKEN, pageSize: 1 }),
  };
}

export type InstanceClients = ReturnType<typeof createInstanceClients>;
