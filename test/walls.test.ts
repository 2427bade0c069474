import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type IConfiguration, type ICruiseResult } from 'dependency-cruiser';
import { afterEach, describe, expect, it } from 'vitest';

const ROOT = dirname(import.meta.dirname);
const config = createRequire(import.meta.url)(
  join(ROOT, '.dependency-cruiser.cjs'),
) as IConfiguration;

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** The broken rules as `rule: from → to`. */
async function wallsOf(folder: string): Promise<string[]> {
  const { options = {}, forbidden = [] } = config;
  const result = await cruise(['src'], {
    ...options,
    baseDir: folder,
    ruleSet: { forbidden },
    validate: true,
  });
  const { summary } = result.output as ICruiseResult;
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`).sort();
}

const DEPENDENCIES = [
  ...['bullmq', 'ioredis', '@slack/bolt', '@slack/web-api', 'undici', 'express'],
  '@modelcontextprotocol/client',
];
const DEV_DEPENDENCIES = ['fastify', '@types/mdast', 'ai'];
const MODEL = 'src/local/service/engine/model';

/** What stands in every small house: its manifest, and packages that can be found. */
function furniture(): Record<string, string> {
  const versions = (names: string[]) => Object.fromEntries(names.map((name) => [name, '1.0.0']));
  const found = [...DEPENDENCIES, ...DEV_DEPENDENCIES].flatMap((name) => [
    [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0' })],
    [`node_modules/${name}/index.js`, ''],
    [`node_modules/${name}/index.d.ts`, 'export {};'],
  ]);
  const manifest = {
    dependencies: versions(DEPENDENCIES),
    devDependencies: versions(DEV_DEPENDENCIES),
  };
  return {
    ...Object.fromEntries(found),
    'package.json': JSON.stringify(manifest),
    'tsconfig.json': JSON.stringify({ compilerOptions: { module: 'nodenext' } }),
  };
}

/** The rules that a small house of these files breaks. */
async function brokenBy(files: Record<string, string>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'deepsearch-walls-'));
  folders.push(folder);
  for (const [path, text] of Object.entries({ ...furniture(), ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return wallsOf(folder);
}

const leaf = 'export const value = 1;';
const uses = (...paths: string[]) =>
  paths
    .map((path, at) => `import { value as v${at} } from '${path}';\nconsole.log(v${at});`)
    .join('\n');

describe('the walls of the house', () => {
  it('stand', async () => {
    expect(await wallsOf(ROOT)).toEqual([]);
  });

  it('let data walk down', async () => {
    const broken = await brokenBy({
      'src/main.ts': uses('./compose.js', './config.js', './log.js'),
      'src/cli.ts': uses('./compose.js', './config.js'),
      'src/compose.ts': `${uses('./config.js', './intake/parse.js', './queue/jobs.js')}
        import type { App } from '@slack/bolt'; export type It = App; export const value = 1;`,
      'src/config.ts': `${leaf}\n${uses('./model/intent.js')}`,
      'src/intake/parse.ts': `${leaf}\n${uses('../question/ask.js', '../log.js', '@slack/bolt')}`,
      'src/question/ask.ts': `${leaf}\n${uses('../queue/jobs.js', '../store/keys.js')}`,
      'src/queue/jobs.ts': `${leaf}\n${uses('../metrics.js', 'bullmq')}`,
      'src/store/keys.ts': `${leaf}\n${uses('../model/intent.js', 'ioredis')}`,
      'src/render/blocks.ts': `import type { Root } from 'mdast'; export type It = Root;`,
      'src/model/intent.ts': leaf,
      'src/log.ts': leaf,
      'src/metrics.ts': leaf,
      [`${MODEL}/loop.ts`]: `import type { It } from './wire/endpoint.js'; export type Mine = It;
        export const load = () => import('./wire/endpoint.js');`,
      [`${MODEL}/wire/endpoint.ts`]: `${uses('ai')}\nexport type It = 1;`,
      'src/local/service/main.ts': uses('fastify', './other.js'),
      'src/local/service/other.ts': leaf,
    });
    expect(broken).toEqual([]);
  });

  const forbidden: [what: string, files: Record<string, string>, rule: string][] = [
    ['up', { 'src/queue/a.ts': uses('../poll/b.js'), 'src/poll/b.ts': leaf }, 'queue-goes-down'],
    [
      'up to compose',
      { 'src/poll/a.ts': uses('../compose.js'), 'src/compose.ts': leaf },
      'poll-goes-down',
    ],
    [
      'sideways',
      { 'src/store/a.ts': uses('../slack/b.js'), 'src/slack/b.ts': leaf },
      'store-goes-down',
    ],
    [
      'from the vocabulary',
      { 'src/model/a.ts': uses('../store/b.js'), 'src/store/b.ts': leaf },
      'model-goes-down',
    ],
    [
      'up by type only',
      {
        'src/render/a.ts': `import type { T } from '../poll/b.js'; export type U = T;`,
        'src/poll/b.ts': 'export type T = 1;',
      },
      'render-goes-down',
    ],
    [
      'by a dynamic import',
      {
        'src/vault/a.ts': `export const load = () => import('../poll/b.js');`,
        'src/poll/b.ts': leaf,
      },
      'vault-goes-down',
    ],
    [
      'by a re-export',
      { 'src/vault/a.ts': `export * from '../ops/b.js';`, 'src/ops/b.ts': leaf },
      'vault-goes-down',
    ],
    [
      'to config',
      { 'src/intake/a.ts': uses('../config.js'), 'src/config.ts': leaf },
      'intake-goes-down',
    ],
    [
      'into local',
      { 'src/ops/a.ts': uses('../local/b.js'), 'src/local/b.ts': leaf },
      'nothing-reaches-local',
    ],
    [
      'out of local',
      { 'src/local/a.ts': uses('../model/b.js'), 'src/model/b.ts': leaf },
      'local-is-the-other-side',
    ],
    [
      'out of a leaf',
      { 'src/log.ts': uses('./model/b.js'), 'src/model/b.ts': leaf },
      'leaves-import-nothing',
    ],
    [
      'from leaf to leaf',
      { 'src/log.ts': uses('./metrics.js'), 'src/metrics.ts': leaf },
      'leaves-import-nothing',
    ],
    [
      'from a folder without a rank',
      { 'src/helpers/a.ts': uses('../model/b.js'), 'src/model/b.ts': leaf },
      'nothing-outside-the-plan',
    ],
    ['bullmq past queue/', { 'src/poll/a.ts': uses('bullmq') }, 'bullmq-has-one-door'],
    ['ioredis past store/', { 'src/queue/a.ts': uses('ioredis') }, 'ioredis-has-one-door'],
    [
      'ioredis by type past store/',
      { 'src/queue/a.ts': `import type { R } from 'ioredis'; export type U = R;` },
      'ioredis-has-one-door',
    ],
    ['Bolt past intake/', { 'src/question/a.ts': uses('@slack/bolt') }, 'slack-bolt-has-one-door'],
    [
      'Bolt as a value into compose',
      { 'src/compose.ts': uses('@slack/bolt') },
      'compose-knows-bolt-by-type',
    ],
    [
      'the Web API past slack/',
      { 'src/deliver/a.ts': uses('@slack/web-api') },
      'slack-web-api-has-one-door',
    ],
    [
      'the tool client past toolserver/',
      { 'src/slack/a.ts': uses('@modelcontextprotocol/client') },
      'modelcontextprotocol-client-has-one-door',
    ],
    ['undici past deepsearch/', { 'src/slack/a.ts': uses('undici') }, 'undici-has-one-door'],
    ['express past ops/', { 'src/intake/a.ts': uses('express') }, 'express-has-one-door'],
    ['a model’s library past its wire', { [`${MODEL}/a.ts`]: uses('ai') }, 'ai-has-one-door'],
    [
      'the wire to a model before it is needed',
      { [`${MODEL}/a.ts`]: uses('./wire/b.js'), [`${MODEL}/wire/b.ts`]: leaf },
      'ai-is-loaded-late',
    ],
    ['a devDependency', { 'src/ops/a.ts': uses('fastify') }, 'not-for-production'],
    [
      'an undeclared package',
      { 'src/ops/a.ts': uses('left-out'), 'node_modules/left-out/index.js': '' },
      'declared-packages-only',
    ],
    ['what is not there', { 'src/ops/a.ts': uses('./missing.js') }, 'resolvable'],
    [
      'a cycle of types',
      {
        'src/store/a.ts': `import type { B } from './b.js'; export type A = B;`,
        'src/store/b.ts': `import type { A } from './a.js'; export type B = A;`,
      },
      'no-cycle',
    ],
    [
      'a cycle in local',
      { 'src/local/a.ts': `export * from './b.js';`, 'src/local/b.ts': `export * from './a.js';` },
      'no-cycle',
    ],
  ];

  it.each(forbidden)('keep out %s', async (_, files, rule) => {
    const broken = await brokenBy(files);
    expect(broken.length).toBeGreaterThan(0);
    expect([...new Set(broken.map((line) => line.split(':')[0]))]).toEqual([rule]);
  });

  it('give every folder a rank', async () => {
    const inner = new RegExp(
      (config.forbidden ?? []).find(({ name }) => name === 'nothing-outside-the-plan')?.from
        .pathNot as string,
    );
    const entries = await readdir(join(ROOT, 'src'), { withFileTypes: true });
    const paths = entries.map((entry) => `src/${entry.name}${entry.isDirectory() ? '/' : ''}`);
    expect(paths.filter((path) => !inner.test(path))).toEqual([]);
  });
});
