import { existsSync } from 'node:fs';
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

/** Reading the source tree takes long, and two tests look at it. */
let sourceTree: Promise<ICruiseResult> | undefined;

function cruised(folder: string): Promise<ICruiseResult> {
  if (folder !== ROOT) return cruiseFolder(folder);
  sourceTree ??= cruiseFolder(ROOT);
  return sourceTree;
}

async function cruiseFolder(folder: string): Promise<ICruiseResult> {
  const { options = {}, forbidden = [] } = config;
  const roots = ['src', 'local'].filter((name) => existsSync(join(folder, name)));
  const result = await cruise(roots, {
    ...options,
    baseDir: folder,
    ruleSet: { forbidden },
    validate: true,
  });
  return result.output as ICruiseResult;
}

/** The broken rules as `rule: from → to`. */
async function violationsIn(folder: string): Promise<string[]> {
  const { summary } = await cruised(folder);
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`).sort();
}

/**
 * The folders that import each other in a circle, as `a → b → a`. A file right below src/ counts as
 * a folder of its own: log.ts is at the bottom of the ranks, and main.ts at the top.
 */
async function folderCyclesIn(folder: string): Promise<string[]> {
  const { modules } = await cruised(folder);
  const imports = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    for (const { resolved } of dependencies) {
      if (!/^(src|local)\//.test(source) || !/^(src|local)\//.test(resolved)) continue;
      const [from, to] = [folderOf(source), folderOf(resolved)];
      if (from !== to) imports.set(from, (imports.get(from) ?? new Set()).add(to));
    }
  }
  const cycles = [...imports.keys()].map((start) => pathTo(start, imports));
  return cycles.filter((cycle) => cycle !== undefined).map((cycle) => cycle.join(' → '));
}

function folderOf(path: string): string {
  return dirname(path) === 'src' ? path : dirname(path);
}

/** A way from `start` back to itself. */
function pathTo(start: string, imports: Map<string, Set<string>>): string[] | undefined {
  const seen = new Set<string>();
  const waiting = [[start]];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    for (const next of imports.get(path.at(-1) ?? '') ?? []) {
      if (next === start) return [...path, next];
      if (!seen.has(next)) waiting.push([...path, next]);
      seen.add(next);
    }
  }
  return undefined;
}

const DEPENDENCIES = [
  ...['bullmq', 'ioredis', '@slack/bolt', '@slack/web-api', 'undici', 'express'],
  '@modelcontextprotocol/client',
  '@opentelemetry/api',
];
const DEV_DEPENDENCIES = ['fastify', '@types/mdast', 'ai'];
const ENGINE = 'local/service/engine';

/** What every small source tree needs: its manifest, and packages that can be resolved. */
function scaffolding(): Record<string, string> {
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
    'local/service/package.json': JSON.stringify({ dependencies: versions(['fastify', 'ai']) }),
    'tsconfig.json': JSON.stringify({ compilerOptions: { module: 'nodenext' } }),
  };
}

/** A small source tree of these files. */
async function treeOf(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'deepsearch-architecture-'));
  folders.push(folder);
  for (const [path, text] of Object.entries({ ...scaffolding(), ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

/** The rules that a small source tree of these files breaks. */
async function brokenBy(files: Record<string, string>): Promise<string[]> {
  return violationsIn(await treeOf(files));
}

const leaf = 'export const value = 1;';
const uses = (...paths: string[]) =>
  paths
    .map((path, at) => `import { value as v${at} } from '${path}';\nconsole.log(v${at});`)
    .join('\n');

describe('the dependency rules', () => {
  it('the source tree follows the dependency rules', async () => {
    expect(await violationsIn(ROOT)).toEqual([]);
  });

  it('imports of lower ranks are allowed', async () => {
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
      [`${ENGINE}/agent/run-agent.ts`]: `import type { It } from '../llm/client/model-client.js'; export type Mine = It;
        export const load = () => import('../llm/client/model-client.js');`,
      [`${ENGINE}/llm/client/model-client.ts`]: `${uses('ai')}\nexport type It = 1;`,
      'local/service/main.ts': uses('fastify', './other.js'),
      'local/service/other.ts': leaf,
    });
    expect(broken).toEqual([]);
  });

  const forbidden: [what: string, files: Record<string, string>, rule: string][] = [
    [
      'up',
      { 'src/queue/a.ts': uses('../lifecycle/b.js'), 'src/lifecycle/b.ts': leaf },
      'queue-imports-down',
    ],
    [
      'up to compose',
      { 'src/lifecycle/a.ts': uses('../compose.js'), 'src/compose.ts': leaf },
      'lifecycle-imports-down',
    ],
    [
      'sideways',
      { 'src/store/a.ts': uses('../slack/b.js'), 'src/slack/b.ts': leaf },
      'store-imports-down',
    ],
    [
      'from the vocabulary',
      { 'src/model/a.ts': uses('../store/b.js'), 'src/store/b.ts': leaf },
      'model-imports-down',
    ],
    [
      'up by type only',
      {
        'src/render/a.ts': `import type { T } from '../lifecycle/b.js'; export type U = T;`,
        'src/lifecycle/b.ts': 'export type T = 1;',
      },
      'render-imports-down',
    ],
    [
      'by a dynamic import',
      {
        'src/vault/a.ts': `export const load = () => import('../lifecycle/b.js');`,
        'src/lifecycle/b.ts': leaf,
      },
      'vault-imports-down',
    ],
    [
      'by a re-export',
      { 'src/vault/a.ts': `export * from '../ops/b.js';`, 'src/ops/b.ts': leaf },
      'vault-imports-down',
    ],
    [
      'to config',
      { 'src/intake/a.ts': uses('../config.js'), 'src/config.ts': leaf },
      'intake-imports-down',
    ],
    [
      'into local',
      { 'src/ops/a.ts': uses('../../local/b.js'), 'local/b.ts': leaf },
      'bot-imports-no-local',
    ],
    [
      'out of local',
      { 'local/a.ts': uses('../src/model/b.js'), 'src/model/b.ts': leaf },
      'local-imports-no-bot',
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
      'from one local program to another',
      { 'local/service/a.ts': uses('../workspace/b.js'), 'local/workspace/b.ts': leaf },
      'service-is-separate',
    ],
    [
      'from a folder without a rank',
      { 'src/helpers/a.ts': uses('../model/b.js'), 'src/model/b.ts': leaf },
      'every-folder-has-a-rank',
    ],
    ['bullmq past queue/', { 'src/lifecycle/a.ts': uses('bullmq') }, 'bullmq-only-in-queue'],
    ['ioredis past store/', { 'src/queue/a.ts': uses('ioredis') }, 'ioredis-only-in-store'],
    [
      'ioredis by type past store/',
      { 'src/queue/a.ts': `import type { R } from 'ioredis'; export type U = R;` },
      'ioredis-only-in-store',
    ],
    [
      'Bolt past intake/',
      { 'src/question/a.ts': uses('@slack/bolt') },
      'slack-bolt-only-in-intake',
    ],
    [
      'Bolt as a value into compose',
      { 'src/compose.ts': uses('@slack/bolt') },
      'compose-imports-bolt-types-only',
    ],
    [
      'the Web API past slack/',
      { 'src/deliver/a.ts': uses('@slack/web-api') },
      'slack-web-api-only-in-slack',
    ],
    [
      'the tool client past mcp/',
      { 'src/slack/a.ts': uses('@modelcontextprotocol/client') },
      'modelcontextprotocol-client-only-in-mcp',
    ],
    ['undici past deepsearch/', { 'src/slack/a.ts': uses('undici') }, 'undici-only-in-deepsearch'],
    ['express past ops/', { 'src/intake/a.ts': uses('express') }, 'express-only-in-ops'],
    [
      'the SDK of OpenTelemetry past its folder',
      { 'src/tracing/a.ts': uses('@opentelemetry/api') },
      'opentelemetry-only-in-sdk',
    ],
    [
      'the SDK of OpenTelemetry imported eagerly',
      { 'src/tracing/a.ts': uses('./sdk/b.js'), 'src/tracing/sdk/b.ts': leaf },
      'opentelemetry-is-loaded-late',
    ],
    [
      'a model library outside the client',
      { [`${ENGINE}/agent/a.ts`]: uses('ai') },
      'ai-only-in-llm-client',
    ],
    [
      'the model client imported eagerly',
      { [`${ENGINE}/agent/a.ts`]: uses('../llm/client/b.js'), [`${ENGINE}/llm/client/b.ts`]: leaf },
      'ai-is-loaded-late',
    ],
    ['a devDependency', { 'src/ops/a.ts': uses('fastify') }, 'no-dev-dependencies'],
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
      { 'local/a.ts': `export * from './b.js';`, 'local/b.ts': `export * from './a.js';` },
      'no-cycle',
    ],
  ];

  it.each(forbidden)('the dependency rules forbid %s', async (_, files, rule) => {
    const broken = await brokenBy(files);
    expect(broken.length).toBeGreaterThan(0);
    expect([...new Set(broken.map((line) => line.split(':')[0]))]).toEqual([rule]);
  });

  it('the dependency rules forbid cycles between folders', async () => {
    expect(await folderCyclesIn(ROOT)).toEqual([]);
    const tree = await treeOf({
      'local/service/a/one.ts': uses('../b/two.js'),
      'local/service/b/two.ts': leaf,
      'local/service/b/three.ts': uses('../a/four.js'),
      'local/service/a/four.ts': leaf,
    });
    expect(await folderCyclesIn(tree)).toContain(
      'local/service/a → local/service/b → local/service/a',
    );
  });

  it('every folder of src has a rank', async () => {
    const inner = new RegExp(
      (config.forbidden ?? []).find(({ name }) => name === 'every-folder-has-a-rank')?.from
        .pathNot as string,
    );
    const entries = await readdir(join(ROOT, 'src'), { withFileTypes: true });
    const paths = entries.map((entry) => `src/${entry.name}${entry.isDirectory() ? '/' : ''}`);
    expect(paths.filter((path) => !inner.test(path))).toEqual([]);
  });
});
