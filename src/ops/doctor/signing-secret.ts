import { roughly } from '../../render/format/amounts.js';
import type { ReceivedRequests } from '../../store/received-requests.js';
import { type Findings, ok, problem, warning } from '../doctor.js';

/** A signing secret has 32 hexadecimal digits. Only a signed request from Slack can prove it right. */
export function checkSigningSecret(secret: string): Findings {
  if (/^[0-9a-f]{32}$/.test(secret)) return ok('HTTP: the signing secret is set');
  return warning(
    'HTTP: the signing secret does not have the format of Slack (32 digits and letters from a to f)',
    COPY,
  );
}

const COPY =
  'SLACK_SIGNING_SECRET: copy the "Signing Secret" from Basic Information, not the "Verification Token"';

/** Whether requests were signed with the signing secret, by what the bots have received. */
export function checkReceivedRequests(
  { verified, refused }: ReceivedRequests,
  now: number,
): Findings {
  const ago = (at: number) => `${roughly(now - at)} ago`;
  if (verified === undefined && refused === undefined) {
    return warning(
      'the signing secret is not checked: no request from Slack has been verified with it yet',
      'start the app, let Slack verify the request URL under Event Subscriptions, or use /deepsearch, then run doctor again',
    );
  }
  if (refused === undefined || (verified !== undefined && verified >= refused)) {
    return ok(`a request from Slack was verified with the signing secret ${ago(verified ?? now)}`);
  }
  const says = `a request was refused ${ago(refused)}, because its signature does not match SLACK_SIGNING_SECRET`;
  if (verified === undefined) {
    return problem(
      `${says}; none has matched yet`,
      `${COPY}; then restart the app. It must be the secret of the app whose request URLs lead here`,
    );
  }
  return warning(
    `${says}; the last one that matched came ${ago(verified)}`,
    `if commands fail in Slack: ${COPY}, and restart the app. Otherwise another app's request URLs lead here`,
  );
}
