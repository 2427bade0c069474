import { spawnSync } from 'node:child_process';
import { findBuilder } from './image/builder.mjs';
import {
  find,
  findChromium,
  findEmojiFont,
  findKubectl,
  findPrometheus,
  findRedis,
} from './programs.mjs';

const MINUTE = 60_000;

/**
 * A program that a system's package manager can install, with the commands to try in order.
 * @typedef {{ title: string, find: () => string | undefined, packages: Record<string, string[][]>, advice: string }} Program
 */

/** @type {Program} */
export const REDIS = {
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
export const CHROMIUM = {
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

/**
 * For the pictures of the documentation: without such a font, an emoji is an empty box.
 * @type {Program}
 */
export const EMOJI_FONT = {
  title: 'an emoji font',
  find: findEmojiFont,
  packages: {
    'apt-get': [['fonts-noto-color-emoji']],
    apk: [['font-noto-emoji']],
    dnf: [['google-noto-color-emoji-fonts']],
    brew: [],
  },
  advice: 'Install a font with emoji, such as Noto Color Emoji',
};

/**
 * Makes the pictures of the documentation a third as large, with a palette of 256 colours.
 * @type {Program}
 */
export const PNGQUANT = {
  title: 'pngquant',
  find: () => find(['pngquant'])[0],
  packages: {
    'apt-get': [['pngquant']],
    apk: [['pngquant']],
    dnf: [['pngquant']],
    brew: [['pngquant']],
  },
  advice: 'Install pngquant, so that the pictures are smaller',
};

/** @type {Program} */
export const PROMETHEUS = {
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

/** @type {Program} */
export const CONTAINERS = {
  title: 'Podman',
  find: () => findBuilder()?.name,
  packages: {
    // runc, since crun refuses some versions of control groups.
    'apt-get': [['runc', 'podman']],
    apk: [['podman']],
    dnf: [['podman']],
    brew: [],
  },
  advice: 'Install Docker, Podman or buildah',
};

/** @type {Program} */
export const MMDEBSTRAP = {
  title: 'mmdebstrap',
  find: () => find(['mmdebstrap'])[0],
  packages: { 'apt-get': [['mmdebstrap']] },
  advice: 'Install mmdebstrap',
};

/** @type {Program} */
export const KUBECTL = {
  title: 'kubectl',
  find: findKubectl,
  packages: {
    'apt-get': [['kubernetes-client']],
    apk: [['kubectl']],
    dnf: [['kubernetes-client']],
    brew: [['kubernetes-cli']],
  },
  advice: 'Install kubectl 1.27 or newer',
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

/**
 * Installs a program with the system's package manager, after a line that says so. Returns a sentence that
 * says what to do, if that is not possible.
 * @param {Program} program
 * @returns {string | undefined}
 */
export function provide(program) {
  if (program.find()) return undefined;
  const manager = usableManager();
  if (manager === undefined) return `${program.advice}${example(program)}; then run this again.`;
  for (const packages of program.packages[manager] ?? []) {
    console.log(`${program.title} is missing: installing ${packages.at(-1)} with ${manager} …`);
    if (install(manager, packages) && program.find()) return undefined;
  }
  return `${manager} could not install ${program.title}. ${program.advice}; then run this again.`;
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
    env,
    timeout,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return status === 0;
}
