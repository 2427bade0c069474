import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Sentences that readers stumbled over. Each has a plain one instead, so none may come back. */
const UNCLEAR = [
  ...[
    'What fits best is',
    'Its own comment says',
    'places that fit best',
    'explains nothing beyond',
  ],
  ...[
    'A name that the code uses',
    'a few seconds so far',
    'I go on with the words',
    'in its new words',
  ],
  ...['between people from now on', 'goes to whoever asks alone', 'It stands in the channel'],
  ...[
    'Nothing that you could stop',
    'last asked in first',
    'nothing has changed in',
    'likely known by',
  ],
  ...['what stands in Slack stays', 'The service counts all the same', 'shows how it has me'],
  ...['Thank you: noted', 'You need not say', 'Take a condition away', 'At most so many'],
  ...[
    'Look into the sources',
    'Replies in my threads',
    'Each is a question',
    'direct message of who asks',
  ],
  ...['Whatever you write here is a question', 'Find your way', 'Ask again, or something else'],
  'Be somebody else',
];

function textsBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(tsx?|md|html|ya?ml)$/.test(path) && !path.includes('node_modules'))
    .map((path) => join(folder, path));
}

const FILES = [
  ...['src/render', 'src/views', 'src/cli', 'local/service', 'local/demo', 'docs'].flatMap(
    textsBelow,
  ),
  ...textsBelow('local/workspace/page/client'),
  ...['local/workspace/arguments.ts', 'local/workspace/start-message.ts'],
  ...['README.md', 'manifest.yml', 'manifest.socket-mode.yml'],
];

it('no text has a sentence that readers stumbled over', () => {
  const found = FILES.flatMap((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8').toLowerCase();
    return UNCLEAR.filter((words) => text.includes(words.toLowerCase())).map((words) => [
      path,
      words,
    ]);
  });
  expect(found).toEqual([]);
});
