import { expect, it } from 'vitest';
import { parseCommit } from '../../../../local/service/tools/git-log.js';

function logged(message: string) {
  return parseCommit(
    ['abc', '', 'Ann', 'ann@example.com', '2026-01-31', message, ''].join('\u001f'),
  );
}

it.each([
  ['Count the carts\n', 'Count the carts', ''],
  ['Count the carts\n\nThey were lost.\n', 'Count the carts', 'They were lost.'],
  [
    'Count the carts, as\nBen asked.\n\nThey were\nlost.\n',
    'Count the carts, as Ben asked.',
    'They were\nlost.',
  ],
  ['Count\r\nthe carts\r\n \r\nLost.', 'Count the carts', 'Lost.'],
  ['', '', ''],
])('the title of a message is its first paragraph on one line: %j', (message, title, body) => {
  expect(logged(message)).toMatchObject({ title, body });
});
