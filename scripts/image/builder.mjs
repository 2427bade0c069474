import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { find } from '../programs.mjs';

/**
 * A program that builds images.
 * @typedef {{ name: 'docker' | 'podman' | 'buildah', build: string[] }} Builder
 */

/** In the order in which they are tried. `build`: the subcommand with what each of them needs. */
const BUILDERS = /** @type {const} */ ({
  docker: { probe: ['info'], build: ['build'] },
  // Without the format, both drop the health check. `chroot` needs no container runtime for a build.
  podman: { probe: ['info'], build: ['build', '--format', 'docker', '--isolation', 'chroot'] },
  buildah: {
    probe: ['info'],
    build: ['build', '--format', 'docker', '--isolation', 'chroot', '--layers'],
  },
});

/**
 * The first of docker, podman and buildah that is on the PATH and works: docker needs its daemon.
 * @returns {Builder | undefined}
 */
export function findBuilder() {
  const names = /** @type {Builder['name'][]} */ (Object.keys(BUILDERS));
  const name = names.find(
    (each) => find([each]).length > 0 && succeeds(each, BUILDERS[each].probe),
  );
  return name && { name, build: [...BUILDERS[name].build] };
}

/**
 * @param {Builder} builder
 * @param {string} image
 */
export function hasImage({ name }, image) {
  const inspect = name === 'buildah' ? ['inspect', '--type', 'image'] : ['image', 'inspect'];
  return succeeds(name, [...inspect, image]);
}

/**
 * @param {Builder} builder
 * @param {string} image
 */
export function pullImage({ name }, image) {
  return succeeds(name, ['pull', image]);
}

/**
 * Why no container can be run from an image, if so.
 * @param {Builder} builder
 * @param {string} image
 * @returns {string | undefined}
 */
export function whyNotRun({ name }, image) {
  if (name === 'buildah') return 'buildah runs no containers: install docker or podman';
  if (process.platform !== 'linux')
    return 'only on Linux, containers can use the network of the machine';
  const args = [...runArgs(name), '--rm', '--entrypoint', 'node', image, '--version'];
  const { status, stderr } = spawnSync(name, args, { encoding: 'utf8', timeout: 120_000 });
  return status === 0 ? undefined : `${name} could not run a container: ${stderr.trim()}`;
}

/**
 * How containers are run, as in docker-compose.yml.
 * @param {string} builder
 */
export function runArgs(builder) {
  return [
    ...['run', '--network', 'host', '--read-only', '--tmpfs', '/tmp'],
    ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
    // By default, Podman raises these, which root inside of a container may not.
    ...(builder === 'podman'
      ? ['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=4096:4096']
      : []),
  ];
}

/**
 * Builds an image; throws if that fails, after its output.
 * @param {Builder} builder
 * @param {{ tag: string, context: string, args?: readonly string[] }} what
 */
export function buildImage({ name, build }, { tag, context, args = [] }) {
  const { status } = spawnSync(name, [...build, ...args, '--tag', tag, context], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error(`${name} could not build ${tag}`);
}

/**
 * Behind a mirror or a proxy, npm needs its configuration and a certificate. They are mounted for single
 * steps of the build, and are in no layer.
 * @param {NodeJS.ProcessEnv} env
 * @returns {string[]}
 */
export function npmSecrets(env) {
  const files = {
    npmrc: env['NPM_CONFIG_USERCONFIG'] ?? env['npm_config_userconfig'],
    ca: env['NODE_EXTRA_CA_CERTS'],
  };
  return Object.entries(files).flatMap(([id, path]) =>
    path && existsSync(path) ? ['--secret', `id=${id},src=${path}`] : [],
  );
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 */
function succeeds(program, args) {
  return spawnSync(program, [...args], { stdio: 'ignore', timeout: 120_000 }).status === 0;
}
