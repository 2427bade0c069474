import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MMDEBSTRAP, provide } from '../provide.mjs';
import { buildImage, hasImage } from './builder.mjs';

const NODE = '22.23.3';
const NPM = '10.9.9';
/** For tests only: nobody gives it the fixes that an official image gets. */
const STAND_IN = `localhost/node-stand-in:${NODE}`;

const CONTAINERFILE = `FROM scratch
ADD rootfs.tar /
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \\
  && useradd --uid 1000 --create-home --shell /bin/sh node
`;

/**
 * Where the base image cannot be pulled: an image like it, of Debian's packages and the Node and npm of
 * the npm registry. Returns its name, or why it cannot be made.
 * @param {import('./builder.mjs').Builder} builder
 * @returns {{ image: string } | { missing: string }}
 */
export function makeStandIn(builder) {
  if (hasImage(builder, STAND_IN)) return { image: STAND_IN };
  const missing = whyNot();
  if (missing) return { missing };
  console.log(`Making a stand-in for the base image, of Debian's packages and Node ${NODE} …`);
  const folder = mkdtempSync(join(tmpdir(), 'deepsearch-base-'));
  try {
    run(folder, [
      'mmdebstrap',
      '--quiet',
      '--variant=minbase',
      '--include=ca-certificates',
      'bookworm',
      'rootfs.tar',
    ]);
    unpack(folder, `node-linux-${process.arch}@${NODE}`, { from: 'bin/node', to: 'node' });
    unpack(folder, `npm@${NPM}`, { from: '.', to: 'npm' });
    writeFileSync(join(folder, 'Dockerfile'), CONTAINERFILE);
    buildImage(builder, { tag: STAND_IN, context: folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
  return { image: STAND_IN };
}

function whyNot() {
  if (process.platform !== 'linux') return 'a stand-in for it needs Linux';
  if (process.getuid?.() !== 0) return 'a stand-in for it needs root';
  return provide(MMDEBSTRAP);
}

/**
 * Takes a file or folder out of a package of the npm registry.
 * @param {string} folder
 * @param {string} name
 * @param {{ from: string, to: string }} path
 */
function unpack(folder, name, { from, to }) {
  const place = join(folder, `package-${to}`);
  mkdirSync(place);
  run(place, ['npm', 'pack', '--silent', name]);
  run(place, ['sh', '-c', 'tar -xzf *.tgz']);
  renameSync(join(place, 'package', from), join(folder, to));
}

/**
 * @param {string} cwd
 * @param {string[]} command
 */
function run(cwd, [program = '', ...args]) {
  const { status } = spawnSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed`);
}
