import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONTEXT_SECTIONS, readPrompt, titleFor, writePrompt } from '../../src/model/prompt.js';

const MARKER = 'K7tq0f5mXw2c9ZrYb1LdVQ';
const marker = fc.stringMatching(/^[\w-]{22}$/);
const text = fc.string({ minLength: 1 });
const section = fc.oneof(
  text.map(CONTEXT_SECTIONS.message),
  fc.tuple(text, text).map(([name, content]) => CONTEXT_SECTIONS.file(name, content)),
  fc.tuple(text, fc.boolean()).map(([lines, cut]) => CONTEXT_SECTIONS.thread(lines, cut)),
);
/** A frame of another question, or a part of one, as somebody may paste it. */
const pasted = fc
  .record({ marker, sections: fc.array(section), from: fc.nat(80), length: fc.nat(400) })
  .map(({ from, length, ...frame }) => writePrompt('', frame).slice(from, from + length));
const hostile = fc.array(fc.oneof(text, pasted), { minLength: 1 }).map((parts) => parts.join('\n'));

describe('a prompt', () => {
  it('is read as it was written, whatever the question and the context contain', () => {
    fc.assert(
      fc.property(hostile, marker, fc.array(fc.oneof(section, hostile)), (asked, own, sections) => {
        const others = [asked, ...sections].join();
        fc.pre(!others.includes(own));
        const sent = writePrompt(asked, { marker: own, sections });
        expect(readPrompt(sent)).toEqual({ question: asked.trim(), marker: own });
      }),
    );
  });

  it('shows nothing of its context where its end is missing', () => {
    const sent = writePrompt('why?', { marker: MARKER, sections: ['secret '.repeat(20)] });
    fc.assert(
      fc.property(fc.integer({ min: sent.indexOf(']') + 1, max: sent.length }), (end) => {
        expect(readPrompt(sent.slice(0, end)).question).toBe('why?');
      }),
    );
  });

  it('has no secret in its question and its context', () => {
    const secret = `gh${'p_'}aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fG3iL6`;
    const text = (where: string) => `${where} ${secret} there`;
    const sections = [
      CONTEXT_SECTIONS.message(text('message')),
      CONTEXT_SECTIONS.file('a.log', text('file')),
      CONTEXT_SECTIONS.thread(`Kim: ${text('thread')}`, false),
    ];
    const sent = writePrompt(text('question'), { marker: MARKER, sections });
    expect(sent).not.toContain(secret);
    expect(sent.match(/\w+ \[secret\] there/g)).toHaveLength(4);
    expect(readPrompt(sent).marker).toBe(MARKER);
  });

  it('is all question if nothing was added to it', () => {
    const asked = 'Why?\n\nAnswer in detail, please.\n\nContext: it fails at night.';
    expect(readPrompt(asked)).toEqual({ question: asked });
  });

  it.each([
    CONTEXT_SECTIONS.message('TypeError'),
    CONTEXT_SECTIONS.file('a.log', 'TypeError'),
    CONTEXT_SECTIONS.language('Français'),
    CONTEXT_SECTIONS.thread('Kim: it fails', true),
  ])('of an earlier version, without a frame, is read without its context: %j', (added) => {
    expect(readPrompt(`Why?\n\n${added}`)).toEqual({ question: 'Why?' });
  });
});

describe('a title', () => {
  it('made from the first words has no context', () => {
    const sections = [CONTEXT_SECTIONS.message('TypeError: x is not a function')];
    const sent = writePrompt('Why is that?', { marker: MARKER, sections });
    expect(titleFor(sent, `Why is that? [Slack context ${MARKER}] The message…`)).toBe(
      'Why is that?',
    );
    expect(titleFor(sent, 'Why is that? [Slack con…')).toBe('Why is that?');
    expect(titleFor(sent, 'Why is')).toBe('Why is');
    expect(titleFor(sent, 'A missing function')).toBe('A missing function');
    expect(titleFor('Why is that?', 'Why is that?')).toBe('Why is that?');
  });
});
