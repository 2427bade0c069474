import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeBom } from './bom.mjs';
import { notesOf } from './changelog.mjs';
import { imageContent } from './image-content.mjs';
import { releasedPackages } from './packages.mjs';

/**
 * Makes everything that a release consists of, in the empty folder `out`: the package, bills of materials, notes and checksums.
 * `image`: one that is built already.
 * @param {{ root: string, out: string, image?: { builder: string, image: string, base: string } | undefined }} options
 * @returns {Promise<string[]>} The names of the files
 */
export async function makeArtifacts({ root, out, image }) {
  run(['npm', 'pack', '--silent', '--pack-destination', out], root);
  const app = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const name = `${app.name}-${app.version}`;
  const date = new Date(run(['git', 'log', '-1', '--format=%cI'], root).trim());
  const content = { app, packages: releasedPackages(root), date };
  writeFileSync(join(out, `${name}.cdx.json`), await writeBom(content));
  if (image) {
    const bom = await writeBom({ ...content, image: imageContent(image) });
    writeFileSync(join(out, `${name}-image.cdx.json`), bom);
  }
  const notes = notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), app.version);
  if (notes === undefined) throw new Error(`CHANGELOG.md has no section for ${app.version}.`);
  writeFileSync(join(out, 'NOTES.md'), `${notes}\n`);
  writeFileSync(join(out, 'SHA256SUMS'), checksums(out));
  return readdirSync(out);
}

/** As sha256sum writes and checks them. @param {string} folder */
function checksums(folder) {
  const lines = readdirSync(folder).map((name) => {
    const hash = createHash('sha256').update(readFileSync(join(folder, name)));
    return `${hash.digest('hex')}  ${name}\n`;
  });
  return lines.join('');
}

/**
 * Runs a program to its end; gives what it prints. Throws if it fails.
 * @param {string[]} command
 * @param {string} cwd
 */
export function run([program = '', ...args], cwd) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (status === 0) return stdout;
  throw new Error(`${[program, ...args].join(' ')} failed: ${stderr?.trim() || error?.message}`);
}
