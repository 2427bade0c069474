import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AskRequest, LinksShared, NonAskIntent } from '../../src/model/intent.js';
import { VaultError } from '../../src/vault/vault.js';
import { askIntent, type QueuesFixture, startQueuesFixture, vault } from './queues-fixture.js';

let queues: QueuesFixture;
beforeEach(async () => {
  queues = await startQueuesFixture();
});
afterEach(() => queues.stop());

const URL = 'https://hooks.example.com/commands/1';
const sealed = vault.seal(URL, 'response_url');
const openUrl = ({ sealedResponseUrl = '' }: AskRequest) =>
  vault.open(sealedResponseUrl, 'response_url');

/** Runs all that is queued; gives the questions by their ID. */
async function takenBy(count: number): Promise<Map<string, AskRequest>> {
  const taken = new Map<string, AskRequest>();
  await queues.work({
    ask: async (ask) => {
      taken.set(ask.id, ask);
    },
  });
  await expect.poll(() => taken.size).toBe(count);
  return taken;
}

it('a sealed value in a job cannot be opened in a copy of the job', async () => {
  const { producer } = queues;
  const [intake] = producer.queues;
  await producer.accept({ ...askIntent('own'), sealedResponseUrl: sealed });
  const { data } = (await intake?.getJob('own')) ?? {};
  expect(() => openUrl(data)).toThrow(VaultError);
  await intake?.add('ask', { ...data, id: 'copy' }, { jobId: 'copy' });
  const taken = await takenBy(2);
  expect(openUrl(taken.get('own') ?? askIntent())).toBe(URL);
  expect(() => openUrl(taken.get('copy') ?? askIntent())).toThrow(VaultError);
});

it('a sealed value in a job of an earlier version is still opened', async () => {
  const [intake] = queues.producer.queues;
  const job = { v: 1, ...askIntent('older'), sealedResponseUrl: sealed };
  await intake?.add('ask', job, { jobId: 'older' });
  const taken = await takenBy(1);
  expect(openUrl(taken.get('older') ?? askIntent())).toBe(URL);
});

it('every sealed link of a request is bound, and arrives as it was', async () => {
  const links = ['https://code.example.com/1', 'https://code.example.com/2'];
  const [first = '', second = ''] = links.map((link) => vault.seal(link, 'pasted_link'));
  const { place, user } = askIntent();
  const shared: LinksShared = {
    kind: 'links-shared',
    id: 'links-1',
    place,
    messageTs: '1.1',
    user,
    externallyShared: false,
    sealedLinks: [first, second],
  };
  const show: NonAskIntent = {
    kind: 'conversation-request',
    id: 'show-1',
    place,
    user,
    at: 1,
    command: { kind: 'show', conversation: { sealedLink: first }, page: 0 },
    clicked: false,
  };
  const taken: NonAskIntent[] = [];
  await queues.producer.accept(shared);
  await queues.producer.accept(show);
  const requests = queues.producer.queues.at(-1);
  const jobs = (await requests?.getJobs(['waiting'])) ?? [];
  expect(JSON.stringify(jobs.map(({ data }) => data))).not.toContain(first);
  await queues.work({
    handle: async (intent) => {
      taken.push(intent);
    },
  });
  await expect.poll(() => taken.length).toBe(2);
  const open = (link: string) => vault.open(link, 'pasted_link');
  for (const intent of taken) {
    if (intent.kind === 'links-shared') expect(intent.sealedLinks.map(open)).toEqual(links);
    if (intent.kind !== 'conversation-request') continue;
    expect(JSON.stringify(intent.command)).toContain('"kind":"show"');
    const { conversation } = intent.command as { conversation?: { sealedLink?: string } };
    expect(open(conversation?.sealedLink ?? '')).toBe(links[0]);
  }
});
