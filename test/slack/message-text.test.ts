import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageText } from '../../src/slack/message-text.js';

const of = (message: unknown) => messageText(message, 10_000);

describe('what a message says', () => {
  it('a message’s text is shown as people read it', () => {
    const text = 'Look at <https://example.com/a|this> &amp; ```\nat f(x)\n```';
    const rich = { type: 'rich_text', elements: [] };
    expect(of({ text, blocks: [rich] })).toBe(
      'Look at this (https://example.com/a) & ```\nat f(x)\n```',
    );
  });

  it('a message of an app is read from its blocks', () => {
    const blocks = [
      { type: 'header', text: { type: 'plain_text', text: 'Checkout is down' } },
      { type: 'divider' },
      {
        type: 'section',
        text: { type: 'mrkdwn', text: '*Error rate* <https://example.com|graph>' },
        fields: [
          { type: 'mrkdwn', text: 'Service' },
          { type: 'mrkdwn', text: 'shop' },
        ],
      },
      { type: 'context', elements: [{ type: 'mrkdwn', text: 'since 10:40' }] },
      { type: 'markdown', text: '**Stack**' },
    ];
    expect(of({ text: 'fallback', blocks })).toBe(
      'Checkout is down\n*Error rate* graph (https://example.com)\nService\nshop\nsince 10:40\n**Stack**',
    );
  });

  it('a line of rich text stays one line', () => {
    const line = [
      { type: 'text', text: 'see ' },
      { type: 'link', url: 'https://example.com' },
      { type: 'text', text: ' now' },
    ];
    const rich = { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: line }] };
    expect(of({ blocks: [rich, { type: 'divider' }] })).toBe('see https://example.com now');
  });

  it('a message’s text includes attachments with their fields', () => {
    const attachments = [
      {
        fallback: 'Alert',
        pretext: 'Sentry',
        title: 'TypeError',
        text: 'x is not a function',
        fields: [{ title: 'release', value: '1.2.3' }],
      },
      { fallback: 'Only this' },
      { blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'in blocks' } }] },
    ];
    expect(of({ text: '', attachments })).toBe(
      'Sentry\nTypeError\nx is not a function\nrelease: 1.2.3\n\nOnly this\n\nin blocks',
    );
  });

  it('an unknown shape has no text, and the text is bounded', () => {
    fc.assert(
      fc.property(fc.anything(), fc.nat(100), (message, most) => {
        expect(messageText(message, most).length).toBeLessThanOrEqual(most);
      }),
    );
    expect(messageText({ text: 'x'.repeat(50) }, 10)).toBe('x'.repeat(10));
  });
});
