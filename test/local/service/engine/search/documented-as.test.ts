import { describe, expect, it } from 'vitest';
import { documentsOf } from '../../../../../local/service/engine/search/facts/setting-documents.js';
import { documentedAs } from '../../../../../local/service/engine/search/facts/setting-lines.js';

const saidOf = (name: string, text: string) => documentedAs(text.split('\n'), 1, name);

describe('what a document says of a setting', () => {
  it.each([
    ['## `MAX_WAVES` {: #MAX_WAVES }\n\nDefault: `3`\n\nHow high waves\nmay be.\n\nMore.', 6],
    ['### MAX_WAVES\n\nDefault: 0.5\n\nHow high waves\nmay be.', 6],
    ['MAX_WAVES\n---------\n\nHow high waves\nmay be.', 5],
    ['- `MAX_WAVES`\n  - How high waves\n    may be.', 3],
    ['| MAX_WAVES | How high waves may be. |', 1],
    ['- MAX_WAVES: How high waves\n  may be.\n- `MIN_WAVES`: no waves at all', 2],
  ])('is below or behind its name, with all of its lines: %s', (text, end) => {
    const said = saidOf('MAX_WAVES', text);
    expect(said?.text.replace(/\s+/g, ' ')).toBe('How high waves may be.');
    expect(said?.end).toBe(end);
  });

  it.each([
    '### `MAX_WAVES`\n\nDefault: `true`\n\n### Mail server',
    '#### MAX_WAVES\nDefault: 3\n\n#### pause\nHow long they stay.',
    '- `MAX_WAVES`\n- `MIN_WAVES`: the least height of waves',
    '# MAX_WAVES\n\n```\nferry --waves many\n```',
  ])('is nothing of what comes next: %s', (text) => {
    expect(saidOf('MAX_WAVES', text)).toBeUndefined();
  });

  it('is nothing where no name is asked for', async () => {
    const nowhere = {} as Parameters<typeof documentsOf>[1];
    const input = {} as Parameters<typeof documentsOf>[2];
    expect(await documentsOf([], nowhere, input)).toEqual(new Map());
  });
});
