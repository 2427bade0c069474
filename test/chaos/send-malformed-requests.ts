import { makeRepository, SHOP } from '../support/repository.js';
import { newScenario } from '../support/scenario.js';
import { type Bot, type Stack, spawnBot, startStack } from '../support/stack.js';
import type { MalformedRequest } from './malformed-request.js';
import { malformedServiceRequests } from './malformed-service-requests.js';
import { malformedInstallRequests, malformedSlackRequests } from './malformed-slack-requests.js';
import { createRandom, type SeededRandom } from './random.js';

interface SendOptions {
  readonly requests: number;
  readonly seed: number;
  readonly report?: (line: string) => void;
}

interface SendResult {
  readonly flaws: readonly string[];
  readonly slowestMs: number;
}

/** Longer counts as hanging. */
const REQUEST_TIMEOUT_MS = 30_000;

/** Requests at the same time, so that they interleave. */
const CONCURRENCY = 8;

/** Sends malformed requests to the built bot and the local service, which must keep working. */
export async function sendMalformedRequests(options: SendOptions): Promise<SendResult> {
  const repository = await makeRepository('shop', SHOP);
  const stack = await startStack({
    workspace: { limits: 'off' },
    service: {
      repositories: [repository.path],
      engine: async () => ({ answer: 'Retries are decided in `backoff()`.' }),
    },
  });
  let installs: Bot | undefined;
  try {
    installs = await startInstalls(stack);
    const bots = [...stack.bots, installs];
    const malformed = [
      ...malformedSlackRequests(stack),
      ...malformedServiceRequests(stack),
      ...malformedInstallRequests(installs),
    ];
    const { flaws, slowestMs } = await sendAll(malformed, options);
    const later = [...(await checkStillAnswering(stack)), ...bots.flatMap(problemsOf)];
    return { flaws: [...flaws, ...later], slowestMs };
  } finally {
    await installs?.kill();
    await stack.stop();
    await repository.remove();
  }
}

/** A second bot, which serves the install pages. */
function startInstalls({ env, workspace }: Stack): Promise<Bot> {
  const { clientId, clientSecret, teamId } = workspace.app;
  return spawnBot('bot', {
    ...env,
    SLACK_BOT_TOKEN: '',
    SLACK_CLIENT_ID: clientId,
    SLACK_CLIENT_SECRET: clientSecret,
    SLACK_STATE_SECRET: 'a-long-state-secret-of-this-test-only',
    SLACK_WORKSPACES: teamId,
    PUBLIC_URL: 'http://127.0.0.1:9',
  });
}

async function sendAll(malformed: readonly MalformedRequest[], options: SendOptions) {
  const { requests, seed, report } = options;
  const random = createRandom(seed + 1);
  const flaws: string[] = [];
  let sent = 0;
  let slowestMs = 0;
  async function worker(): Promise<void> {
    while (sent < requests) {
      const next = malformed[sent % malformed.length];
      sent += 1;
      if (sent % 1_000 === 0) report?.(`${sent} requests, ${flaws.length} flaws`);
      const { ms, flaw } = await sendOne(next, random);
      slowestMs = Math.max(slowestMs, ms);
      if (flaw !== undefined) flaws.push(flaw);
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return { flaws, slowestMs };
}

async function sendOne(
  malformed: MalformedRequest | undefined,
  random: SeededRandom,
): Promise<{ ms: number; flaw?: string }> {
  if (malformed === undefined) return { ms: 0 };
  const { url, ...request } = malformed.make(random);
  const startedAt = performance.now();
  const flaw = await fetch(url, {
    ...request,
    redirect: 'manual',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  }).then(
    async (response) => malformed.problemWith(response.status, await response.text()),
    (error: unknown) => `no reply: ${String(error)}: ${String((error as Error).cause)}`,
  );
  const ms = performance.now() - startedAt;
  if (flaw === undefined) return { ms };
  const said = String(request.body ?? '').slice(0, 2_000);
  return { ms, flaw: `${malformed.name}: ${flaw}: ${url.slice(0, 300)} ${said}` };
}

/** A real question is still answered. */
async function checkStillAnswering(stack: Stack): Promise<string[]> {
  await stack.refill();
  const thread = await newScenario(stack).mention('where do we retry after all that?');
  const said = await thread.ended().catch((error: unknown) => [String(error)]);
  return said.some((text) => text.includes('backoff()')) ? [] : [`no answer but ${said.join()}`];
}

/** The bot logged no error, wrote nothing to stderr, and is still the same process. */
function problemsOf({ process, log, stderr }: Bot): string[] {
  const errors = log.filter(({ level }) => level === 'error' || level === 'fatal');
  return [
    ...errors.map((line) => `the bot logged ${JSON.stringify(line).slice(0, 2_000)}`),
    ...(stderr() === '' ? [] : [`the bot wrote ${stderr().slice(0, 2_000)}`]),
    ...(process.exitCode === null && process.signalCode === null ? [] : ['the bot ended']),
  ];
}
