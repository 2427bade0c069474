import {
  Busy,
  InvalidReply,
  Refused,
  ServerFailed,
  ServiceError,
} from '../../deepsearch/errors.js';
import type { Deprecation } from '../../http/deprecation.js';
import { ToolServerError, ToolsDenied } from '../../mcp/errors.js';
import type { AvailableTools } from '../../mcp/names.js';
import { type Findings, ok, problem, warning } from '../doctor.js';

/** Slower replies than this make every poll slow. */
const SLOW_MS = 3_000;

/** Whether the conversation API at `url` replies and accepts our token. `list` makes one call. */
export async function checkService(
  list: () => Promise<unknown>,
  { url, clock }: { readonly url: string; readonly clock: () => number },
): Promise<Findings> {
  const startedAt = clock();
  try {
    await list();
  } catch (error) {
    if (error instanceof ServiceError) return serviceError(error, url);
    throw error;
  }
  const ms = Math.round(clock() - startedAt);
  const says = `${url} replies in ${ms} ms, and accepts the token`;
  if (ms < SLOW_MS) return ok(says);
  return warning(says, 'check the load of the instance, and the network in between');
}

/** Where people connect accounts of their own, no token can be tried: that a wrong one is refused has to do. */
export async function checkServiceWithoutToken(
  list: () => Promise<unknown>,
  { url, clock }: { readonly url: string; readonly clock: () => number },
): Promise<Findings> {
  let isRefused = false;
  const findings = await checkService(
    () =>
      list().catch((error: unknown) => {
        isRefused = error instanceof Refused && error.refusal.reason === 'token';
        if (!isRefused) throw error;
      }),
    { url, clock },
  );
  return isRefused ? ok(`${url} replies; people connect accounts of their own`) : findings;
}

const QUOTA =
  'wait until the quota resets, or raise it on the instance for the account of DEEPSEARCH_TOKEN';

function serviceError(error: ServiceError, url: string): Findings {
  if (error instanceof Refused) return refused(error, url);
  if (error instanceof Busy) {
    const fix = error.quota
      ? QUOTA
      : 'try again later; if this stays so, see the load of the instance';
    return warning(`the instance asks to wait: ${error.message}`, fix);
  }
  if (error instanceof ServerFailed) {
    return problem(
      `the instance fails: ${error.message}`,
      'see the log of the instance at this time',
    );
  }
  if (error instanceof InvalidReply) {
    return problem(
      `the reply is not from the conversation API: ${error.message}`,
      'DEEPSEARCH_URL: set it to the root of the instance, at an address that leads past any sign-in page or proxy',
    );
  }
  return problem(
    `${url} could not be reached: ${error.message}`,
    'check that DEEPSEARCH_URL is right and can be reached from this machine',
  );
}

function refused({ refusal, message }: Refused, url: string): Findings {
  const says = `the instance refuses: ${message}`;
  switch (refusal.reason) {
    case 'token':
      return problem(
        says,
        "DEEPSEARCH_TOKEN: create a new access token in the instance's user settings",
      );
    case 'permission':
      return problem(
        says,
        'on the instance, give the account of DEEPSEARCH_TOKEN the permission to use Deep Search',
      );
    case 'not-found':
      return problem(
        `there is no conversation API at ${url}: ${message}`,
        'DEEPSEARCH_URL: set it to the root of the instance, which must be version 6.7 or later with Deep Search on',
      );
    case 'quota':
      return warning(says, QUOTA);
    default:
      return problem(
        says,
        'check that the instance at DEEPSEARCH_URL is version 6.7 or later, and see its log',
      );
  }
}

/** Adds a check of the code tools if the service is fine: questions are answered without them. */
export async function withTools(
  service: Promise<Findings>,
  listTools: () => Promise<AvailableTools>,
): Promise<Findings> {
  const findings = await service;
  const isFine = findings.every(({ state }) => state === 'ok');
  return isFine ? [...findings, ...(await checkTools(listTools))] : findings;
}

async function checkTools(listTools: () => Promise<AvailableTools>): Promise<Findings> {
  try {
    const { offered, missing } = await listTools();
    if (missing.length === 0) return ok(`all ${offered.length} code tools are available`);
    return warning(
      `code tools are missing: ${missing.join(', ')}`,
      'check that the instance is version 6.8 or later',
    );
  } catch (error) {
    if (error instanceof ToolsDenied) return toolsDenied(error);
    if (!(error instanceof ToolServerError)) throw error;
    return warning(
      error.message,
      'see the log of the instance, and any proxy in front of DEEPSEARCH_URL; questions are answered without the code tools',
    );
  }
}

function toolsDenied({ reason, message }: ToolsDenied): Findings {
  switch (reason) {
    case 'token':
    case 'account':
      return warning(
        `${message}: it refuses the token, which the conversation API accepts`,
        'DEEPSEARCH_TOKEN: if you want the code tools, create an access token that may use them',
      );
    case 'permission':
      return warning(
        `${message}: the token's account may not use the code tools`,
        'on the instance, give the account of DEEPSEARCH_TOKEN the permission to use the code tools',
      );
    case 'too-old':
      return warning(
        `${message}: the instance is older than 6.8, or something else replies in its place`,
        'update the instance if you want its code tools',
      );
    case 'off':
      return warning(
        `${message}: its MCP server is off, or the instance is older than 6.8`,
        'turn it on in the settings of the instance if you want its code tools',
      );
  }
}

/** Adds a finding for each API whose end the instance has announced, with the date. */
export async function withDeprecations(
  findings: Promise<Findings>,
  options: { readonly deprecations: () => readonly Deprecation[]; readonly now: () => number },
): Promise<Findings> {
  const before = await findings;
  return [...before, ...options.deprecations().flatMap((one) => deprecated(one, options.now()))];
}

const APIS: Readonly<Record<Deprecation['api'], string>> = {
  conversations: 'the conversation API',
  tools: 'the code tools',
};
const UPDATE =
  'look for a version of this app that uses what replaces it, and update before the instance is updated';

function deprecated({ api, since, endsAt, hasEnded }: Deprecation, now: number): Findings {
  const name = APIS[api];
  if (hasEnded)
    return problem(`the instance no longer offers ${name} in this version (410)`, UPDATE);
  const date = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  if (endsAt !== undefined && endsAt <= now) {
    return problem(`the instance has announced that ${name} ends on ${date(endsAt)}`, UPDATE);
  }
  const ends =
    endsAt === undefined ? 'without saying when it ends' : `and ends it on ${date(endsAt)}`;
  const from = since === undefined ? '' : `, since ${date(since)}`;
  return warning(`the instance marks ${name} as deprecated${from}, ${ends}`, UPDATE);
}
