import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { aims } from './aims.js';
import { picture, withRows } from './publish.js';
import { compare, machine } from './report.js';

const ABOUT = { ...machine(), seconds: 1_800 };

const FIGURES = {
  ours: { 'limits-on.shown': [400, 900, 3_000], 'limits-on.lost': [1], 'ack.event': [5] },
  pattern: {
    'limits-on.shown': [31_000, 181_000, Number.POSITIVE_INFINITY],
    'limits-on.lost': [3],
  },
};

describe('what a full run publishes', () => {
  const rows = compare(aims('full'), FIGURES);

  it('replaces what is between the markers of the real page', () => {
    const page = readFileSync(new URL('../../docs/performance.md', import.meta.url), 'utf8');
    const once = withRows(page, rows, ABOUT);
    expect(withRows(once, rows, ABOUT)).toBe(once);
    const measured = once.slice(once.indexOf('<!-- bench:begin -->')).match(/^\| Slack.*$/gm);
    expect(measured).toEqual([
      expect.stringMatching(/ \| median \| ≤ 1,000 \| 900 \| 181,000 \|$/),
      expect.stringMatching(/ \| p95 \| ≤ 5,000 \| 3,000 \| – \|$/),
      expect.stringMatching(/not answered \| {2}\| ≤ 0 \| 1 \(missed\) \| 3 \|$/),
    ]);
  });

  it('draws a bar for each figure, and nothing where there is none', () => {
    const svg = picture(rows);
    expect(svg).toContain('>900</text>');
    expect(svg).toContain('>181,000</text>');
    expect(svg).not.toMatch(/NaN|undefined|Infinity|null/);
  });
});
