import { type DeliveryOutcome, succeeded } from '../delivery/delivery.js';

/** Slack's code for a delivery that failed, as its clients show it. */
export function failureCode(outcome: DeliveryOutcome): string | undefined {
  if (succeeded(outcome)) return undefined;
  if (outcome.reason === 'http_timeout' || outcome.reason === 'timeout') return 'operation_timeout';
  return outcome.status === 0 ? 'dispatch_failed' : 'http_service_error';
}

export function failureText(failure: string): string {
  return `That did not work: ${failure}. Is the app running?`;
}
