import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROMPT_SECTIONS, questionTextIn, titleFor } from '../../src/model/prompt-sections.js';
import { LANGUAGES } from '../../src/model/settings.js';

const asked = fc.string({ minLength: 1 }).filter((text) => !/\n\n/.test(text));
const frames = fc.array(
  fc.oneof(
    fc.string().map(PROMPT_SECTIONS.message),
    fc
      .tuple(fc.stringMatching(/^[\w .-]*$/), fc.string())
      .map(([name, it]) => PROMPT_SECTIONS.file(name, it)),
    fc.constantFrom(...LANGUAGES).map(PROMPT_SECTIONS.language),
    fc.tuple(fc.string(), fc.boolean()).map(([lines, cut]) => PROMPT_SECTIONS.thread(lines, cut)),
  ),
);

describe('the question text in a prompt', () => {
  it('questionTextIn removes any context that was added', () => {
    fc.assert(
      fc.property(asked, frames, (text, around) => {
        expect(questionTextIn([text, ...around].join('\n\n'))).toBe(text);
      }),
    );
  });

  it('the user’s own paragraphs are kept', () => {
    const text = 'Why?\n\nAnswer in detail, please.\n\nContext: it fails at night.';
    expect(questionTextIn(text)).toBe(text);
  });

  it('a title made from the first words has no context', () => {
    const sent = `Why is that?\n\n${PROMPT_SECTIONS.message('TypeError: x is not a function')}`;
    expect(titleFor(sent, 'Why is that? The message that this is about: TypeError…')).toBe(
      'Why is that?',
    );
    expect(titleFor(sent, 'Why is')).toBe('Why is');
    expect(titleFor(sent, 'A missing function')).toBe('A missing function');
    expect(titleFor('Why is that?', 'Why is that?')).toBe('Why is that?');
  });
});
