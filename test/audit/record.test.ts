import { expect, it } from 'vitest';
import { createRecordAudit } from '../../src/audit/record.js';
import type { AuditEntry } from '../../src/model/audit.js';
import type { LostEntries } from '../../src/store/audit.js';
import { silentLogger } from '../support/redis-fixture.js';

const entry = (id: string): AuditEntry => ({ action: 'question.asked', id, workspace: 'T1' });

/** A store that fails as long as `down` is true. */
function flakyStore() {
  const stored: string[] = [];
  const store = {
    down: false,
    stored,
    ids: () => stored.map((line) => (JSON.parse(line) as AuditEntry).id),
    append: async (recorded: string) => {
      if (store.down) throw new Error('Connection is closed.');
      if (store.full) return false;
      stored.push(recorded);
      return true;
    },
    full: false,
    lost: [] as LostEntries[],
    countLost: async (lost: LostEntries) => {
      if (store.down) throw new Error('Connection is closed.');
      store.lost.push(lost);
    },
  };
  return store;
}

it('an entry has the time at which it was recorded', async () => {
  const store = flakyStore();
  await createRecordAudit({
    audit: store,
    now: () => 5,
    logger: silentLogger,
    lost: () => undefined,
  }).record(entry('1'));
  expect(store.stored.map((line) => JSON.parse(line))).toEqual([{ ...entry('1'), at: 5 }]);
});

it('what Redis did not take is stored in order, before the next entry', async () => {
  const store = flakyStore();
  const audit = createRecordAudit({
    audit: store,
    now: Date.now,
    logger: silentLogger,
    lost: () => undefined,
  });
  store.down = true;
  await audit.record(entry('1'));
  await audit.record(entry('2'));
  expect(store.ids()).toEqual([]);
  store.down = false;
  await audit.record(entry('3'));
  expect(store.ids()).toEqual(['1', '2', '3']);
  await audit.flush();
  expect(store.ids()).toEqual(['1', '2', '3']);
});

it('what does not fit in memory any more is in the log', async () => {
  const store = flakyStore();
  const lost: unknown[] = [];
  let counted = 0;
  const logger = Object.assign(Object.create(silentLogger), {
    error: (fields: unknown) => lost.push(fields),
  }) as typeof silentLogger;
  const audit = createRecordAudit({
    audit: store,
    now: () => 1,
    logger,
    lost: () => {
      counted += 1;
    },
  });
  store.down = true;
  for (let id = 1; id <= 1_002; id++) await audit.record(entry(String(id)));
  expect(lost).toEqual(['1001', '1002'].map((id) => ({ entry: { ...entry(id), at: 1 } })));
  const setting = { name: 'instructions', before: '"mind the gap"', after: '"be brief"' };
  await audit.record({ ...entry('1003'), action: 'setting.changed', setting });
  expect(lost[2]).toEqual({
    entry: {
      ...entry('1003'),
      action: 'setting.changed',
      at: 1,
      setting: { name: 'instructions' },
    },
  });
  store.down = false;
  await audit.flush();
  expect(store.ids()).toHaveLength(1_000);
  expect(store.lost).toEqual([{ entries: 3, since: 1, until: 1 }]);
  expect(counted).toBe(3);
});

it('what does not fit into Redis any more is in the log', async () => {
  const store = flakyStore();
  const lines: unknown[] = [];
  const logger = Object.assign(Object.create(silentLogger), {
    error: (...line: unknown[]) => lines.push(line),
  }) as typeof silentLogger;
  const audit = createRecordAudit({ audit: store, now: () => 1, logger, lost: () => undefined });
  store.full = true;
  await audit.record(entry('1'));
  store.full = false;
  await audit.record(entry('2'));
  expect(store.ids()).toEqual(['2']);
  expect(lines).toEqual([
    [{ entry: { ...entry('1'), at: 1 } }, 'audit entry lost: too many wait to be sealed'],
  ]);
});
