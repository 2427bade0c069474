import { mkdtemp, readFile, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportTrail } from '../../src/audit/export.js';
import { fileOutlet, type Outlet } from '../../src/audit/outlets.js';
import { createRecordAudit } from '../../src/audit/record.js';
import { createSealer } from '../../src/audit/sealer.js';
import { AuditRecord } from '../../src/model/audit.js';
import { type AuditStore, createAuditStore } from '../../src/store/audit.js';
import { silentLogger, useRedis } from '../support/redis-fixture.js';
import { verified } from './trail.js';

const { redis } = await useRedis();
const store = createAuditStore({ redis });

const DAY_MS = 24 * 3600_000;
const clock = { now: 1_800_000_000_000 };
const now = () => clock.now;
const { record } = createRecordAudit({
  audit: store,
  now,
  lost: () => undefined,
  logger: silentLogger,
});

interface SealerSetting {
  readonly audit?: AuditStore;
  readonly outlets?: readonly Outlet[];
  readonly mostEntries?: number;
}

function sealer({ audit = store, outlets = [], mostEntries = 1_000_000 }: SealerSetting = {}) {
  const retention = { ms: 30 * DAY_MS, mostEntries };
  const flush = async () => undefined;
  const random = () => 0;
  const logger = silentLogger;
  const { turn } = createSealer({ audit, outlets, retention, flush, now, random, logger });
  return {
    /** As if the process that had the lease were gone for long. */
    async turn(): Promise<void> {
      await redis.del('{deepsearch}:audit-lease');
      await turn();
    },
  };
}

async function ask(...ids: readonly string[]): Promise<void> {
  for (const id of ids) await record({ action: 'question.asked', id, workspace: 'T1', user: 'U1' });
}

async function lines(): Promise<string[]> {
  const found: string[] = [];
  for await (const line of exportTrail(store, {})) found.push(line);
  return found;
}

async function records(): Promise<AuditRecord[]> {
  return (await lines()).slice(1).map((line) => AuditRecord.parse(JSON.parse(line)));
}

const idsOf = (found: readonly AuditRecord[]) => found.map(({ id }) => id);

describe('sealing', () => {
  it('chains entries in the order in which they were recorded, each once', async () => {
    await ask('1', '2', '1');
    await sealer().turn();
    await ask('2', '3');
    await sealer().turn();
    expect(idsOf(await records())).toEqual(['1', '2', '3']);
    expect(verified(await lines())).toMatchObject({ ok: true, entries: 3 });
    expect(await store.waiting()).toBe(0);
  });

  it('takes more than fit into a batch', async () => {
    await ask(...Array.from({ length: 450 }, (_, i) => `q${i}`));
    await sealer().turn();
    expect(verified(await lines())).toMatchObject({ ok: true, entries: 450 });
  });

  it('drops what is no entry', async () => {
    await store.append('{"action":"question.asked"}', now());
    await store.append('not JSON', now());
    await ask('1');
    await sealer().turn();
    expect(idsOf(await records())).toEqual(['1']);
  });

  it('writes nothing after another process has sealed', async () => {
    await ask('1');
    const { last } = await store.head();
    await sealer().turn();
    const late = { after: last, last, sealed: [], taken: [], at: now() };
    expect(await store.seal({ ...late, last: { ...last, sequence: 9 } })).toBe(false);
    expect((await store.head()).last.sequence).toBe(1);
  });

  it('two processes at once seal each entry once', async () => {
    await ask(...Array.from({ length: 300 }, (_, i) => `q${i}`));
    await Promise.all([sealer().turn(), sealer().turn(), sealer().turn()]);
    expect(verified(await lines())).toMatchObject({ ok: true, entries: 300 });
  });
});

class Killed extends Error {}

/** The same store, whose n-th call is the last: it takes effect or not, and nobody hears of it. */
function killedAt(call: number, takesEffect: boolean): AuditStore {
  let calls = 0;
  return new Proxy(store, {
    get(target, name: keyof AuditStore): unknown {
      const method = target[name] as (...args: unknown[]) => Promise<unknown>;
      return async (...args: unknown[]): Promise<unknown> => {
        calls += 1;
        if (calls > call) throw new Killed();
        if (calls < call) return method(...args);
        if (takesEffect) await method(...args);
        throw new Killed();
      };
    },
  });
}

/** Collects what was sent; the n-th time, it takes the lines and does not say so. */
function memoryOutlet(failsAt = 0) {
  const lines: string[] = [];
  let calls = 0;
  const outlet: Outlet = {
    name: 'url',
    async send(more) {
      calls += 1;
      lines.push(...more);
      if (calls === failsAt) throw new Error('no reply');
    },
  };
  return { outlet, lines };
}

describe('a process that is killed', () => {
  it.for([true, false])(
    'between two effects (the last one took effect: %s) loses nothing and seals nothing twice',
    async (takesEffect) => {
      const { outlet, lines: sent } = memoryOutlet();
      for (let call = 1; call <= 14; call++) {
        await ask(`${call}-a`, `${call}-b`, `${call}-a`);
        await sealer({ audit: killedAt(call, takesEffect), outlets: [outlet] })
          .turn()
          .catch((error: unknown) => expect(error).toBeInstanceOf(Killed));
      }
      await sealer({ outlets: [outlet] }).turn();
      const expected = Array.from({ length: 14 }, (_, i) => [`${i + 1}-a`, `${i + 1}-b`]).flat();
      expect(idsOf(await records())).toEqual(expected);
      expect(verified(await lines())).toMatchObject({ ok: true, entries: 28 });
      expect(verified(sent)).toMatchObject({ ok: true, entries: 28 });
    },
  );
});

