import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CONTEXT_LIMIT,
  contextMessages,
  threadSections,
} from '../../src/lifecycle/thread-context.js';

const listed = (ts: string, change: object = {}) => ({
  ts,
  user: 'U1',
  text: `at ${ts}`,
  ...change,
});

describe('what was said before', () => {
  it('the thread context omits bots, empty messages, the question and later messages', () => {
    const messages = [
      listed('1.000001'),
      listed('2.000001', { metadata: { question: 'q0', slot: 'status' } }),
      listed('3.000001', { botId: 'B9' }),
      listed('4.000001', { text: '  ' }),
      listed('9.000001'),
      listed('10.000001'),
      listed('10.000002'),
    ];
    const before = contextMessages(messages, '10.000001').map(({ ts }) => ts);
    expect(before).toEqual(['1.000001', '9.000001']);
  });

  it('the thread context has all messages if the question has none of its own', () => {
    expect(contextMessages([listed('1.000001'), listed('2.000001')], undefined)).toHaveLength(2);
  });

  it('the thread context has no later messages, in whatever order Slack lists them', () => {
    const stamp = fc
      .tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 999_999 }))
      .map(([s, us]) => `17000000${String(s).padStart(2, '0')}.${String(us).padStart(6, '0')}`);
    fc.assert(
      fc.property(fc.array(stamp), stamp, (stamps, question) => {
        const said = contextMessages(
          stamps.map((ts) => listed(ts)),
          question,
        );
        expect(said.map(({ ts }) => ts)).toEqual(stamps.filter((ts) => ts < question));
      }),
    );
  });
});

describe('the section of a thread', () => {
  it('a thread without earlier messages adds no section', () => {
    expect(threadSections([])).toEqual([]);
  });

  it('the section of a thread quotes its messages, oldest first', () => {
    const lines = [
      { who: 'Kim', text: 'it fails\n  at night' },
      { who: 'Ravi', text: 'only on Mondays' },
    ];
    expect(threadSections(lines)).toEqual([
      'Context: earlier messages of the Slack thread, oldest first.\n' +
        'Kim: it fails\n  at night\nRavi: only on Mondays',
    ]);
  });

  const line = fc.record({
    who: fc.constantFrom('Kim', 'Ravi'),
    text: fc.oneof(fc.string(), fc.string({ minLength: 2_000, maxLength: 9_000 })),
  });

  it('the section of a thread stays within its limit, and keeps the latest messages', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), (lines) => {
        const [section = ''] = threadSections(lines);
        expect(section.length).toBeLessThanOrEqual(CONTEXT_LIMIT + 150);
        const quoted = lines.map(({ who, text }) => `${who}: ${text.replace(/\s*\n\s*/g, '\n  ')}`);
        const [, body = ''] = section.split('oldest first.\n');
        // Some tail of what was said, whole messages only, unless the latest is too long by itself.
        const tails = quoted.map((_, i) => quoted.slice(i).join('\n'));
        const cut = `${quoted.at(-1)?.slice(0, CONTEXT_LIMIT)}…`;
        expect([cut, ...tails]).toContain(body);
        const whole = body === tails[0] || (lines.length === 1 && body === cut);
        expect(section.includes('(the earliest are left out)')).toBe(!whole);
      }),
      { numRuns: 50 },
    );
  });

  it('a latest message that is too long is truncated at its end', () => {
    const [section = ''] = threadSections([{ who: 'Kim', text: 'x'.repeat(CONTEXT_LIMIT + 1) }]);
    expect(section.length).toBeLessThanOrEqual(CONTEXT_LIMIT + 150);
    expect(section).toContain('Kim: xxx');
  });
});
