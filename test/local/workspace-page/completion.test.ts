import { describe, expect, it } from 'vitest';
import {
  applyCompletion,
  completionAt,
} from '../../../local/workspace/page/client/text/completion.js';
import { COMPANY } from './content.js';

const offered = (text: string, caret = text.length): string[] =>
  completionAt(text, caret, COMPANY)?.items.map(({ label }) => label) ?? [];

describe('completionAt', () => {
  it('offers commands only at the very start', () => {
    expect(offered('/')).toEqual(['/deepsearch']);
    expect(offered('/deep')).toEqual(['/deepsearch']);
    // Enter sends it.
    expect(offered('/deepsearch')).toEqual([]);
    expect(offered('/deepsearch how')).toEqual([]);
    expect(offered('a /')).toEqual([]);
    expect(offered('/other')).toEqual([]);
  });
  it('offers people by any word of their name, first words first', () => {
    expect(offered('hey @')).toHaveLength(5);
    expect(offered('hey @pa')).toEqual(['Kim Park']);
    expect(offered('@d')).toEqual(['deepsearch']);
    expect(offered('me@d')).toEqual([]);
  });
  it('offers channels after #', () => {
    expect(offered('in #pa')).toEqual(['#payments', '#partner-globex']);
  });
  it('completes at the caret, not at the end of the text', () => {
    expect(offered('@ra said so', 3)).toEqual(['Ravi']);
  });
});

describe('applyCompletion', () => {
  it('replaces the typed text and leaves one space', () => {
    const text = 'hey @ra, see';
    const completion = completionAt(text, 7, COMPANY);
    const choice = completion?.items[0];
    expect(completion && choice && applyCompletion(text, completion, choice)).toEqual({
      text: 'hey @Ravi , see',
      caret: 10,
    });
  });
});
