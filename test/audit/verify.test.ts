import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, chained, hashOf } from '../../src/audit/chain.js';
import type { AuditRecord } from '../../src/model/audit.js';
import { endOf, exported, linesOf, START, trailOf, verified } from './trail.js';

const MOST = 30;
const trails = fc.integer({ min: 1, max: MOST }).map(trailOf);
/** A trail, and one of its entries. */
const withEntry = trails.chain((trail) =>
  fc.tuple(fc.constant(trail), fc.integer({ min: 0, max: trail.length - 1 })),
);

describe('an untouched trail', () => {
  it('is unbroken, exported or collected in a file', () => {
    fc.assert(
      fc.property(trails, (trail) => {
        for (const lines of [exported(trail), linesOf(trail)]) {
          expect(verified(lines)).toMatchObject({ ok: true, entries: trail.length });
        }
      }),
    );
  });

  it('is unbroken from any of its entries on', () => {
    fc.assert(
      fc.property(withEntry, ([trail, i]) => {
        const part = trail.slice(i);
        expect(verified(linesOf(part)).ok).toBe(true);
        expect(verified(exported(part, false)).ok).toBe(true);
      }),
    );
  });

  it('may have entries that were sent again, and lines that were cut off', () => {
    fc.assert(
      fc.property(withEntry, fc.nat(MOST), ([trail, i], back) => {
        const lines = linesOf(trail);
        const again = lines.slice(Math.max(0, i - back), i);
        const cut = (lines[i] ?? '').slice(0, 20);
        const found = verified([...lines.slice(0, i), cut, ...again, ...lines.slice(i)]);
        expect(found).toMatchObject({
          ok: true,
          entries: trail.length,
          repeated: again.length,
          incomplete: 1,
        });
      }),
    );
  });

  it('may be empty', () => {
    expect(verified(exported([]))).toEqual({
      ok: true,
      entries: 0,
      repeated: 0,
      incomplete: 0,
      missing: 0,
    });
  });
});

describe('what is not a trail', () => {
  it.each([
    ['nothing', [], 'it is empty'],
    ['an empty file', [''], 'it is empty'],
    ['another file', ['root:x:0:0', 'bin:x:1:1'], 'it has no header and no complete entry'],
    [
      'an export that was cut off in its header',
      [(exported(trailOf(2))[0] ?? '').slice(0, 40)],
      'it has no header and no complete entry',
    ],
  ])('%s', (_what, lines, says) => {
    expect(verified(lines)).toMatchObject({ ok: false, entries: 0, problem: { says } });
  });
});

describe('a broken trail', () => {
  it('misses an entry', () => {
    fc.assert(
      fc.property(withEntry, ([trail, i]) => {
        const without = linesOf(trail.filter((_, each) => each !== i));
        const [header = ''] = exported(trail);
        const { ok, problem } = verified([header, ...without]);
        expect(ok).toBe(false);
        expect(problem?.sequence).toBe(i === trail.length - 1 ? i + 1 : i + 2);
      }),
    );
  });

  it('misses its end', () => {
    fc.assert(
      fc.property(withEntry, ([trail, i]) => {
        const lines = exported(trail).slice(0, i + 1);
        expect(verified(lines)).toMatchObject({ ok: false, problem: { sequence: i + 1 } });
        // Without a header, only who noted the end can tell, unless no entry is left.
        expect(verified(lines.slice(1)).ok).toBe(i > 0);
        expect(verified(lines.slice(1), endOf(trail)).ok).toBe(false);
      }),
    );
  });

  it('misses its beginning, unless an entry says that it was removed', () => {
    fc.assert(
      fc.property(withEntry, ([trail, i]) => {
        fc.pre(i > 0);
        const rest = trail.slice(i);
        expect(verified(exported(rest)).ok).toBe(false);
        const removed = endOf(trail.slice(0, i));
        const time = new Date(0).toISOString();
        const trim = { action: 'trail.trimmed', id: '1', time, trimmed: removed } as const;
        expect(verified(exported([...rest, chained(endOf(rest), trim)])).ok).toBe(true);
      }),
    );
  });

  it('has another order', () => {
    fc.assert(
      fc.property(withEntry, fc.nat(MOST), ([trail, i], other) => {
        const j = other % trail.length;
        fc.pre(i !== j);
        const lines = linesOf(trail);
        const [one = '', two = ''] = [lines[i], lines[j]];
        lines[i] = two;
        lines[j] = one;
        expect(verified([exported(trail)[0] ?? '', ...lines]).ok).toBe(false);
      }),
    );
  });

  it('has a changed entry, even with a hash that fits', () => {
    const changes: readonly ((record: AuditRecord) => AuditRecord)[] = [
      (record) => ({ ...record, workspace: 'T2' }),
      (record) => ({ ...record, user: 'U1' }),
      (record) => ({ ...record, time: new Date(9).toISOString() }),
      (record) => ({ ...record, previous: 'a'.repeat(64) }),
      (record) => ({ ...record, hash: 'b'.repeat(64) }),
    ];
    fc.assert(
      fc.property(
        withEntry,
        fc.constantFrom(...changes),
        fc.boolean(),
        ([trail, i], change, rehashed) => {
          const records = trail.map((record, each) => {
            if (each !== i) return record;
            const changed = change(record);
            return rehashed ? { ...changed, hash: hashOf(changed) } : changed;
          });
          fc.pre(canonicalJson(records) !== canonicalJson(trail));
          const { ok, problem } = verified([exported(trail)[0] ?? '', ...linesOf(records)]);
          expect(ok).toBe(false);
          expect([i + 1, i + 2]).toContain(problem?.sequence);
        },
      ),
    );
  });

  it('has an entry that was put in', () => {
    fc.assert(
      fc.property(withEntry, ([trail, i]) => {
        const [record] = trail.slice(i);
        const forged = chained(endOf(trail.slice(0, i)), {
          action: 'question.stopped',
          id: 'forged',
          time: record?.time ?? '',
        });
        const lines = linesOf([...trail.slice(0, i), forged, ...trail.slice(i)]);
        expect(verified([exported(trail)[0] ?? '', ...lines]).ok).toBe(false);
      }),
    );
  });

  it('was written anew: only who noted an end can tell', () => {
    const trail = trailOf(5);
    const anew: AuditRecord[] = [];
    for (const { action, id, time } of trail) {
      anew.push(chained(endOf(anew), { action, id, time, workspace: 'T9' }));
    }
    expect(verified(exported(anew)).ok).toBe(true);
    expect(verified(exported(anew), endOf(trail.slice(0, 3)))).toMatchObject({
      ok: false,
      problem: { sequence: 3 },
    });
  });

  it('is no trail at all', () => {
    expect(verified(['{"sequence":3}'])).toMatchObject({ ok: false, problem: { line: 1 } });
  });
});

it('the canonical form does not depend on the order of names', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const reversed = Object.fromEntries(Object.entries(value).reverse());
      expect(canonicalJson(reversed)).toBe(canonicalJson(value));
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

it('the first entry follows zeros', () => {
  expect(trailOf(1)[0]?.previous).toBe(START.hash);
});
