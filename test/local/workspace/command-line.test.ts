import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidArgumentError, readCommand } from '../../../local/workspace/arguments.js';
import { writeManifest } from '../../../src/cli/commands/manifest.js';

const LOCAL = 'http://127.0.0.1:3000';

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deepsearch-workspace-'));
  const files = {
    socket: writeManifest({}),
    http: writeManifest({ publicUrl: LOCAL }),
    public: writeManifest({ publicUrl: 'https://bot.example.com/ds' }),
    env: 'SLACK_BOT_TOKEN=xoxb-1\nPORT: [',
    other: 'services: {}',
    nowhere: `
features: {}
oauth_config: { scopes: { bot: [] } }
settings: { event_subscriptions: { bot_events: [] } }`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(at(name), text);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('npm run workspace', () => {
  it('reads from the manifest of init whether the app uses Socket Mode or HTTP', () => {
    expect(readCommand(['--manifest', at('socket')])).toMatchObject({
      manifest: { name: 'Deep Search', redirectUrls: [] },
      distributed: false,
      port: 3080,
    });
    expect(readCommand(['--manifest', at('http'), '--distributed', '--port', '0'])).toMatchObject({
      manifest: {
        requestUrl: `${LOCAL}/slack/events`,
        redirectUrls: [`${LOCAL}/slack/oauth_redirect`],
      },
      distributed: true,
      port: 0,
    });
  });

  it('takes another request URL than the manifest’s, and redirects there as well', () => {
    const given = ['--manifest', at('public'), '--request-url', `${LOCAL}/ds/slack/events`];
    expect(readCommand(given)).toMatchObject({
      manifest: {
        requestUrl: `${LOCAL}/ds/slack/events`,
        redirectUrls: [`${LOCAL}/ds/slack/oauth_redirect`],
      },
    });
  });

  it.each([
    [[], '--manifest slack-manifest.yml'],
    [['--manifest', 'missing.yml'], 'there is no such file. "npx deepsearch-slack init" writes'],
    [['--manifest', 'env'], 'is not YAML'],
    [['--manifest', 'other'], 'is not an app manifest: features'],
    [['--manifest', 'nowhere'], 'neither a request_url nor socket_mode_enabled'],
    [['--manifest', 'public'], 'add --request-url http://127.0.0.1:3000/slack/events'],
    [['--manifest', 'http', '--request-url', 'http://10.0.0.1/'], '--request-url is http://10'],
    [['--manifest', 'http', '--request-url', 'nonsense'], '--request-url is nonsense'],
    [['--manifest', 'socket', '--request-url', `${LOCAL}/`], 'says Socket Mode: remove it'],
    [['--manifest', 'socket', '--distributed'], 'init --url http://127.0.0.1:3000'],
    [['--manifest', 'socket', '--port', '70000'], '--port is 70000'],
    [['--nonsense'], "Unknown option '--nonsense': see npm run workspace -- --help"],
    [['slack-manifest.yml'], 'see npm run workspace -- --help'],
  ])('says what is wrong with %j, and the fix', (args, says) => {
    const inFolder = args.map((arg, n) => (args[n - 1] === '--manifest' ? at(arg) : arg));
    expect(() => readCommand(inFolder)).toThrow(InvalidArgumentError);
    expect(() => readCommand(inFolder)).toThrow(says);
  });
});
