import { posix } from 'node:path';
import type { Repository } from '../git/repository.js';
import { entryAt, type TreeEntry } from '../git/tree.js';

interface Commit {
  readonly repository: Repository;
  readonly commit: string;
}

/** What a submodule is, and where its files are, as far as the repository says it. */
export async function describeSubmodule(snapshot: Commit, entry: TreeEntry): Promise<string> {
  const url = await submoduleUrl(snapshot, entry.path);
  const where = url === undefined ? '' : `, ${url},`;
  return (
    `${entry.path} is a submodule: its files are not in this repository but in another one` +
    `${where} at commit ${entry.objectId.slice(0, 12)}.`
  );
}

/** From `.gitmodules`, without a user name, password or query; `undefined` if it is not there. */
async function submoduleUrl(
  { repository, commit }: Commit,
  path: string,
): Promise<string | undefined> {
  const args = ['config', '--blob', `${commit}:.gitmodules`, '-z', '--list'];
  const output = await repository.git.run(args).catch(() => Buffer.alloc(0));
  const settings = new Map(
    output
      .toString('utf8')
      .split('\0')
      .map((line) => {
        const end = line.indexOf('\n');
        return [line.slice(0, end), line.slice(end + 1)] as const;
      }),
  );
  const [key] = [...settings].find(([name, value]) => /\.path$/.test(name) && value === path) ?? [];
  const url = key === undefined ? undefined : settings.get(key.replace(/path$/, 'url'));
  return url === undefined ? undefined : withoutSecrets(url).slice(0, 300);
}

/** A password may itself contain `@`; a token may be in the query. */
function withoutSecrets(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, '$1').replace(/[?#].*$/s, '');
}

/** Where a symbolic link leads, and how to see that. */
export async function describeLink(
  { toolName }: { readonly toolName: (name: string) => string },
  { repository, commit }: Commit,
  entry: TreeEntry,
): Promise<string> {
  const target = (await repository.blobs.read(entry.objectId)).toString().slice(0, 300);
  const link = `${entry.path} is a symbolic link to ${target}`;
  const path = posix.join(posix.dirname(entry.path), target).replace(/\/$/, '');
  if (path === '.') return `${link}, the root: ${toolName('list_files')} lists it.`;
  if (target.startsWith('/') || path === '..' || path.startsWith('../')) {
    return `${link}, outside the repository: it cannot be read here.`;
  }
  const there = await entryAt(repository.git, commit, path);
  if (!there) return `${link}, which does not exist in the repository.`;
  if (there.kind === 'folder') return `${link}: ${toolName('list_files')} lists ${path}.`;
  return `${link}: read ${path} instead.`;
}
