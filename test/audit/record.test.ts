import { expect, it } from 'vitest';
import { createRecordAudit } from '../../src/audit/record.js';
import type { AuditEntry } from '../../src/model/audit.js';
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
      stored.push(recorded);
    },
  };
  return store;
}

it('an entry has the time at which it was recorded', async () => {
  const store = flakyStore();
  await createRecordAudit({ audit: store, now: () => 5, logger: silentLogger }).record(entry('1'));
  expect(store.stored.map((line) => JSON.parse(line))).toEqual([{ ...entry('1'), at: 5 }]);
});

it('what Redis did not take is stored in order, before the next entry', async () => {
  const store = flakyStore();
  const audit = createRecordAudit({ audit: store, now: Date.now, logger: silentLogger });
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
  const logger = Object.assign(Object.create(silentLogger), {
    error: (fields: unknown) => lost.push(fields),
  }) as typeof silentLogger;
  const audit = createRecordAudit({ audit: store, now: () => 1, logger });
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
});
