import { expect, it } from 'vitest';
import { counted } from '../../../local/service/markdown/counted.js';
import { codeBlock } from '../../../local/service/markdown/markdown.js';
import { truncate } from '../../../local/service/markdown/truncate.js';

it('a code block takes a text with very many backticks', () => {
  const text = '` '.repeat(200_000);
  expect(codeBlock('md', [text, '```'])).toBe(`\`\`\`\`md\n${text}\n\`\`\`\n\`\`\`\``);
});

it('counts in English', () => {
  expect([counted(1, 'file'), counted(12_000, 'file')]).toEqual(['1 file', '12,000 files']);
  expect(counted(2, 'repository', 'repositories')).toBe('2 repositories');
});

it('a text that is cut is as long as allowed', () => {
  expect([truncate('four', 4), truncate('more', 3)]).toEqual(['four', 'mo…']);
});
