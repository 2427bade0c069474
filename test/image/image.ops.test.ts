import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../local/demo/free-port.js';
import { makeTemporaryFolder } from '../../local/demo/temporary-folder.js';
import { newScenario } from '../support/scenario.js';
import { type Stack, startStack } from '../support/stack.js';
import { builtImage, inspectImage } from './built-image.js';
import { type Container, startContainer } from './container.js';
import { unpackImage } from './layers.js';
import { EXPECTED_RIGHTS, READ_RIGHTS } from './sandbox.js';

const tested = builtImage();
const title = 'reason' in tested ? `the image (not tested: ${tested.reason})` : 'the image';

/** The app stops within SHUTDOWN_TIMEOUT_MS, which is 10 s by default. */
const STOP_SECONDS = 10;
const MB = 1_000_000;

describe.skipIf('reason' in tested)(title, () => {
  const image = 'reason' in tested ? ({ builder: 'docker', image: '', base: '' } as const) : tested;

  it('adds the app’s files to its base, and nothing that only the build needs', async () => {
    const folder = makeTemporaryFolder('deepsearch-image');
    onTestFinished(() => folder.remove());
    const { config, layers } = await unpackImage(image, folder.path);
    const files = await filesOf(layers.map((layer) => layer.folder));
    const places = files.map(({ name }) => name.split('/').slice(0, 2).join('/'));
    expect([...new Set(places)].sort()).toEqual([
      ...['LICENSE', 'LICENSES.txt', 'dist', 'node_modules', 'package.json'].map(
        (it) => `app/${it}`,
      ),
    ]);
    const unwanted = /\.(map|d\.ts)$|(^|\/)\.|dist\/local|\.(pem|key|crt)$/;
    expect(files.map(({ name }) => name).filter((name) => unwanted.test(name))).toEqual([]);
    const secrets = buildSecrets();
    for (const { name, text } of [...files, { name: 'settings and history', text: config }]) {
      const found = secrets.filter((secret) => text.includes(secret));
      expect(found.length, `${name} has a secret of the build`).toBe(0);
      expect(/^-----BEGIN [A-Z ]*PRIVATE KEY-----$/m.test(text), name).toBe(false);
    }
    const { Size } = await inspectImage(image, image.image);
    const sum = (key: 'bytes' | 'compressedBytes') =>
      (layers.reduce((total, layer) => total + layer[key], 0) / MB).toFixed(1);
    console.log(
      `Size: ${(Size / MB).toFixed(0)} MB, of which ${sum('bytes')} MB are above ${image.base} (${sum('compressedBytes')} MB compressed).`,
    );
  });

  it('adds no setting but NODE_ENV, and runs as a user without rights', async () => {
    const [{ Config }, base] = [
      await inspectImage(image, image.image),
      await inspectImage(image, image.base),
    ];
    const added = Config.Env.filter((each) => !base.Config.Env.includes(each));
    expect(added).toEqual(['NODE_ENV=production']);
    expect(Config.User).toBe('node');
    expect(Config.Entrypoint).toEqual(['node', 'dist/main.js']);
  });

  it('answers a question, is healthy, writes nothing but /tmp, and stops on SIGTERM', async () => {
    const { stack, start } = await startSystem();
    const opsPort = await freePort();
    const app = await start({ OPS_PORT: String(opsPort) });
    const scenario = newScenario(stack);
    await scenario.answered(scenario.text());
    await expect.poll(() => app.health(), { interval: 1_000 }).toBe('healthy');
    expect(JSON.parse(await app.evaluate(READ_RIGHTS))).toEqual(EXPECTED_RIGHTS);
    for (const path of ['/readyz', '/metrics', '/queues', '/queues/static/favicon.ico']) {
      const { status } = await fetch(`http://127.0.0.1:${opsPort}${path}`);
      expect([path, status]).toEqual([path, 200]);
    }
    expect(await app.stop(STOP_SECONDS)).toBe(0);
    console.log(`Start: ready ${app.startMs} ms after the container's process.`);
  });

  it('hands on an open question when it stops, to containers of one role each', async () => {
    const { stack, start } = await startSystem();
    const both = await start({});
    const scenario = newScenario(stack);
    const { thread, work } = await scenario.asked(scenario.text());
    expect(await both.stop(STOP_SECONDS)).toBe(0);
    const roles = [await start({}, 'bot'), await start({}, 'worker')];
    work.answer();
    await thread.ended();
    await scenario.answered(scenario.text());
    for (const container of roles) expect(await container.stop(STOP_SECONDS)).toBe(0);
  });
});

/** Redis, the service and the workspace, and a way to start the app beside them. */
async function startSystem() {
  if ('reason' in tested) throw new Error(tested.reason);
  const image = tested;
  const stack: Stack = await startStack({ roles: [] });
  const containers: Container[] = [];
  onTestFinished(async () => {
    for (const container of containers) await container.stop(STOP_SECONDS);
    await stack.stop();
  });
  async function start(more: Readonly<Record<string, string>>, role?: string) {
    const container = await startContainer(image, {
      env: { ...stack.env, ...more },
      ...(role && { role }),
    });
    containers.push(container);
    const { slackPort } = container;
    if (slackPort !== undefined) {
      stack.workspace.connect({ requestUrl: `http://127.0.0.1:${slackPort}/slack/events` });
    }
    return container;
  }
  return { stack, start };
}

/** Files with their names in the image; links and folders are left out. */
async function filesOf(folders: readonly string[]) {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => ({ folder, path: join(entry.parentPath, entry.name) }));
    }),
  );
  return Promise.all(
    found.flat().map(async ({ folder, path }) => ({
      name: path.slice(folder.length + 1),
      text: await readFile(path, 'latin1'),
    })),
  );
}

/** What the build was given for npm: the values of its configuration, and certificates that are not public. */
function buildSecrets(): string[] {
  const npmrc = process.env['NPM_CONFIG_USERCONFIG'] ?? process.env['npm_config_userconfig'];
  const values = readIfThere(npmrc)
    .split('\n')
    .map((line) => line.slice(line.indexOf('=') + 1).trim());
  const body = /-----BEGIN CERTIFICATE-----\s([^-]+)/g;
  const bodies = (text: string) => [...text.matchAll(body)].map(([, base64 = '']) => base64.trim());
  // ioredis has certificates of its own, for Redis services.
  const profiles = readIfThere('node_modules/ioredis/built/constants/TLSProfiles.js');
  const known = new Set([...rootCertificates, profiles].flatMap(bodies));
  const own = bodies(readIfThere(process.env['NODE_EXTRA_CA_CERTS'])).filter(
    (it) => !known.has(it),
  );
  return [...values.filter((value) => value.length >= 12), ...own.map((it) => it.slice(65, 129))];
}

function readIfThere(path = ''): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
