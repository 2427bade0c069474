// Builds `dist/`: TypeScript with tsc, and the local workspace's page with vite.
//   node scripts/build.mjs [--quick] [--if-stale] [--quiet]
// --quick: no type check (`npm run validate` does that); --if-stale: only what changed since the
// last build; --quiet: says nothing unless a build fails.
import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const SRC = join(ROOT, 'src');
const DIST = join(ROOT, 'dist');
const PAGE = join('local', 'workspace', 'page');
const PAGE_CONFIG = join(SRC, PAGE, 'vite.config.ts');
const SETTINGS = ['package-lock.json', 'tsconfig.json'].map((name) => join(ROOT, name));

/**
 * What `dist/` is made of. `stamp` carries the time of the last good build.
 * @typedef {{ name: string, stamp: string, sources: string[], build: () => Promise<void> }} Part
 */

const flags = new Set(process.argv.slice(2));
await main();

async function main() {
  if (flags.has('--if-stale') && stale().length === 0) return;
  mkdirSync(join(ROOT, '.artifacts'), { recursive: true });
  await withLock(join(ROOT, '.artifacts', 'build.lock'), async () => {
    // Asked again: whoever held the lock may have built it meanwhile.
    const due = flags.has('--if-stale') ? stale() : parts();
    const results = await Promise.allSettled(due.map(buildPart));
    if (results.some(({ status }) => status === 'rejected')) process.exitCode = 1;
  });
}

/** @returns {Part[]} */
function parts() {
  const code = {
    name: 'code',
    stamp: join(DIST, '.code'),
    sources: [...SETTINGS, ...filesBelow(SRC).filter((path) => !isPage(path))],
    build: buildCode,
  };
  if (!existsSync(PAGE_CONFIG)) return [code];
  const page = {
    name: 'page',
    stamp: join(DIST, '.page'),
    sources: [...SETTINGS, ...filesBelow(join(SRC, PAGE)), ...pageNeighbours()],
    build: buildPage,
  };
  return [code, page];
}

function stale() {
  return parts().filter(({ stamp, sources }) => {
    if (!existsSync(stamp)) return true;
    const built = statSync(stamp).mtimeMs;
    return sources.some((path) => statSync(path).mtimeMs > built);
  });
}

/** @param {Part} part */
async function buildPart({ name, stamp, build }) {
  const started = new Date();
  rmSync(stamp, { force: true });
  await build();
  writeFileSync(stamp, '');
  utimesSync(stamp, started, started);
  const seconds = ((Date.now() - started.getTime()) / 1000).toFixed(1);
  if (!flags.has('--quiet')) console.log(`built ${name} in ${seconds} s`);
}

async function buildCode() {
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const incremental = ['--incremental', '--tsBuildInfoFile', join(DIST, '.tsbuildinfo')];
  await run(tsc, ['-p', ROOT, ...incremental, ...(flags.has('--quick') ? ['--noCheck'] : [])]);
  copyAssets();
  prune();
  offerCommand();
}

/** `npx deepsearch-slack` in this folder runs what was built, as in any project that has it installed. */
function offerCommand() {
  const program = join(DIST, 'cli.js');
  const bin = join(ROOT, 'node_modules', '.bin');
  if (!existsSync(program) || !existsSync(bin)) return;
  chmodSync(program, 0o755);
  rmSync(join(bin, 'deepsearch-slack'), { force: true });
  symlinkSync(relative(bin, program), join(bin, 'deepsearch-slack'));
}

async function buildPage() {
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  await run(vite, ['build', '--config', PAGE_CONFIG, '--logLevel', 'warn']);
}

/**
 * Output is held back and shown only where the program fails.
 * @param {string} script
 * @param {string[]} args
 */
async function run(script, args) {
  const child = spawn(process.execPath, [script, ...args], { cwd: ROOT });
  /** @type {string[]} */
  const output = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => output.push(chunk));
  }
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code === 0) return;
  process.stderr.write(output.join(''));
  throw new Error(`${relative(ROOT, script)} failed`);
}

/** Whatever tsc does not write: style sheets, icons, descriptions. */
function copyAssets() {
  for (const source of filesBelow(SRC)) {
    if (isPage(source) || statSync(source).isDirectory() || extname(source) === '.ts') continue;
    cpSync(source, join(DIST, relative(SRC, source)));
  }
}

/** Removes what an earlier build wrote for a source that is gone. */
function prune() {
  for (const path of filesBelow(DIST)) {
    const name = relative(DIST, path);
    if (name.startsWith('.') || name.startsWith(PAGE) || !existsSync(path)) continue;
    const source = join(SRC, name.replace(/\.js(\.map)?$/, '.ts'));
    if (!existsSync(source) && !existsSync(join(SRC, name))) rmSync(path, { recursive: true });
  }
}

/** @param {string} path */
function isPage(path) {
  return path.startsWith(`${join(SRC, PAGE)}/`) || path === join(SRC, PAGE);
}

/** The page shares its API's types with the server beside it. */
function pageNeighbours() {
  return filesBelow(join(SRC, 'local', 'workspace')).filter(
    (path) => dirname(path) === join(SRC, 'local', 'workspace') && extname(path) === '.ts',
  );
}

/**
 * Files and folders; a folder's own time tells that something was removed from it.
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    join(folder, name),
  );
}
