// Makes a fresh clone ready for `npm run demo` and `npm test`; runs before any package is installed.
//   node scripts/setup.mjs [--packages | --browser | --prometheus]
// --packages: the npm packages and nothing else; --browser: a Chromium as well; --prometheus: a Prometheus
// as well as that.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { find, findChromium, findPrometheus, findRedis } from './programs.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const NODE_NEEDED = [20, 19];
const MINUTE = 60_000;

/**
 * A program that a system's package manager can install, with the commands to try in order.
 * @typedef {{ title: string, find: () => string | undefined, packages: Record<string, string[][]>, advice: string }} Program
 */

/** @type {Program} */
const REDIS = {
  title: 'Redis',
  find: findRedis,
  packages: {
    'apt-get': [['redis-server'], ['valkey-server']],
    apk: [['redis'], ['valkey']],
    dnf: [['valkey'], ['redis']],
    brew: [['redis']],
  },
  advice: 'Install Redis or Valkey, so that redis-server or valkey-server is on the PATH',
};

/** @type {Program} */
const CHROMIUM = {
  title: 'Chromium',
  find: findChromium,
  packages: {
    'apt-get': [['chromium'], ['chromium-browser']],
    apk: [['chromium']],
    dnf: [['chromium']],
    brew: [['--cask', 'google-chrome']],
  },
  advice: 'Install Chromium or Chrome, or set CHROME_PATH to the path of one',
};

/** @type {Program} */
const PROMETHEUS = {
  title: 'Prometheus',
  find: findPrometheus,
  packages: {
    'apt-get': [['prometheus']],
    apk: [['prometheus']],
    dnf: [['golang-github-prometheus'], ['prometheus']],
    brew: [['prometheus']],
  },
  advice: 'Install Prometheus, so that prometheus and promtool are on the PATH',
};

/** @type {Record<string, { root: boolean, refresh?: string[], install: string[] }>} */
const MANAGERS = {
  'apt-get': {
    root: true,
    refresh: ['update', '-qq'],
    install: ['install', '-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=60'],
  },
  apk: { root: true, install: ['add', '--no-cache'] },
  dnf: { root: true, install: ['install', '-y', '-q'] },
  brew: { root: false, install: ['install'] },
};

main(process.argv.slice(2));

/** @param {string[]} args */
function main(args) {
  checkNode();
  installPackages();
  if (args.includes('--packages')) return;
  if (find(['git']).length === 0) fail('Install git; then run this again.');
  provide(REDIS);
  const withPrometheus = args.includes('--prometheus');
  if (args.includes('--browser') || withPrometheus) provide(CHROMIUM);
  if (withPrometheus) provide(PROMETHEUS);
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

/** @param {Program} program */
function provide(program) {
  if (program.find()) return;
  const manager = usableManager();
  if (manager === undefined) fail(`${program.advice}${example(program)}; then run this again.`);
  for (const packages of program.packages[manager] ?? []) {
    console.log(`${program.title} is missing: installing ${packages.at(-1)} with ${manager} …`);
    if (install(manager, packages) && program.find()) return;
  }
  fail(`${manager} could not install ${program.title}. ${program.advice}; then run this again.`);
}

/**
 * An example command for a user with sudo.
 * @param {Program} program
 */
function example(program) {
  const manager = Object.keys(MANAGERS).find((name) => find([name]).length > 0);
  const packages = program.packages[manager ?? '']?.[0]?.join(' ');
  if (manager === undefined || packages === undefined) return '';
  const sudo = MANAGERS[manager]?.root ? 'sudo ' : '';
  return ` (${sudo}${manager} ${manager === 'apk' ? 'add' : 'install'} ${packages})`;
}

/** @returns {string | undefined} */
function usableManager() {
  const isRoot = process.getuid?.() === 0;
  return Object.entries(MANAGERS).find(
    ([name, { root }]) => root === isRoot && find([name]).length > 0,
  )?.[0];
}

/**
 * @param {string} manager
 * @param {string[]} packages
 */
function install(manager, packages) {
  const how = MANAGERS[manager];
  if (how === undefined) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // A refresh that fails for one source may still have updated the others.
  if (how.refresh) run([manager, ...how.refresh], 3 * MINUTE, env);
  return run([manager, ...how.install, ...packages], 8 * MINUTE, env);
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
