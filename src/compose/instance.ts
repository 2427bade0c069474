import { createDeepSearch } from '../deepsearch/client.js';
import { withCheck, withCircuitBreaker, withMetrics } from '../deepsearch/wrap-client.js';
import { createToolServer } from '../mcp/client.js';
import type { SharedParts } from './shared.js';

/** The two APIs of the Deep Search instance, and the token that everyone asks with. */
export function createInstanceClients(shared: SharedParts) {
  const { config, logger, metrics, suspension, version } = shared;
  const { url: baseUrl, token } = config.deepsearch;
  const client = withCheck(createDeepSearch({ baseUrl, version }), suspension.check);
  return {
    baseUrl,
    instance: withCircuitBreaker(withMetrics(client, metrics.serviceCalled), { logger }),
    tools: createToolServer({ baseUrl, version, observe: metrics.toolCalled }),
    credentialFor: async () => token,
    /** The shortest list that the conversation API gives, past the circuit breaker. */
    probe: () => client.list({ token, pageSize: 1 }),
  };
}
