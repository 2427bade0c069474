import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = join(dirname(dirname(fileURLToPath(import.meta.url))), 'src');

/**
 * What the bundle of the bot is made of, for rolldown.
 * @satisfies {import('rolldown').InputOptions}
 */
export const BOT_BUNDLE = {
  input: [join(SOURCE, 'main.ts'), join(SOURCE, 'cli.ts')],
  platform: /** @type {const} */ ('node'),
  // They find files in their own folders: the board its pages, msgpackr its native part, if any.
  external: [/^@bull-board\//, 'msgpackr-extract'],
  logLevel: /** @type {const} */ ('warn'),
};
