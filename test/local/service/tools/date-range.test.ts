import { describe, expect, it } from 'vitest';
import { parseDateRange } from '../../../../local/service/tools/date-range.js';

const NOW = Date.parse('2025-06-18T15:30:00Z');
const after = async (text: string) =>
  new Date((await parseDateRange({ after: text }, NOW)).after ?? Number.NaN).toISOString();

describe('a date', () => {
  it.each([
    ['2025-03-01', '2025-03-01T00:00:00.000Z'],
    ['2024', '2024-01-01T00:00:00.000Z'],
    ['2024-05', '2024-05-01T00:00:00.000Z'],
    ['2025-03-01T10:00:00Z', '2025-03-01T10:00:00.000Z'],
    ['2025-03-01T10:00:00+02:00', '2025-03-01T08:00:00.000Z'],
    ['yesterday', '2025-06-17T00:00:00.000Z'],
    ['today', '2025-06-18T00:00:00.000Z'],
    ['2 weeks ago', '2025-06-04T00:00:00.000Z'],
    ['2 weeks', '2025-06-04T00:00:00.000Z'],
    ['last month', '2025-05-18T00:00:00.000Z'],
    ['3 hours ago', '2025-06-18T12:30:00.000Z'],
    ['March 1, 2025', '2025-03-01T00:00:00.000Z'],
    ['1 Mar 2025', '2025-03-01T00:00:00.000Z'],
    ['Last Monday', '2025-06-16T00:00:00.000Z'],
  ])('%s', async (text, wanted) => {
    expect(await after(text)).toBe(wanted);
  });

  it('rejects an invalid date', async () => {
    await expect(parseDateRange({ after: 'the day we met' }, NOW)).rejects.toThrow(
      'after is not a date',
    );
    await expect(parseDateRange({ before: '' }, NOW)).rejects.toThrow('before is not a date');
  });

  it('dates are optional and must be in order', async () => {
    expect(await parseDateRange({}, NOW)).toEqual({});
    await expect(parseDateRange({ after: 'today', before: 'yesterday' }, NOW)).rejects.toThrow(
      'earlier',
    );
  });
});
