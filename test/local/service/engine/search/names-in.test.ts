import { describe, expect, it } from 'vitest';
import { saidShare } from '../../../../../local/service/engine/search/forms/names-in.js';

describe('a question', () => {
  it.each([
    ['whether a bell should ring after a trip', 'should_ring'],
    ['where is the reading time computed?', 'getReadingTime'],
    ['how are the tow ropes of a barge counted?', 'towRope'],
  ])('says a name most surely with its words next to each other: %s', (question, name) => {
    expect(saidShare(question)(name)).toBe(0.6);
  });

  it('says it less surely with its words in the same order', () => {
    expect(saidShare('what downloads the tidal rates?')('downloadRates')).toBe(0.3);
  });

  it.each([
    ['where does it ring?', 'ring'],
    ['at what time is the reading done?', 'getReadingTime'],
    ['what downloads the tidal rates?', 'saveRates'],
  ])('says no name by a word alone, or by words in another order: %s', (question, name) => {
    expect(saidShare(question)(name)).toBe(0);
  });
});
