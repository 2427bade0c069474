// Every check that runs no test, side by side; a check's output is shown where it fails.
//   node scripts/validate.mjs [NAME…]     biome, types, page, site, knip, architecture, licenses
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const PAGE = 'local/workspace/page/tsconfig.json';
const SITE = 'docs/.vitepress/tsconfig.json';

/**
 * Scripts, from node_modules, with their arguments.
 * @type {Record<string, string[]>}
 */
const CHECKS = {
  types: ['typescript/bin/tsc', '-p', 'test/tsconfig.json'],
  page: ['typescript/bin/tsc', '--noEmit', '-p', PAGE],
  site: ['typescript/bin/tsc', '-p', SITE],
  architecture: [
    'dependency-cruiser/bin/dependency-cruise.mjs',
    'src',
    'local',
    '--output-type',
    'err-long',
  ],
  licenses: ['../scripts/licenses.mjs'],
  knip: ['knip/bin/knip.js', '--no-progress'],
  biome: ['@biomejs/biome/bin/biome', 'check', '--colors=off'],
};

await main(process.argv.slice(2));

/** @param {string[]} names */
async function main(names) {
  const chosen = Object.entries(CHECKS).filter(
    ([name]) => (names.length === 0 || names.includes(name)) && applies(name),
  );
  const passed = await Promise.all(chosen.map(([name, command]) => check(name, command)));
  if (passed.includes(false)) process.exitCode = 1;
}

/** @param {string} name */
function applies(name) {
  return name !== 'page' || existsSync(join(ROOT, PAGE));
}

/**
 * @param {string} name
 * @param {string[]} command
 */
async function check(name, command) {
  const started = Date.now();
  const { code, output } = await run(command);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
  if (code !== 0) console.log(output);
  return code === 0;
}

/**
 * @param {string[]} command
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function run([script = '', ...args]) {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
    cwd: ROOT,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
    });
  }
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}
