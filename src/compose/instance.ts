import { createDeepSearch } from '../deepsearch/client.js';
import { withCircuitBreaker, withMetrics } from '../deepsearch/wrap-client.js';
import { createToolServer } from '../mcp/client.js';
import type { SharedParts } from './shared.js';

/** The two APIs of the Deep Search instance, and the token that everyone asks with. */
export function createInstanceClients({ config, logger, metrics, version }: SharedParts) {
  const { url: baseUrl, token } = config.deepsearch;
  const client = createDeepSearch({ baseUrl, version });
  return {
    baseUrl,
    instance: withCircuitBreaker(withMetrics(client, metrics.serviceCalled), { logger }),
    tools: createToolServer({ baseUrl, version, observe: metrics.toolCalled }),
    credentialFor: async () => token,
    /** The shortest list that the conversation API gives, past the circuit breaker. */
    probe: () => client.list({ token, pageSize: 1 }),
  };
}
