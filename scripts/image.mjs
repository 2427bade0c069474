// Builds the app's image, or with --target local that of the local service, with docker, podman or buildah,
// whichever is there.
//   node scripts/image.mjs [--target local] [--tag NAME]
//   NODE_IMAGE: the base image, by default node:22-slim
// Where the base image cannot be pulled, root gets one that is built on a stand-in, for tests. Which image was
// built, or why none was, is in .artifacts/image.json, or with --target local in .artifacts/image-local.json.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  buildImage,
  findBuilder,
  hasImage,
  npmSecrets,
  pullImage,
  whyNotRun,
} from './image/builder.mjs';
import { makeStandIn } from './image/stand-in.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const NODE_IMAGE = 'docker.io/library/node:22-slim';

/**
 * `cannotRun`: why no container can be run from the image.
 * @typedef {{ builder: string, image: string, base: string, cannotRun?: string } | { missing: string }} Built
 */

main();

function main() {
  const { values } = parseArgs({
    options: { target: { type: 'string' }, tag: { type: 'string', default: 'deepsearch-slack' } },
  });
  const started = Date.now();
  const built = build(values);
  record(built, values.target);
  if ('missing' in built) {
    console.log(`No image was built: ${built.missing}.`);
    return;
  }
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  console.log(`${built.builder} built ${built.image} on ${built.base} in ${seconds} s.`);
  if (built.cannotRun) console.log(`It was not run: ${built.cannotRun}.`);
}

/**
 * For the tests.
 * @param {Built} built
 * @param {string | undefined} target
 */
function record(built, target) {
  mkdirSync(join(ROOT, '.artifacts'), { recursive: true });
  const name = target ? `image-${target}.json` : 'image.json';
  writeFileSync(join(ROOT, '.artifacts', name), JSON.stringify(built));
}

/**
 * @param {{ target?: string | undefined, tag: string }} options
 * @returns {Built}
 */
function build({ target, tag }) {
  const builder = findBuilder();
  if (!builder) return { missing: 'install docker, podman or buildah' };
  const base = findBase(builder);
  if ('missing' in base) return base;
  buildImage(builder, {
    tag,
    context: ROOT,
    args: [
      ...(target ? ['--target', target] : []),
      ...['--build-arg', `NODE_IMAGE=${base.image}`, '--network', 'host'],
      ...npmSecrets(process.env),
    ],
  });
  const cannotRun = whyNotRun(builder, tag);
  return { builder: builder.name, image: tag, base: base.image, ...(cannotRun && { cannotRun }) };
}

/**
 * @param {import('./image/builder.mjs').Builder} builder
 * @returns {{ image: string } | { missing: string }}
 */
function findBase(builder) {
  const wanted = process.env['NODE_IMAGE'] ?? NODE_IMAGE;
  if (hasImage(builder, wanted) || pullImage(builder, wanted)) return { image: wanted };
  const standIn = makeStandIn(builder);
  if ('image' in standIn) return standIn;
  return { missing: `${wanted} could not be pulled, and ${standIn.missing}` };
}
