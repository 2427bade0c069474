import { describe, expect, it } from 'vitest';
import { spanOf } from '../../../../src/local/service/tools/dates.js';

const NOW = Date.parse('2025-06-18T15:30:00Z');
const after = (text: string) =>
  new Date(spanOf({ after: text }, NOW).after ?? Number.NaN).toISOString();

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
  ])('%s', (text, wanted) => {
    expect(after(text)).toBe(wanted);
  });

  it('that is none is refused', () => {
    expect(() => spanOf({ after: 'the day we met' }, NOW)).toThrow('after is no date');
    expect(() => spanOf({ before: '' }, NOW)).toThrow('before is no date');
  });

  it('may be missing, and must be in order', () => {
    expect(spanOf({}, NOW)).toEqual({});
    expect(() => spanOf({ after: 'today', before: 'yesterday' }, NOW)).toThrow('earlier');
  });
});
