import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageText } from '../../src/slack/message-text.js';

const of = (message: unknown) => messageText(message, 10_000);

describe('what a message says', () => {
  it('is its text, as people read it', () => {
    const text = 'Look at <https://example.com/a|this> &amp; ```\nat f(x)\n```';
    const rich = { type: 'rich_text', elements: [] };
    expect(of({ text, blocks: [rich] })).toBe(
      'Look at this (https://example.com/a) & ```\nat f(x)\n```',
    );
  });

  it('is in its blocks, where it has others than people write', () => {
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

  it('keeps the line of rich text whole', () => {
    const line = [
      { type: 'text', text: 'see ' },
      { type: 'link', url: 'https://example.com' },
      { type: 'text', text: ' now' },
    ];
    const rich = { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: line }] };
    expect(of({ blocks: [rich, { type: 'divider' }] })).toBe('see https://example.com now');
  });

  it('hangs on it as well: an alert’s attachments with their fields', () => {
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

  it('is nothing in any other shape, and never more than may be', () => {
    fc.assert(
      fc.property(fc.anything(), fc.nat(100), (message, most) => {
        expect(messageText(message, most).length).toBeLessThanOrEqual(most);
      }),
    );
    expect(messageText({ text: 'x'.repeat(50) }, 10)).toBe('x'.repeat(10));
  });
});
