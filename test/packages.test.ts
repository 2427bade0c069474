import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
      dependencies: z.record(z.string(), z.string()).default({}),
      optionalDependencies: z.record(z.string(), z.string()).default({}),
    }),
  ),
});

const ROOT = dirname(import.meta.dirname);
const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { packages } = Lock.parse(JSON.parse(text('package-lock.json')));

/**
 * Binaries for other platforms without the hash of their contents: the registry behind which the lock
 * file was made does not have them. `npm install --package-lock-only` adds the hashes wherever the public
 * registry is reachable; then they leave this list. Nothing may be added to it.
 */
const WITHOUT_INTEGRITY: Record<string, readonly string[]> = {
  '@biomejs/cli': [
    ...['android-arm64', 'android-x64', 'darwin-arm64', 'darwin-x64', 'linux-arm64-musl'],
    ...['linux-x64-musl', 'win32-arm64', 'win32-x64'],
  ],
  '@msgpackr-extract/msgpackr-extract': ['darwin-arm64', 'darwin-x64', 'linux-arm', 'win32-x64'],
  '@oxc-parser/binding': [
    ...['android-arm-eabi', 'android-arm64', 'darwin-arm64', 'darwin-x64', 'freebsd-x64'],
    ...['linux-arm-gnueabihf', 'linux-arm-musleabihf', 'linux-ppc64-gnu', 'linux-riscv64-gnu'],
    ...['linux-riscv64-musl', 'linux-s390x-gnu', 'openharmony-arm64', 'win32-arm64-msvc'],
    ...['win32-ia32-msvc', 'win32-x64-msvc'],
  ],
};

/** As Node looks: beside the package, then beside each package that holds it. */
function isLocked(name: string, holder: string): boolean {
  const folder = holder === '' ? '' : `${holder}/`;
  if (`${folder}node_modules/${name}` in packages) return true;
  if (holder === '') return false;
  return isLocked(name, holder.slice(0, Math.max(0, holder.lastIndexOf('node_modules/') - 1)));
}

describe('package-lock.json', () => {
  it('package-lock.json has every platform’s packages, which npm ci requires', () => {
    const missing = Object.entries(packages).flatMap(([holder, entry]) =>
      Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
        .filter((name) => !isLocked(name, holder))
        .map((name) => `${name} of ${holder}`),
    );
    expect(missing).toEqual([]);
  });

  it('package-lock.json has the hash of every package, but for the named binaries', () => {
    const known = Object.entries(WITHOUT_INTEGRITY).flatMap(([name, platforms]) =>
      platforms.map((platform) => `node_modules/${name}-${platform}`),
    );
    const without = Object.entries(packages)
      .filter(
        ([path, { link, integrity }]) => /(^|\/)node_modules\//.test(path) && !link && !integrity,
      )
      .map(([path]) => path);
    expect(without.sort()).toEqual(known.sort());
    const hashes = Object.values(packages).flatMap(({ integrity }) => integrity ?? []);
    expect(hashes.filter((hash) => !/^sha512-[\w+/]{86}==$/.test(hash))).toEqual([]);
  });

  it('package-lock.json names no registry', () => {
    const resolved = Object.values(packages).flatMap((entry) => entry.resolved ?? []);
    expect(resolved.filter((from) => !from.startsWith('local/'))).toEqual([]);
  });
});

/** A folder with these files of the project, and further ones. */
function folderWith(copied: readonly string[], written: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'deepsearch-packages-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const path of copied) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  for (const [path, content] of Object.entries(written)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

describe('an installation', () => {
  it('runs no install scripts, as every document and program says it', () => {
    const docs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
    const files = ['README.md', 'CONTRIBUTING.md', 'Dockerfile', ...docs.map((it) => `docs/${it}`)];
    const commands = files.flatMap((file) =>
      [...text(file).matchAll(/\bnpm (?:ci|install|i)\b(?!")[^`\n]*/g)].map(([command]) => command),
    );
    expect(commands.length).toBeGreaterThan(3);
    for (const command of commands) expect(command).toContain('--ignore-scripts');
  });

  it('by scripts/setup.mjs runs no install scripts', () => {
    const npm = "require('node:fs').writeFileSync('arguments', process.argv.slice(2).join(' '));";
    const cwd = folderWith(['scripts', 'package-lock.json'], { 'npm.js': npm });
    const env = { ...process.env, npm_execpath: join(cwd, 'npm.js') };
    spawnSync(process.execPath, ['scripts/setup.mjs', '--packages'], { cwd, env });
    const given = readFileSync(join(cwd, 'arguments'), 'utf8').split(' ');
    expect(given).toEqual(expect.arrayContaining(['ci', '--ignore-scripts']));
  });

  it('needs no install script of a package that is new', () => {
    const scripted = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript);
    // Both work without: esbuild has its binary in a package, msgpackr then uses JavaScript.
    expect(scripted).toEqual(['node_modules/esbuild', 'node_modules/msgpackr-extract']);
  });
});

describe('the license check', () => {
  function check(licenses: Record<string, string | undefined>) {
    const dependencies = Object.fromEntries(Object.keys(licenses).map((name) => [name, '1.0.0']));
    const installed = Object.entries(licenses).map(([name, license]) => [
      `node_modules/${name}/package.json`,
      JSON.stringify({ name, license }),
    ]);
    const locked = Object.keys(licenses).map((name) => [`node_modules/${name}`, {}]);
    const lock = { packages: { '': { dependencies }, ...Object.fromEntries(locked) } };
    const cwd = folderWith(['scripts/licenses.mjs', 'scripts/shipped-packages.mjs'], {
      ...Object.fromEntries(installed),
      'package-lock.json': JSON.stringify(lock),
    });
    return spawnSync(process.execPath, ['scripts/licenses.mjs'], { cwd, encoding: 'utf8' });
  }

  it('allows permissive licenses, also as one of several', () => {
    const { status, stderr } = check({ a: 'MIT', b: '(GPL-3.0 OR Apache-2.0)' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it.each(['GPL-3.0', 'MIT AND GPL-3.0', 'SEE LICENSE IN x', undefined])(
    'refuses %s',
    (license) => {
      const { status, stderr } = check({ a: 'MIT', b: license });
      expect(status).toBe(1);
      expect(stderr).toMatch(/^b: license /);
    },
  );
});
