import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { makeTemporaryFolder } from '../local/demo/temporary-folder.js';

const ROOT = dirname(import.meta.dirname);
const WORKFLOWS = join(ROOT, '.github', 'workflows');
const Step = z.object({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
});
const Job = z.object({
  permissions: z.record(z.string(), z.string()).optional(),
  uses: z.string().optional(),
  needs: z.string().optional(),
  'timeout-minutes': z.number().optional(),
  strategy: z.object({ matrix: z.object({ node: z.array(z.string()) }) }).optional(),
  steps: z.array(Step).default([]),
});
const Workflow = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(z.string(), Job),
});

const text = (name: string) => readFileSync(join(WORKFLOWS, name), 'utf8');
const workflow = (name: string) => Workflow.parse(parse(text(name)));
const job = (name: string, id: string) => Job.parse(workflow(name).jobs[id]);
const manifest = z
  .object({ engines: z.object({ node: z.string() }), scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));

type Parser = typeof import('@actions/workflow-parser');
const folder = makeTemporaryFolder('deepsearch-forge');
let parser: Parser;

// As a bundle: the package imports JSON in a way that Node refuses.
beforeAll(async () => {
  const input = fileURLToPath(import.meta.resolve('@actions/workflow-parser'));
  const bundle = await rolldown({ input, platform: 'node', logLevel: 'silent' });
  const file = join(folder.path, 'parser.mjs');
  await bundle.write({ file });
  await bundle.close();
  parser = (await import(pathToFileURL(file).href)) as Parser;
});
afterAll(() => folder.remove());

/** What the forge's own parser finds wrong. */
function mistakes(content: string): string[] {
  const trace = new parser.NoOperationTraceWriter();
  const { context } = parser.parseWorkflow({ name: 'workflow.yml', content }, trace);
  return context.errors.getErrors().map(({ message }) => message);
}

describe.each(readdirSync(WORKFLOWS))('the workflow %s', (name) => {
  it('is valid for the forge', () => {
    expect(mistakes(text(name))).toEqual([]);
    expect(mistakes(text(name).replace('runs-on:', 'run-on:'))).not.toEqual([]);
  });

  it('uses actions by their commit only, of which it names the version', () => {
    const uses = text(name).match(/^ *(?:- )?uses: .*$/gm) ?? [];
    const others = uses.filter((line) => !/uses: \.\//.test(line));
    for (const line of others) {
      expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  });

  it('may write nothing by default, ends in time, and keeps no credentials', () => {
    const { permissions, jobs } = workflow(name);
    expect(Object.values(permissions).filter((access) => access !== 'read')).toEqual([]);
    for (const { uses, steps, ...each } of Object.values(jobs)) {
      if (uses === undefined) expect(each['timeout-minutes']).toBeLessThanOrEqual(60);
      for (const { with: given } of steps.filter((step) => step.uses?.includes('/checkout@'))) {
        const { 'fetch-depth': _depth, ...options } = given ?? {};
        expect(options).toEqual({ 'persist-credentials': false });
      }
    }
  });

  it('puts no text of an event into a script', () => {
    const { jobs } = workflow(name);
    const scripts = Object.values(jobs).flatMap(({ steps }) => steps.map(({ run = '' }) => run));
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
  });

  it('runs npm scripts and files that exist', () => {
    const scripts = [...text(name).matchAll(/npm run ([\w:]+)/g)].map(([, script]) => script);
    for (const script of scripts) expect(manifest.scripts).toHaveProperty([script ?? '']);
    const files = [...text(name).matchAll(/node (scripts\/\S+\.mjs)/g)].map(
      ([, path = '']) => path,
    );
    for (const path of files) expect(readFileSync(join(ROOT, path), 'utf8')).not.toBe('');
  });
});

it('the check is the whole one, from the oldest supported Node on', () => {
  const { strategy, steps } = job('ci.yml', 'test');
  const [oldest, ...newer] = strategy?.matrix.node ?? [];
  expect(`>=${oldest}`).toBe(manifest.engines.node);
  expect(newer).toEqual(['22', '24']);
  expect(steps.at(-1)).toEqual({ run: '.ci/run' });
  // In a shallow clone, the upgrade from an earlier commit is skipped.
  expect(steps[0]?.with).toHaveProperty('fetch-depth', 0);
});

it('a release waits for the check, and is made as in the dry run', () => {
  expect(job('release.yml', 'test').uses).toBe('./.github/workflows/ci.yml');
  const { needs, steps, permissions } = job('release.yml', 'release');
  expect(needs).toBe('test');
  const scripts = steps.map(({ run = '' }) => run).join('\n');
  const order = [
    ...['scripts/image.mjs', 'npm run release -- --artifacts --image --out release'],
    ...['docker push', 'cosign sign', 'npm publish', 'gh release create'],
  ];
  const places = order.map((command) => scripts.indexOf(command));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((one, other) => one - other));
  expect(permissions).toEqual({
    contents: 'write',
    packages: 'write',
    'id-token': 'write',
    attestations: 'write',
  });
});
