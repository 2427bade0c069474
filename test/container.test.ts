import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text as read } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { HELP_TEXT } from '../local/service/settings/settings.js';
import { makeRepository, SHOP } from './support/repository.js';

const ROOT = dirname(import.meta.dirname);
const text = (name: string) => readFileSync(join(ROOT, name), 'utf8');

const Service = z.looseObject({
  image: z.string().optional(),
  command: z.union([z.string(), z.array(z.string())]).optional(),
  entrypoint: z.array(z.string()).default([]),
  profiles: z.array(z.string()).default([]),
  build: z.union([z.string(), z.looseObject({ target: z.string().optional() })]).optional(),
  volumes: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  depends_on: z.record(z.string(), z.looseObject({ condition: z.string() })).default({}),
});
const Compose = z.looseObject({ services: z.record(z.string(), Service) });

describe('docker-compose.yml', () => {
  const { services } = Compose.parse(parse(text('docker-compose.yml'), { merge: true }));

  it('docker-compose.yml runs Redis and each role in its own container', () => {
    const always = Object.keys(services).filter((name) => services[name]?.profiles.length === 0);
    expect(always.sort()).toEqual(['bot', 'redis', 'worker']);
    expect(services['bot']?.command).toEqual(['bot']);
    expect(services['worker']?.command).toEqual(['worker']);
  });

  it('docker-compose.yml and Dockerfile let an operator pin every base image', () => {
    const args = { NODE_IMAGE: expect.stringMatching(/^\$\{NODE_IMAGE:-node:22-slim\}$/) };
    for (const name of ['bot', 'worker', 'service']) {
      expect(services[name]?.build).toMatchObject({ context: '.', args });
    }
    expect(services['redis']?.image).toMatch(/^\$\{REDIS_IMAGE:-redis:7-alpine\}$/);
    const bases = text('Dockerfile').match(/^FROM \S+/gm) ?? [];
    expect(bases.filter((line) => !/^FROM (\$\{NODE_IMAGE\}|build)$/.test(line))).toEqual([]);
    expect(text('Dockerfile')).toMatch(/^ARG NODE_IMAGE=node:22-slim$/m);
  });

  it('docker-compose.yml persists Redis and does not publish its port', () => {
    const { command, ports } = Service.parse(services['redis']);
    expect(command).toMatch(
      /--appendonly yes --appendfsync everysec .*--maxmemory-policy noeviction/,
    );
    expect(ports).toEqual([]);
  });

  it('docker-compose.yml has an optional local service without the bot’s secrets', () => {
    const { build, entrypoint, environment, ports, ...rest } = Service.parse(services['service']);
    expect(rest.profiles).toEqual(['local']);
    expect(build).toMatchObject({ context: '.', target: 'local' });
    expect(entrypoint.at(-1)).toMatch(
      /^exec node dist\/local\/service\/main\.js \/repositories\/\*$/,
    );
    expect(rest.volumes[0]).toMatch(/^\$\{REPOSITORIES:-.+:\/repositories:ro$/);
    expect(ports).toEqual(['127.0.0.1:3070:3070']);
    expect(rest).not.toHaveProperty('env_file');
    expect(Object.keys(environment).filter((name) => !/^(SERVICE|LLM)_/.test(name))).toEqual([]);
    expect(HELP_TEXT.match(/^ {2}[A-Z_]+/gm)?.map((name) => name.trim())).toEqual(
      expect.arrayContaining(Object.keys(environment)),
    );
  });

  it('docker-compose.yml starts the roles once Redis is healthy, on a shared network', () => {
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
  const local = stages.find((stage) => /^\S+ AS local$/m.test(stage)) ?? '';

  it('Dockerfile copies only files that the build context includes', () => {
    const allowed = text('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const copied = [...text('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)]
      .flatMap(([, names = '']) => names.split(' '))
      .map((name) => (name.startsWith('local/') ? 'local' : name));
    expect([...new Set(copied)].sort()).toEqual(allowed.sort());
  });

  it('Dockerfile runs as a non-root user with a health check', () => {
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^HEALTHCHECK /m);
    expect(last).toMatch(/^ENTRYPOINT \["node", "dist\/main.js"\]$/m);
  });

  it('Dockerfile installs only the packages that each image needs', () => {
    expect(text('Dockerfile')).toMatch(
      /AS local-packages\n[\s\S]*?npm ci --ignore-scripts --omit=dev --workspace=local\/service$/m,
    );
    expect(text('Dockerfile')).toMatch(
      /^FROM build AS bot\nRUN node scripts\/bot-files.mjs \/bot$/m,
    );
  });

  it('Dockerfile mounts what npm needs behind a mirror, so that it is in no layer', () => {
    const installs = text('Dockerfile').match(/^RUN [^#]*?npm ci.*$/gm) ?? [];
    expect(installs).toHaveLength(2);
    for (const step of installs) {
      expect(step).toContain('--mount=type=secret,id=npmrc --mount=type=secret,id=ca');
    }
  });

  it('Dockerfile builds the local service as a separate image with git', () => {
    expect(last.match(/^COPY .*$/gm)).toEqual(['COPY --from=bot /bot ./']);
    expect(local).toMatch(/apt-get install .* git\b/);
    expect(local).toMatch(/^USER node$/m);
    expect(local).toMatch(/^HEALTHCHECK /m);
    expect(local).toMatch(/^ENTRYPOINT \["node", "dist\/local\/service\/main.js"\]$/m);
  });

  it('Dockerfile and npm start the local service so that freed memory goes back to the system', () => {
    const threshold = 'MALLOC_TRIM_THRESHOLD_=262144';
    expect(local).toMatch(new RegExp(`^ENV NODE_ENV=production ${threshold}$`, 'm'));
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(text('package.json')));
    expect(scripts['service']).toContain(`&& ${threshold} node dist/local/service/main.js`);
    expect(scripts['demo']).toContain(`&& ${threshold} node dist/local/demo/main.js`);
  });
});

describe('what the images hold', () => {
  const folders: string[] = [];
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  });

  async function newFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'deepsearch-image-'));
    folders.push(folder);
    return folder;
  }

  /**
   * The paths of the packages at the top of node_modules that `npm ci --omit=dev` installs for a
   * workspace of this repository.
   */
  function packagesOf(workspace: string): string[] {
    const Dependencies = z.record(z.string(), z.string()).default({});
    const Lock = z.object({
      packages: z.record(
        z.string(),
        z.object({ dependencies: Dependencies, optionalDependencies: Dependencies }),
      ),
    });
    const { packages } = Lock.parse(JSON.parse(text('package-lock.json')));
    const needed = new Set<string>();
    const add = (holder: string) => {
      const { dependencies = {}, optionalDependencies = {} } = packages[holder] ?? {};
      for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
        const inner = `${holder}/node_modules/${name}`;
        const path = inner in packages ? inner : `node_modules/${name}`;
        if (needed.has(path)) continue;
        needed.add(path);
        add(path);
      }
    };
    add(workspace);
    return [...needed].filter(
      (name) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(name) && existsSync(join(ROOT, name)),
    );
  }

  it('the service image’s files are enough to answer about a repository', async () => {
    const cwd = await newFolder();
    // Links stay what they are, so that a package finds its neighbours here and nowhere else.
    const files = copiedInto('local').filter((name) => name !== 'node_modules');
    for (const name of [...files, ...packagesOf('local/service')]) {
      await mkdir(dirname(join(cwd, name)), { recursive: true });
      await symlink(join(ROOT, name), join(cwd, name));
    }
    const repository = await makeRepository('shop', SHOP);
    const links = ['--preserve-symlinks', '--preserve-symlinks-main'];
    const program = 'dist/local/service/main.js';
    const service = spawn(process.execPath, [...links, program, repository.path], {
      cwd,
      env: { PATH: process.env['PATH'], SERVICE_PORT: '0', SERVICE_DATA: join(cwd, 'data') },
    });
    const ended = once(service, 'exit');
    const complaint = read(service.stderr);
    const [line] = await Promise.race([once(service.stdout, 'data'), ended]);
    const [, url = ''] = /answers at (\S+) about/.exec(String(line)) ?? [];
    expect(url, url || (await complaint)).not.toBe('');
    expect((await fetch(`${url}/shop`)).status).toBe(200);
    service.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
    await repository.remove();
  });

  /** What a stage copies, by its name in the image. */
  function copiedInto(stage: string): string[] {
    const [, lines = ''] =
      new RegExp(`^FROM \\S+ AS ${stage}$([\\s\\S]*?)(?=^FROM )`, 'm').exec(text('Dockerfile')) ??
      [];
    const copied = [...lines.matchAll(/^COPY (?:--from=\S+ \/app\/)?(.+) \S+$/gm)];
    return copied.flatMap(([, names = '']) => names.split(' '));
  }

  it('the bot image’s files are enough to start and report missing settings', async () => {
    const cwd = await newFolder();
    const copied = spawn(process.execPath, ['scripts/bot-files.mjs', cwd], { cwd: ROOT });
    expect(await once(copied, 'exit')).toEqual([0, null]);
    expect((await readdir(cwd)).sort()).toEqual([
      ...['LICENSE', 'LICENSES.txt', 'dist', 'node_modules', 'package.json'],
    ]);
    const bot = spawn(process.execPath, ['dist/main.js'], { cwd, env: {} });
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
