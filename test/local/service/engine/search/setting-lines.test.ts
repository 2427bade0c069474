import { describe, expect, it } from 'vitest';
import { literalOf } from '../../../../../local/service/engine/search/facts/setting-lines.js';

describe('what a line sets a name to', () => {
  it.each([
    ['TTL = int(os.getenv("dead_ttl", 86400000 * 7))', '86400000 * 7'],
    ['const TTL = 60 * 60 * 1000; // an hour', '60 * 60 * 1000'],
    ['private long TTL = 10L;', '10L'],
    ['TTL: 5,', '5'],
    ['TTL = 5 # seconds', '5'],
    ['TTL = 60 * MINUTES', undefined],
    ['TTL = os.getenv("ttl", 60 * MINUTES)', undefined],
    ['let TTL = Backend<Data>(config: config, creates: true)', undefined],
    ['let TTL = Option(name: "ttl", default: 5)', '5'],
    ['let TTL = Seconds(amount: 5)', '5'],
  ])('%s', (line, value) => {
    expect(literalOf('TTL', line)).toBe(value);
  });
});
