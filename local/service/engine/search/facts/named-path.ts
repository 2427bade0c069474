import { stemOf } from '../../../git/file-path.js';
import { roleOf } from '../../../index/file-role.js';
import { normalizedName } from '../../../index/terms.js';
import { isVendored } from '../../../index/vendored.js';
import { directoryPagePath, filePagePath } from '../../../pages/paths.js';
import type { Reference } from '../draft/reference.js';
import type { SearchedRepository } from '../passages/find.js';
import type { LookUp } from './look-up.js';

/** A file or a folder that a question names. */
export interface NamedPath {
  readonly kind: 'file' | 'folder';
  readonly searched: SearchedRepository;
  readonly path: string;
}

/** A link to the page of the file or folder; of the repository, if the path is empty. */
export function pathReference({ kind, searched: { repo, commit }, path }: NamedPath): Reference {
  if (path === '')
    return { repo, type: 'Repository', link: directoryPagePath(repo, ''), text: repo, label: repo };
  const address =
    kind === 'file' ? filePagePath({ repo, rev: commit, path }) : directoryPagePath(repo, path);
  const type = kind === 'file' ? 'File' : 'Folder';
  return { repo, type, link: address, text: path, label: `${repo} · ${path}` };
}

type How = 'file' | 'folder' | 'stem';

/**
 * The file or folder of a path, of the end of a path, or (`stem`) of a name such as "retry policy" for
 * `retry-policy.ts`. The nearest to the root of several alike, code before anything else.
 */
export async function findPath(
  subject: string,
  { repositories, filesOf }: Pick<LookUp, 'repositories' | 'filesOf'>,
  { byStem = false }: { readonly byStem?: boolean } = {},
): Promise<NamedPath | undefined> {
  const wanted = subject.replace(/^(?:\.?\/)+|\/+$/g, '');
  if (wanted === '' || wanted.includes('..')) return undefined;
  const ways: readonly How[] =
    byStem && !wanted.includes('/') ? ['file', 'folder', 'stem'] : ['file', 'folder'];
  let vendored: NamedPath | undefined;
  for (const how of ways) {
    const found: NamedPath[] = [];
    for (const searched of repositories) {
      const paths = (await filesOf(searched)).keys();
      found.push(...matches(how, wanted, paths).map((one) => ({ ...one, searched })));
    }
    // A bare name means no test or picture of the thing.
    const isMeant = ({ path }: NamedPath) => roleOf(path) !== 'test' && !PICTURE.test(path);
    const fitting = how === 'stem' ? found.filter(isMeant) : found;
    const inOrder = fitting.sort((a, b) => rank(a) - rank(b));
    const own = inOrder.find((one) => !isVendoredPath(one));
    if (own) return own;
    vendored ??= inOrder[0];
  }
  return vendored;
}

/** Whether a file or a folder was written by others. */
export function isVendoredPath({ path, kind }: Pick<NamedPath, 'path' | 'kind'>): boolean {
  return isVendored(kind === 'folder' ? `${path}/` : path);
}

const PICTURE = /\.(?:svg|png|jpe?g|gif|webp|ico)$/i;

function matches(how: How, wanted: string, paths: Iterable<string>): Omit<NamedPath, 'searched'>[] {
  const spelled = normalizedName(wanted.replace(/[\s.-]/g, ''));
  const found = new Map<string, Omit<NamedPath, 'searched'>>();
  for (const path of paths) {
    if (how === 'folder') {
      const at = path.startsWith(`${wanted}/`) ? 0 : path.indexOf(`/${wanted}/`) + 1;
      const folder =
        at > 0 || path.startsWith(`${wanted}/`) ? path.slice(0, at + wanted.length) : '';
      if (folder !== '') found.set(folder, { kind: 'folder', path: folder });
    } else if (
      how === 'file'
        ? path === wanted || path.endsWith(`/${wanted}`)
        : normalizedStem(path) === spelled
    ) {
      found.set(path, { kind: 'file', path });
    }
  }
  return [...found.values()];
}

/** In any spelling. */
function normalizedStem(path: string): string {
  return normalizedName(stemOf(path).replace(/[.-]/g, ''));
}

function rank({ path }: NamedPath): number {
  return path.split('/').length + (roleOf(path) === 'code' ? 0 : 20);
}
