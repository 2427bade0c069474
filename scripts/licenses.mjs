// Fails if a package that ships with the bot or the local service has a license that is not in ALLOWED.
// The lock file tells which packages these are, and each installed package.json tells its license.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shippedPackages } from './shipped-packages.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** The images are made for these: the bot and the local service. */
const SHIPPED = ['', 'local/service'];

/** SPDX names of licenses that ask for no more than a notice. https://spdx.org/licenses */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'PSF-2.0',
]);

main();

function main() {
  /** @type {Record<string, import('./shipped-packages.mjs').Locked>} */
  const locked = readJson('package-lock.json').packages;
  const refused = [...shippedPackages(locked, SHIPPED)].flatMap((path) =>
    refusalOf(path, locked[path]),
  );
  for (const reason of refused) console.error(reason);
  if (refused.length === 0) return;
  console.error('Use another package, or add the license to ALLOWED in scripts/licenses.mjs.');
  process.exitCode = 1;
}

/**
 * @param {string} path
 * @param {import('./shipped-packages.mjs').Locked} [locked]
 */
function refusalOf(path, { license: lockedLicense, optional } = {}) {
  const manifest = join(path, 'package.json');
  const isInstalled = existsSync(join(ROOT, manifest));
  const license = isInstalled ? readJson(manifest).license : lockedLicense;
  if (isAllowed(license)) return [];
  // A binary for another platform: its license is that of the package that it belongs to.
  if (!isInstalled && license === undefined && optional) return [];
  return [`${path.replace(/^.*node_modules\//, '')}: license ${JSON.stringify(license ?? 'none')}`];
}

/**
 * Whether one of the alternatives is allowed: `(MIT OR GPL-3.0)`.
 * @param {unknown} license
 */
function isAllowed(license) {
  if (typeof license !== 'string') return false;
  const alternatives = license.replace(/^\(|\)$/g, '').split(' OR ');
  return alternatives.some((name) => ALLOWED.has(name));
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}
