import { readFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { freePort } from '../../local/demo/free-port.js';
import { makeRepository, SHOP } from '../support/repository.js';
import { builtImage, inspectImage } from './built-image.js';
import { runContainer } from './container.js';
import { EXPECTED_RIGHTS, READ_RIGHTS } from './sandbox.js';

const tested = builtImage('local');
const about = 'the local service’s image';
const title = 'reason' in tested ? `${about} (not tested: ${tested.reason})` : about;

const STOP_SECONDS = 10;
const TOKEN = 'sgp_token_of_the_test';

const Compose = z.looseObject({
  services: z.looseObject({
    service: z.looseObject({ entrypoint: z.tuple([z.string()], z.string()) }),
  }),
});
const Conversation = z.looseObject({
  id: z.number(),
  questions: z.array(z.looseObject({ status: z.string(), answer: z.string().nullish() })),
});

/** Calls the conversation API. */
async function call(url: string, path: string, body?: object) {
  const response = await fetch(`${url}/.api/deepsearch/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `token ${TOKEN}`,
      'content-type': 'application/json',
      'x-requested-with': 'test 1',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.ok).toBe(true);
  return Conversation.parse(await response.json());
}

/** As docker-compose.yml starts it, over a folder of clones that it can only read. */
async function startInContainer() {
  if ('reason' in tested) throw new Error(tested.reason);
  const { service } = Compose.parse(
    parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }),
  ).services;
  const [program, ...args] = service.entrypoint;
  const repository = await makeRepository('shop', SHOP);
  onTestFinished(() => repository.remove());
  // The user of the container is not the one of the machine.
  await chmod(dirname(repository.path), 0o755);
  const port = String(await freePort());
  const container = await runContainer(tested, {
    env: { SERVICE_PORT: port, SERVICE_TOKENS: `bot:${TOKEN}`, SERVICE_DATA: '/data' },
    options: [
      ...['--volume', `${dirname(repository.path)}:/repositories:ro`, '--volume', '/data'],
      ...['--entrypoint', program],
    ],
    args,
    readReady: (line) => /answers at (\S+) about/.exec(line)?.[1],
  });
  onTestFinished(async () => {
    await container.stop(STOP_SECONDS);
  });
  return container;
}

describe.skipIf('reason' in tested)(title, () => {
  it('answers about a mounted repository, is healthy, writes nothing but its data, and stops on SIGTERM', async () => {
    const service = await startInContainer();
    const { ready: url } = service;
    const { id } = await call(url, '', { question: 'How often is a failed job tried again?' });
    const first = async () => (await call(url, `/${id}`)).questions[0];
    await expect.poll(async () => (await first())?.status).toBe('completed');
    expect((await first())?.answer).toContain('MAX_RETRIES');
    await expect.poll(() => service.health(), { interval: 1_000 }).toBe('healthy');
    expect(JSON.parse(await service.evaluate(READ_RIGHTS))).toEqual(EXPECTED_RIGHTS);
    expect(await service.stop(STOP_SECONDS)).toBe(0);
  });

  it('runs as a user without rights', async () => {
    if ('reason' in tested) return;
    const { Config, Size } = await inspectImage(tested, tested.image);
    expect(Config.User).toBe('node');
    expect(Config.Entrypoint).toEqual(['node', 'dist/local/service/main.js']);
    const base = await inspectImage(tested, tested.base);
    const mb = (bytes: number) => (bytes / 1_000_000).toFixed(0);
    console.log(`Size: ${mb(Size)} MB, of which ${mb(Size - base.Size)} MB are above its base.`);
  });
});
