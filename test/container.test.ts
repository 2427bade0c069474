import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { text as read } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ensureBuilt } from './support/dist.js';

const ROOT = dirname(import.meta.dirname);
const text = (name: string) => readFileSync(join(ROOT, name), 'utf8');

const Service = z.looseObject({
  command: z.union([z.string(), z.array(z.string())]),
  ports: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  depends_on: z.record(z.string(), z.looseObject({ condition: z.string() })).default({}),
});
const Compose = z.looseObject({ services: z.record(z.string(), Service) });

describe('docker-compose.yml', () => {
  const { services } = Compose.parse(parse(text('docker-compose.yml'), { merge: true }));

  it('runs Redis, and each role by itself', () => {
    expect(Object.keys(services).sort()).toEqual(['bot', 'redis', 'worker']);
    expect(services['bot']?.command).toEqual(['bot']);
    expect(services['worker']?.command).toEqual(['worker']);
  });

  it('keeps what Redis holds, and keeps Redis to itself', () => {
    const { command, ports } = Service.parse(services['redis']);
    expect(command).toMatch(
      /--appendonly yes --appendfsync everysec .*--maxmemory-policy noeviction/,
    );
    expect(ports).toEqual([]);
  });

  it('starts the roles once Redis answers, over the network they share', () => {
    for (const role of ['bot', 'worker']) {
      const { depends_on, environment } = Service.parse(services[role]);
      expect(depends_on['redis']?.condition).toBe('service_healthy');
      expect(environment['REDIS_URL']).toBe('redis://redis:6379');
    }
  });
});

describe('Dockerfile', () => {
  const stages = text('Dockerfile')
    .split(/^FROM /m)
    .slice(1);
  const last = stages.at(-1) ?? '';

  it('copies only what the context lets through', () => {
    const allowed = text('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const copied = [...text('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
      ([, names = '']) => names.split(' '),
    );
    expect([...new Set(copied)].sort()).toEqual(allowed.sort());
  });

  it('ends in an image without root that says how it is', () => {
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^HEALTHCHECK /m);
    expect(last).toMatch(/^ENTRYPOINT \["node", "dist\/main.js"\]$/m);
  });
});

describe('what the image holds', () => {
  const folders: string[] = [];
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  });

  /** `dist/` without `local/`, beside the packages that `npm ci --omit=dev` brings. */
  async function layOut(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'deepsearch-image-'));
    folders.push(folder);
    const local = join(ROOT, 'dist', 'local');
    await cp(join(ROOT, 'dist'), join(folder, 'dist'), {
      recursive: true,
      filter: (path) => !path.startsWith(local) && !basename(path).startsWith('.'),
    });
    await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
    for (const name of productionPackages()) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await symlink(join(ROOT, name), join(folder, name));
    }
    return folder;
  }

  function productionPackages(): string[] {
    const Lock = z.object({
      packages: z.record(z.string(), z.object({ dev: z.boolean().default(false) })),
    });
    const { packages } = Lock.parse(JSON.parse(text('package-lock.json')));
    return Object.keys(packages).filter(
      (name) =>
        /^node_modules\/(@[^/]+\/)?[^/]+$/.test(name) &&
        packages[name]?.dev === false &&
        existsSync(join(ROOT, name)),
    );
  }

  it('is enough for the bot to start and to ask for its settings', async () => {
    await ensureBuilt();
    const cwd = await layOut();
    // Links stay what they are, so that a package finds its neighbours here and nowhere else.
    const links = ['--preserve-symlinks', '--preserve-symlinks-main'];
    const bot = spawn(process.execPath, [...links, 'dist/main.js'], { cwd, env: {} });
    const [output, complaint, [code]] = await Promise.all([
      read(bot.stdout),
      read(bot.stderr),
      once(bot, 'exit'),
    ]);
    expect(output + complaint).toMatch(/SLACK_BOT_TOKEN/);
    expect(output + complaint).not.toMatch(/^\s+at /m);
    expect(code).toBe(1);
  });
});
