import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createManualEngine } from '../engines.js';
import { onlyQuestion, startTestService } from '../service-fixture.js';

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'service-data-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

describe('a restart', () => {
  it('a restart keeps conversations, stars and ids', async () => {
    const first = await startTestService({ dataDir });
    const kept = await first.ask('kept');
    const deleted = await first.ask('deleted');
    first.service.star(kept.id, true);
    await first.request('DELETE', `/${deleted.id}`);
    await first.service.stop();

    const second = await startTestService({ dataDir });
    const again = await second.read(kept.id);
    expect(again.questions).toEqual(kept.questions);
    expect(again.read_token).toBe(kept.read_token);
    expect((await second.request('GET', '?filter_is_starred=true')).body).toHaveLength(1);
    expect((await second.request('GET', `/${deleted.id}`)).status).toBe(404);
    const next = await second.create('next');
    expect(next.id).toBeGreaterThan(deleted.id);
    expect(onlyQuestion(next).id).toBeGreaterThan(onlyQuestion(deleted).id);
  });

  it('a restart starts unfinished questions again', async () => {
    const { engine, pending } = createManualEngine();
    const first = await startTestService({ dataDir, engine, slots: 1 });
    const working = await first.create('working');
    const waiting = await first.create('waiting');
    const { context } = await first.service.waitFor(() => pending.get('working'));
    context.report('a step that is lost');
    await first.service.stop();
    expect(context.signal.aborted).toBe(true);

    const second = await startTestService({ dataDir });
    expect(onlyQuestion(await second.waitForOutcome(working)).answer).toContain('working');
    expect(onlyQuestion(await second.waitForOutcome(waiting)).answer).toContain('waiting');
    expect(onlyQuestion(await second.read(working.id)).turns).toHaveLength(1);
  });

  it('conversation files are readable by their owner only', async () => {
    const { ask, service } = await startTestService({ dataDir });
    await ask('q');
    await service.stop();
    const folder = join(dataDir, 'conversations');
    for (const name of await readdir(folder)) {
      expect((await stat(join(folder, name))).mode & 0o077).toBe(0);
    }
    expect((await stat(folder)).mode & 0o077).toBe(0);
  });
});
