import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = dirname(dirname(import.meta.dirname));
const FOLDER = join(ROOT, '.artifacts', 'earlier-version');

/** The commit of the version that upgrades start from, and steps back end at. */
export const EARLIER_COMMIT = readFileSync(
  join(import.meta.dirname, 'earlier-commit.txt'),
  'utf8',
).trim();

/** False in a shallow clone, or in sources without a history. */
export async function hasEarlierVersion(): Promise<boolean> {
  return run('git', ['cat-file', '-e', `${EARLIER_COMMIT}^{commit}`], { cwd: ROOT }).then(
    () => true,
    () => false,
  );
}

/** Builds the app of that commit with the packages of this one, once; gives its `main.js`. */
export async function buildEarlierVersion(): Promise<string> {
  const folder = join(FOLDER, EARLIER_COMMIT);
  const program = join(folder, 'dist', 'main.js');
  if (existsSync(program)) return program;
  const building = `${folder}.${process.pid}`;
  mkdirSync(building, { recursive: true });
  const paths = ['src', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json'];
  const archive = `git archive ${EARLIER_COMMIT} ${paths.join(' ')} | tar -x -C "$1"`;
  await run('sh', ['-c', archive, 'archive', building], { cwd: ROOT });
  symlinkSync(join(ROOT, 'node_modules'), join(building, 'node_modules'));
  await run(process.execPath, ['scripts/build.mjs', '--quick', '--quiet'], { cwd: building });
  rmSync(folder, { recursive: true, force: true });
  renameSync(building, folder);
  return program;
}
