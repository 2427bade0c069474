// Copies what the built bot reads at run time, and nothing else, to a folder: what its image holds.
//   node scripts/bot-files.mjs FOLDER
// Most packages are in the bundle, so only some files of node_modules are left. The licenses of all
// packages, in the bundle or beside it, are in LICENSES.txt.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFileTrace } from '@vercel/nft';
import { shippedPackages } from './shipped-packages.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const PROGRAMS = ['dist/main.js', 'dist/cli.js'];
/** The queue board finds its pages by a path that cannot be traced. */
const PAGES = 'node_modules/@bull-board/ui';

await main(resolve(process.argv[2] ?? '.artifacts/bot-files'));

/** @param {string} target */
async function main(target) {
  const { fileList } = await nodeFileTrace(
    PROGRAMS.map((path) => join(ROOT, path)),
    { base: ROOT, processCwd: ROOT },
  );
  for (const path of [...fileList, `${PAGES}/package.json`, `${PAGES}/dist`, 'LICENSE']) {
    cpSync(join(ROOT, path), join(target, path), { recursive: true, filter: isNeeded });
  }
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'LICENSES.txt'), licenses());
}

/** @param {string} path */
function isNeeded(path) {
  return !/\.(map|d\.ts)$/.test(path);
}

function licenses() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  return [...shippedPackages(packages, [''])]
    .filter((path) => existsSync(join(ROOT, path)))
    .sort()
    .map(licenseOf)
    .join('\n\n');
}

/** @param {string} path */
function licenseOf(path) {
  const folder = join(ROOT, path);
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}