describe('more entries than may wait', () => {
  const small = createAuditStore({ redis, mostWaiting: 2 });
  const { record: recordSmall } = createRecordAudit({
    ...{ audit: small, now, logger: silentLogger },
    lost: () => undefined,
  });
  const askSmall = (id: string) =>
    recordSmall({ action: 'question.asked', id, workspace: 'T1', user: 'U1' });

  it('are counted, and the trail says so', async () => {
    const since = new Date(now()).toISOString();
    for (const id of ['1', '2', '3']) await askSmall(id);
    clock.now += 1_000;
    await askSmall('4');
    const until = new Date(now()).toISOString();
    expect(await small.waiting()).toBe(2);
    await sealer().turn();
    const found = await records();
    expect(found.map(({ action, id }) => `${action} ${id}`)).toEqual([
      'question.asked 1',
      'question.asked 2',
      'trail.gap 3',
    ]);
    expect(found.at(-1)?.gap).toEqual({ entries: 2, since, until });
    await askSmall('5');
    await sealer().turn();
    expect(idsOf(await records())).toEqual(['1', '2', '3', '5']);
    expect(verified(await lines())).toMatchObject({ ok: true, entries: 4, missing: 2 });
    expect(await store.head()).not.toHaveProperty('lost');
  });

  it.for([true, false])(
    'are told of once if the process is killed at any effect (it took effect: %s)',
    async (takesEffect) => {
      for (let call = 1; call <= 9; call++) {
        for (const id of ['a', 'b', 'c']) await askSmall(`${call}-${id}`);
        await sealer({ audit: killedAt(call, takesEffect) })
          .turn()
          .catch((error: unknown) => expect(error).toBeInstanceOf(Killed));
        await sealer().turn();
      }
      expect(verified(await lines())).toMatchObject({ ok: true, missing: 9 });
    },
  );
});

describe('retention', () => {
  it('removes what is too old, says so in the trail, and the rest verifies', async () => {
    await ask('1', '2');
    await sealer().turn();
    clock.now += 31 * DAY_MS;
    await ask('3');
    await sealer().turn();
    const found = await records();
    expect(found.map(({ action, id }) => `${action} ${id}`)).toEqual([
      'question.asked 3',
      'trail.trimmed 2',
    ]);
    expect(await store.head()).toMatchObject({ removed: { sequence: 2 }, last: { sequence: 4 } });
    expect(verified(await lines())).toMatchObject({ ok: true, entries: 2 });
  });

  it('removes many in several turns, up to the most that are kept', async () => {
    await ask(...Array.from({ length: 2_500 }, (_, i) => `q${i}`));
    await sealer().turn();
    await sealer({ mostEntries: 100 }).turn();
    const { last, removed } = await store.head();
    expect(last.sequence - removed.sequence).toBeLessThanOrEqual(100);
    expect(verified(await lines()).ok).toBe(true);
  });

  it.for([
    ['the oldest', 'XTRIM', ['MINID', '4-0']],
    ['one in the middle', 'XDEL', ['4-0']],
    ['the last', 'XDEL', ['5-0']],
  ] as const)('what somebody else removes is found: %s', async ([, command, args]) => {
    await ask('1', '2', '3', '4', '5');
    await sealer().turn();
    expect(verified(await lines()).ok).toBe(true);
    await redis.call(command, '{deepsearch}:audit-trail', ...args);
    expect(verified(await lines()).ok).toBe(false);
  });
});

describe('an outlet', () => {
  it('gets each entry at least once, and what it did not confirm again', async () => {
    const { outlet, lines: sent } = memoryOutlet(1);
    await ask('1', '2');
    await sealer({ outlets: [outlet] }).turn();
    await ask('3');
    clock.now += 60_000;
    await sealer({ outlets: [outlet] }).turn();
    expect(verified(sent)).toMatchObject({ ok: true, entries: 3, repeated: 2 });
  });

  it('may be a file that is rotated, and that has an incomplete line', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'audit-'));
    const path = join(folder, 'audit.jsonl');
    const writer = sealer({ outlets: [fileOutlet(path)] });
    await ask('1', '2');
    await writer.turn();
    await rename(path, `${path}.1`);
    await ask('3');
    await writer.turn();
    await fileOutlet(path).send(['{"cut'], AbortSignal.timeout(1_000));
    await ask('4');
    await writer.turn();
    const both = await Promise.all([`${path}.1`, path].map((each) => readFile(each, 'utf8')));
    const found = both.join('').trimEnd().split('\n');
    expect(verified(found)).toMatchObject({ ok: true, entries: 4, incomplete: 1 });
  });
});

describe('an export', () => {
  it('has the entries of a time, and verifies', async () => {
    const began = now();
    for (const id of ['1', '2', '3', '4', '5']) {
      await ask(id);
      clock.now += 1_000;
    }
    await sealer().turn();
    const found: string[] = [];
    for await (const line of exportTrail(store, { from: began + 1_000, to: began + 3_000 })) {
      found.push(line);
    }
    expect(found.slice(1).map((line) => (JSON.parse(line) as AuditRecord).id)).toEqual(['2', '3']);
    expect(verified(found)).toMatchObject({ ok: true, entries: 2 });
    expect(verified(found.slice(0, -1)).ok).toBe(false);
  });

  it('is empty where nothing was recorded', async () => {
    expect(verified(await lines())).toMatchObject({ ok: true, entries: 0 });
  });
});
