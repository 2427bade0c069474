// Makes a fresh clone ready for `npm run demo` and `npm test`; runs before any package is installed.
//   node scripts/setup.mjs [--packages | --browser | --pictures | --prometheus | --ops]
// --packages: the npm packages and nothing else, not even Redis; --browser: a Chromium as well; --pictures: an emoji
// font as well as that, and pngquant if it can be had; --prometheus: a Prometheus as well; --ops: with Chromium and
// Prometheus, what builds and runs images, and kubectl, if they can be had.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { find } from './programs.mjs';
import {
  CHROMIUM,
  CONTAINERS,
  EMOJI_FONT,
  KUBECTL,
  PNGQUANT,
  PROMETHEUS,
  provide,
  REDIS,
} from './provide.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const NODE_NEEDED = [20, 19];
const MINUTE = 60_000;

main(process.argv.slice(2));

/** @param {string[]} args */
function main(args) {
  checkNode();
  installPackages();
  if (args.includes('--packages')) return;
  if (find(['git']).length === 0) fail('Install git; then run this again.');
  demand(REDIS);
  const withOps = args.includes('--ops');
  const withPictures = args.includes('--pictures');
  if (args.includes('--browser') || withOps || withPictures) demand(CHROMIUM);
  if (withPictures) {
    demand(EMOJI_FONT);
    offer(PNGQUANT);
  }
  if (args.includes('--prometheus') || withOps) demand(PROMETHEUS);
  if (withOps) [CONTAINERS, KUBECTL].forEach(offer);
}

/** @param {import('./provide.mjs').Program} program */
function demand(program) {
  const advice = provide(program);
  if (advice) fail(advice);
}

/**
 * Without it, some tests are skipped, or pictures larger.
 * @param {import('./provide.mjs').Program} program
 */
function offer(program) {
  const advice = provide(program);
  if (advice) console.log(advice);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [needMajor = 0, needMinor = 0] = NODE_NEEDED;
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return;
  fail(
    `deepsearch-slack needs Node ${NODE_NEEDED.join('.')} or newer, and this is ${process.versions.node}: install one from https://nodejs.org.`,
  );
}

function installPackages() {
  if (packagesAreCurrent()) return;
  console.log('Installing the npm packages with "npm ci" …');
  const npm = process.env['npm_execpath'];
  const command = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  // devDependencies whatever NODE_ENV says; no package of ours needs a script to install.
  const options = [
    '--include=dev',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  if (run([...command, 'ci', ...options], 10 * MINUTE, process.env)) return;
  fail('"npm ci" failed: see its message above.');
}

/** npm leaves a copy of the lock file in `node_modules`; packages missing there are not installed. */
function packagesAreCurrent() {
  const lock = join(ROOT, 'package-lock.json');
  const installed = join(ROOT, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  if (statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return true;
  const [wanted, present] = [packagesOf(lock), packagesOf(installed)];
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || (path in present ? present[path]?.version === version : optional === true),
  );
}

/**
 * @param {string} path
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packagesOf(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages;
}

/**
 * Runs a command to its end, with its output in ours; true where it succeeded within `timeout` ms.
 * @param {string[]} command
 * @param {number} timeout
 * @param {NodeJS.ProcessEnv} env
 */
function run(command, timeout, env) {
  const [program = '', ...args] = command;
  const { status } = spawnSync(program, args, {
    cwd: ROOT,
    env,
    timeout,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return status === 0;
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
