/**
 * Whether Redis was away, hung or refused for want of memory: trouble that passes, in which no
 * question may end. The client library has no one class for it.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return NAMES.has(error.name) || MESSAGES.test(error.message);
}

const NAMES = new Set(['MaxRetriesPerRequestError', 'ClusterAllFailedError', 'AbortError']);
const MESSAGES =
  /Command timed out|Socket timeout|Connection is closed|Stream isn't writeable|ECONNREFUSED|ECONNRESET|ETIMEDOUT|LOADING|READONLY|CLUSTERDOWN|MASTERDOWN|OOM command|NOREPLICAS|All sentinels are unreachable/;
