import { createDeepSearch } from '../deepsearch/client.js';
import { withCheck, withCircuitBreaker, withMetrics } from '../deepsearch/wrap-client.js';
import { createToolServer } from '../mcp/client.js';
import { createDeprecations } from './deprecations.js';
import type { SharedParts } from './shared.js';

/** The two APIs of the Deep Search instance, and the token that everyone asks with. */
export function createInstanceClients(shared: SharedParts) {
  const { config, logger, metrics, suspension, version } = shared;
  const { url: baseUrl, token } = config.deepsearch;
  const deprecations = createDeprecations({ logger, metrics });
  const options = { baseUrl, version, onDeprecation: deprecations.note };
  const client = withCheck(createDeepSearch(options), suspension.check);
  const measured = withMetrics(client, metrics.serviceCalled);
  return {
    baseUrl,
    instance: withCircuitBreaker(measured, { logger, observe: metrics.circuitBreakerOpen }),
    /** Past the circuit breaker: that lists fail says nothing about other calls. */
    list: measured.list,
    tools: createToolServer({ ...options, observe: metrics.toolCalled }),
    token,
    credentialFor: async () => token,
    deprecations: deprecations.current,
    /** The shortest list that the conversation API gives, past the circuit breaker. */
    probe: () => client.list({ token, pageSize: 1 }),
  };
}

export type InstanceClients = ReturnType<typeof createInstanceClients>;
