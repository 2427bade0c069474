import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', 'node_modules');
const SOURCE = /(?<!\.min)\.(?:[cm]?[jt]sx?|md)$/;
const MIN_BYTES = 600;
const MAX_BYTES = 14_000;
/** What names are extended with in copies, as different parts of a large code base do. */
const WORDS =
  `Account Basket Cache Delivery Edge Folder Group Handler Invoice Journal Kernel Ledger Meter
  Notice Order Parcel Quota Record Session Ticket Upload Vendor Window Zone`.split(/\s+/);
/** Files of one commit in a folder. */
const FOLDER_SIZE = 500;

/**
 * Writes a bare repository with one commit of so many files: the packages' sources, copied until
 * there are enough, with names changed in each copy. The same packages give the same repository.
 */
export async function writeLargeRepository(gitDir: string, files: number): Promise<void> {
  await run(['init', '-q', '--bare', '-b', 'main', gitDir]);
  const importing = spawn('git', [
    ...['-c', 'core.compression=1', `--git-dir=${gitDir}`],
    ...['fast-import', '--quiet'],
  ]);
  const ended = once(importing, 'close');
  const write = async (text: string) => {
    if (!importing.stdin.write(text)) await once(importing.stdin, 'drain');
  };
  await write('commit refs/heads/main\ncommitter Ann <ann@example.com> 1700000000 +0000\n');
  await write('data 5\nfiles\n');
  const sources = sourceFiles();
  for (let n = 0; n < files; n += 1) {
    const source = sources[n % sources.length] ?? '';
    const copy = Math.floor(n / sources.length);
    const text = withOtherNames(readFileSync(join(ROOT, source), 'utf8'), copy);
    const path = `part${Math.floor(n / FOLDER_SIZE)}/${copy}/${source}`;
    await write(`M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`);
  }
  importing.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`git fast-import ended with ${code}`);
}

/** In a fixed order, mixed so that any part of it is like the whole. */
function sourceFiles(): string[] {
  const paths = readdirSync(ROOT, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .sort();
  const sized = paths.filter((path) => {
    const { length } = readFileSync(join(ROOT, path));
    return length >= MIN_BYTES && length <= MAX_BYTES;
  });
  return sized.sort((a, b) => hash(a) - hash(b));
}

/** Every third longer name of the text gets one or two words more, which depend on the copy. */
function withOtherNames(text: string, copy: number): string {
  if (copy === 0) return text;
  return text.replace(/[A-Za-z_]{5,}/g, (name) => {
    const code = hash(`${copy} ${name}`);
    if (code % 3 > 0) return name;
    const [first, second] = [WORDS[(code >>> 4) % 24], WORDS[(code >>> 10) % 24]];
    return code % 2 === 0 ? `${name}${first}` : `${name}${first}${second}`;
  });
}

/** FNV-1a. */
function hash(text: string): number {
  let code = 0x811c9dc5;
  for (let n = 0; n < text.length; n += 1) {
    code = Math.imul(code ^ text.charCodeAt(n), 0x01000193) >>> 0;
  }
  return code;
}

async function run(args: readonly string[]): Promise<void> {
  const [code] = await once(spawn('git', args, { stdio: 'ignore' }), 'close');
  if (code !== 0) throw new Error(`git ${args[0]} ended with ${code}`);
}
