import { newScene } from '../flow/scene.js';
import { makeRepository, SHOP } from '../support/repository.js';
import { type Bot, type Stack, spawnBot, startStack } from '../support/stack.js';
import type { Knock } from './knocks.js';
import { createRandom, type Random } from './random.js';
import { serviceKnocks } from './service-knocks.js';
import { installKnocks, slackKnocks } from './slack-knocks.js';

interface KnockOptions {
  readonly requests: number;
  readonly seed: number;
  readonly report?: (line: string) => void;
}

interface Knocked {
  readonly flaws: readonly string[];
  readonly slowestMs: number;
}

/** A hang, on the slowest of machines. */
const LONGEST_MS = 30_000;

/** Requests in hand at once: enough to meet each other. */
const LANES = 8;

/** Sends flawed requests to the built bot and to the local service; then both must be as before. */
export async function knock(options: KnockOptions): Promise<Knocked> {
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
    const knocks = [...slackKnocks(stack), ...serviceKnocks(stack), ...installKnocks(installs)];
    const { flaws, slowestMs } = await knockAll(knocks, options);
    const later = [...(await afterwards(stack)), ...bots.flatMap(troubleOf)];
    return { flaws: [...flaws, ...later], slowestMs };
  } finally {
    await installs?.kill();
    await stack.stop();
    await repository.remove();
  }
}

/** A second bot, which serves the pages of installs. */
function startInstalls({ env, workspace }: Stack): Promise<Bot> {
  const { clientId, clientSecret, teamId } = workspace.app;
  return spawnBot('bot', {
    ...env,
    SLACK_BOT_TOKEN: '',
    SLACK_CLIENT_ID: clientId,
    SLACK_CLIENT_SECRET: clientSecret,
    SLACK_STATE_SECRET: 'a-state-secret-of-the-test',
    SLACK_WORKSPACES: teamId,
    PUBLIC_URL: 'http://127.0.0.1:9',
  });
}

async function knockAll(knocks: readonly Knock[], options: KnockOptions) {
  const { requests, seed, report } = options;
  const random = createRandom(seed + 1);
  const flaws: string[] = [];
  let sent = 0;
  let slowestMs = 0;
  async function lane(): Promise<void> {
    while (sent < requests) {
      const next = knocks[sent % knocks.length];
      sent += 1;
      if (sent % 1_000 === 0) report?.(`${sent} requests, ${flaws.length} flaws`);
      const { ms, flaw } = await knockOnce(next, random);
      slowestMs = Math.max(slowestMs, ms);
      if (flaw !== undefined) flaws.push(flaw);
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane));
  return { flaws, slowestMs };
}

async function knockOnce(
  knock: Knock | undefined,
  random: Random,
): Promise<{ ms: number; flaw?: string }> {
  if (knock === undefined) return { ms: 0 };
  const { url, ...request } = knock.make(random);
  const startedAt = performance.now();
  const flaw = await fetch(url, {
    ...request,
    redirect: 'manual',
    signal: AbortSignal.timeout(LONGEST_MS),
  }).then(
    async (response) => knock.flawOf(response.status, await response.text()),
    (error: unknown) => `no reply: ${String(error)}: ${String((error as Error).cause)}`,
  );
  const ms = performance.now() - startedAt;
  if (flaw === undefined) return { ms };
  const said = String(request.body ?? '').slice(0, 2_000);
  return { ms, flaw: `${knock.name}: ${flaw}: ${url.slice(0, 300)} ${said}` };
}

/** A true question is answered, as if nothing had been. */
async function afterwards(stack: Stack): Promise<string[]> {
  await stack.refill();
  const thread = await newScene(stack).mention('where do we retry after all that?');
  const said = await thread.ended().catch((error: unknown) => [String(error)]);
  return said.some((text) => text.includes('backoff()')) ? [] : [`no answer but ${said.join()}`];
}

/** Nothing that happened was a surprise to the bot, and it is still the same process. */
function troubleOf({ process, log, stderr }: Bot): string[] {
  const errors = log.filter(({ level }) => level === 'error' || level === 'fatal');
  return [
    ...errors.map((line) => `the bot logged ${JSON.stringify(line).slice(0, 2_000)}`),
    ...(stderr() === '' ? [] : [`the bot wrote ${stderr().slice(0, 2_000)}`]),
    ...(process.exitCode === null && process.signalCode === null ? [] : ['the bot ended']),
  ];
}
