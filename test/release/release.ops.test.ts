import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeTemporaryFolder } from '../../local/demo/temporary-folder.js';
import { BOT_BUNDLE } from '../../scripts/bot-bundle.mjs';
import { runArgs } from '../../scripts/image/builder.mjs';
import { parseDpkgStatus } from '../../scripts/release/image-content.mjs';
import { packagesOf } from '../../scripts/release/packages.mjs';
import { builtImage, containerTool } from '../image/built-image.js';

const ROOT = join(import.meta.dirname, '..', '..');
const Bom = z.object({
  metadata: z.object({ component: z.looseObject({ 'bom-ref': z.string(), version: z.string() }) }),
  components: z.array(
    z.looseObject({
      type: z.string(),
      group: z.string().optional(),
      name: z.string(),
      version: z.string(),
      licenses: z.array(z.unknown()).optional(),
    }),
  ),
});
type Component = z.infer<typeof Bom>['components'][number];
const run = promisify(execFile);

/** What a release changes in a clone. */
async function state(): Promise<string> {
  const { stdout } = await run('git', ['for-each-ref'], { cwd: ROOT });
  const files = ['CHANGELOG.md', 'package.json', 'package-lock.json'];
  return [stdout, ...files.map((name) => readFileSync(join(ROOT, name), 'utf8'))].join('\n');
}

/** Packages as NAME@VERSION, by their folders. */
function named(paths: readonly string[]): string[] {
  const references = paths.map((path) => {
    const manifest: unknown = JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8'));
    const { name, version } = z
      .looseObject({ name: z.string(), version: z.string() })
      .parse(manifest);
    return `${name}@${version}`;
  });
  return [...new Set(references)].sort();
}

function referenceOf({ group, name, version }: Component): string {
  return group === undefined ? `${name}@${version}` : `${group}/${name}@${version}`;
}

/** What the bundler itself says is in the bundle. */
async function bundledPackages(): Promise<string[]> {
  const bundle = await rolldown(BOT_BUNDLE);
  const { output } = await bundle.generate();
  await bundle.close();
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  return named(packagesOf(modules));
}

describe.skipIf(!existsSync(join(ROOT, '.git')))('a dry run of a release', () => {
  const folder = makeTemporaryFolder('deepsearch-release');
  const image = builtImage();
  const hasImage = !('reason' in image);
  let before: string;
  let printed: string;
  const read = (name: string) => readFileSync(join(folder.path, name), 'utf8');
  const file = (end: string) => {
    const found = readdirSync(folder.path).find(
      (name) => /\d$/.test(name.split(end)[0] ?? '') && name.endsWith(end),
    );
    if (found === undefined) throw new Error(`the release has no ${end}`);
    return found;
  };
  const readBom = (end: string) => Bom.parse(JSON.parse(read(file(end))));

  beforeAll(async () => {
    before = await state();
    const script = join(ROOT, 'scripts', 'release.mjs');
    const options = ['--dry-run', '--out', folder.path, ...(hasImage ? ['--image'] : [])];
    const { stdout } = await run(process.execPath, [script, ...options]);
    printed = stdout;
  }, 600_000);
  afterAll(() => folder.remove());

  it('makes the package, the bill of materials, notes and checksums, and changes nothing', async () => {
    expect(printed).toContain('This was a dry run');
    expect(await state()).toBe(before);
    const sums = read('SHA256SUMS').trim().split('\n');
    const names = sums.map((line) => line.slice(66));
    expect([...names, 'SHA256SUMS'].sort()).toEqual(readdirSync(folder.path).sort());
    for (const line of sums) {
      const content = readFileSync(join(folder.path, line.slice(66)));
      expect(createHash('sha256').update(content).digest('hex')).toBe(line.slice(0, 64));
    }
    const { stdout } = await run('tar', [
      '-xzOf',
      join(folder.path, file('.tgz')),
      'package/CHANGELOG.md',
    ]);
    expect(stdout).toMatch(/^## \[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}$/m);
    expect(stdout).toContain(read('NOTES.md').trim());
  });

  it('lists what is in the bundle and beside it, and nothing else', async () => {
    const { components } = readBom('.cdx.json');
    const beside = join(folder.path, 'beside');
    await run(process.execPath, [join(ROOT, 'scripts', 'bot-files.mjs'), beside]);
    const files = readdirSync(beside, { recursive: true, encoding: 'utf8' });
    const expected = [...(await bundledPackages()), ...named(packagesOf(files))];
    expect(components.map(referenceOf).sort()).toEqual([...new Set(expected)].sort());
    expect(components.filter(({ licenses = [] }) => licenses.length === 0)).toEqual([]);
  });

  it('fits the schema of CycloneDX', async () => {
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    const text = read(file('.cdx.json'));
    expect(await validator.validate(text)).toBeNull();
    expect(
      await validator.validate(text.replace('"bomFormat": "CycloneDX"', '"bomFormat": "?"')),
    ).not.toBeNull();
  });

  it.skipIf(!hasImage)('lists what is in the image', async () => {
    if ('reason' in image) return;
    const inside = await containerTool(
      image.builder,
      ...runArgs(image.builder),
      ...['--rm', '--entrypoint', 'find', image.image],
      ...['/app/node_modules', '-name', 'package.json'],
    );
    const { components, metadata } = readBom('-image.cdx.json');
    expect(components.map(referenceOf)).toEqual(
      expect.arrayContaining(named(packagesOf(inside.split('\n')))),
    );
    expect(metadata.component['bom-ref']).toMatch(/^container:/);
    expect(components.filter(({ type }) => type === 'operating-system')).toHaveLength(1);
    expect(components.find(({ name }) => name === 'libc6')).toBeDefined();
  });
});

it('reads the installed packages of Debian', () => {
  const installed =
    'Package: libc6\nStatus: install ok installed\nArchitecture: amd64\nDescription: C\n x: y\nVersion: 2.36-9';
  const removed = 'Package: old\nStatus: deinstall ok config-files\nArchitecture: all\nVersion: 1';
  expect(parseDpkgStatus(`${installed}\n\n${removed}\n`)).toEqual([
    { name: 'libc6', version: '2.36-9', architecture: 'amd64' },
  ]);
});
