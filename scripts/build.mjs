// Builds `dist/`: the bot with rolldown, the local programs with tsc and their threads with rolldown, and the
// local workspace's page with vite.
//   node scripts/build.mjs [--quick] [--if-stale] [--quiet]
// --quick: no type check (`npm run validate` does that); --if-stale: only what changed since the
// last build; --quiet: prints nothing unless a build fails.
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
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { BOT_BUNDLE } from './bot-bundle.mjs';
import { withLock } from './lock.mjs';
import { threadBundles } from './thread-bundles.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const DIST = join(ROOT, 'dist');
const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const BOT = { source: join(ROOT, 'src'), output: DIST };
const LOCAL = { source: join(ROOT, 'local'), output: join(DIST, 'local') };
const PAGE = join(LOCAL.source, 'workspace', 'page');
const BUILT_PAGE = join(LOCAL.output, 'workspace', 'page');
const PAGE_CONFIG = join(PAGE, 'vite.config.ts');
/** What all parts depend on. */
const SETTINGS = [
  'package-lock.json',
  'tsconfig.json',
  join('scripts', 'build.mjs'),
  join('scripts', 'bot-bundle.mjs'),
  join('scripts', 'thread-bundles.mjs'),
].map((name) => join(ROOT, name));

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
    // Check again: the process that held the lock may have built it.
    const due = flags.has('--if-stale') ? stale() : parts();
    const results = await Promise.allSettled(due.map(buildPart));
    if (results.some(({ status }) => status === 'rejected')) process.exitCode = 1;
  });
}

/** @returns {Part[]} */
function parts() {
  const bot = {
    name: 'bot',
    stamp: join(DIST, '.bot'),
    sources: [...SETTINGS, ...filesBelow(BOT.source)],
    build: buildBot,
  };
  // The bot's image has neither the sources nor the packages of the local programs.
  if (!existsSync(LOCAL.source)) return [bot];
  const local = {
    name: 'local programs',
    stamp: join(DIST, '.local'),
    sources: [...SETTINGS, ...filesBelow(LOCAL.source).filter((path) => !isPage(path))],
    build: buildLocalPrograms,
  };
  if (!existsSync(PAGE_CONFIG)) return [bot, local];
  const page = {
    name: 'page',
    stamp: join(DIST, '.page'),
    sources: [...SETTINGS, ...filesBelow(PAGE), ...pageNeighbours()],
    build: buildPage,
  };
  return [bot, local, page];
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

/**
 * The bot and its packages as a few files: reading a thousand files takes most of a process's start.
 * Names, comments and lines stay as they are, so that a stack trace can be read.
 */
async function buildBot() {
  if (!flags.has('--quick')) await run(TSC, ['-p', ROOT, '--noEmit']);
  const bundle = await rolldown(BOT_BUNDLE);
  const { output } = await bundle.write({ dir: DIST, sourcemap: true });
  await bundle.close();
  const written = new Set(output.map(({ fileName }) => fileName));
  for (const name of readdirSync(DIST)) {
    if (name.startsWith('.') || name === basename(LOCAL.output) || written.has(name)) continue;
    rmSync(join(DIST, name), { recursive: true });
  }
  linkCommand();
}

/** Threads start often, so each is a bundle beside what tsc writes. */
async function buildLocalPrograms() {
  const { source, output } = LOCAL;
  const incremental = ['--incremental', '--tsBuildInfoFile', join(output, '.tsbuildinfo')];
  await run(TSC, ['-p', source, ...incremental, ...(flags.has('--quick') ? ['--noCheck'] : [])]);
  copyAssets(LOCAL);
  /** @type {Set<string>} */
  const written = new Set();
  for (const thread of threadBundles(output)) {
    const bundle = await rolldown(thread.input);
    const { output: files } = await bundle.write(thread.output);
    await bundle.close();
    for (const { fileName } of files) written.add(join(thread.output.dir ?? '', fileName));
  }
  prune({ ...LOCAL, written });
}

/** `npx deepsearch-slack` in this folder runs what was built, as in any project that has it installed. */
function linkCommand() {
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
 * Output is buffered, and printed only if the program fails.
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

/**
 * Whatever tsc does not write: style sheets, icons, descriptions, package.json.
 * @param {{ source: string, output: string }} program
 */
function copyAssets({ source, output }) {
  for (const path of filesBelow(source)) {
    if (isPage(path) || path.includes(`${sep}node_modules`) || statSync(path).isDirectory())
      continue;
    if (extname(path) === '.ts' || basename(path) === 'tsconfig.json') continue;
    cpSync(path, join(output, relative(source, path)));
  }
}

/**
 * Removes the output of deleted sources, except for what was `written` otherwise.
 * @param {{ source: string, output: string, written: ReadonlySet<string> }} program
 */
function prune({ source, output, written }) {
  for (const path of filesBelow(output)) {
    const name = relative(output, path);
    const isPageFile = path === BUILT_PAGE || path.startsWith(BUILT_PAGE + sep);
    if (basename(name).startsWith('.') || isPageFile || written.has(path)) continue;
    if (!existsSync(path)) continue;
    const origin = join(source, name.replace(/\.js(\.map)?$/, '.ts'));
    if (!existsSync(origin) && !existsSync(join(source, name))) rmSync(path, { recursive: true });
  }
}

/** @param {string} path */
function isPage(path) {
  return path === PAGE || path.startsWith(PAGE + sep);
}

/** The page shares its API's types with the workspace server. */
function pageNeighbours() {
  const folder = dirname(PAGE);
  return filesBelow(folder).filter((path) => dirname(path) === folder && extname(path) === '.ts');
}

/**
 * Files and folders; a folder's own modification time shows that something was removed from it.
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    join(folder, name),
  );
}
