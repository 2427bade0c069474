import {
  Busy,
  InvalidReply,
  Refused,
  ServerFailed,
  ServiceError,
  Unreachable,
} from '../../deepsearch/errors.js';
import { type Findings, ok, problem, warning } from '../doctor.js';

/** Longer than this, and every poll is slow. */
const SLOW_MS = 3_000;

/** Whether the conversation API answers at `url`, and to us. `list` asks for the shortest page. */
export async function checkService(
  list: () => Promise<unknown>,
  { url, clock }: { readonly url: string; readonly clock: () => number },
): Promise<Findings> {
  const startedAt = clock();
  try {
    await list();
  } catch (error) {
    if (error instanceof ServiceError) return serviceTrouble(error, url);
    throw error;
  }
  const ms = Math.round(clock() - startedAt);
  const says = `${url} answers in ${ms} ms, and takes the token`;
  if (ms < SLOW_MS) return ok(says);
  return warning(says, 'see how busy the instance is, and the network between');
}

function serviceTrouble(error: ServiceError, url: string): Findings {
  if (error instanceof Refused) return refused(error, url);
  if (error instanceof Busy) {
    const fix = error.quota ? 'wait for the quota, or raise it' : 'try again later';
    return warning(`the service asks to wait: ${error.message}`, fix);
  }
  if (error instanceof ServerFailed) {
    return problem(
      `the service is there but fails: ${error.message}`,
      'see the log of the instance at this time',
    );
  }
  if (error instanceof InvalidReply) return notAnAnswer(error);
  const why = error instanceof Unreachable ? error.message : String(error.message);
  return problem(
    `${url} was not reached: ${why}`,
    'see that DEEPSEARCH_URL is right and may be reached from this machine',
  );
}

function notAnAnswer(error: InvalidReply): Findings {
  return problem(
    `what answers is not the conversation API: ${error.message}`,
    'DEEPSEARCH_URL: give the root of the instance, as it is reached past any sign-in page or proxy',
  );
}

function refused({ refusal, message }: Refused, url: string): Findings {
  const says = `the service refuses: ${message}`;
  switch (refusal.reason) {
    case 'token':
      return problem(
        says,
        "DEEPSEARCH_TOKEN: create a new access token in the instance's user settings",
      );
    case 'permission':
      return problem(says, "give the token's account the right to use Deep Search");
    case 'not-found':
      return problem(
        `there is no conversation API at ${url}: ${message}`,
        'DEEPSEARCH_URL: give the root of the instance; it must be of version 6.7 or later with Deep Search on',
      );
    case 'quota':
      return warning(says, 'wait for the quota, or raise it');
    default:
      return problem(says, 'see whether the instance is of version 6.7 or later');
  }
}
