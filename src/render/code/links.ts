import { absolute } from '../markdown/link.js';

export interface Span {
  readonly first: number;
  readonly last: number;
}

export interface FilePlace {
  readonly repo: string;
  readonly path: string;
  readonly revision?: string | undefined;
  readonly lines?: Span | undefined;
}

export type Links = ReturnType<typeof createLinks>;

/**
 * Where things are read on the instance, in the form of its own links:
 * `/repo@revision/-/blob/path?L10-20`. Undefined where there is no such address.
 */
export function createLinks(baseUrl: string) {
  const at = (path: string) => absolute(`/${path}`, baseUrl);
  return {
    repository: (repo: string) => at(inPath(repo)),

    file({ repo, path, revision, lines }: FilePlace): string | undefined {
      const range = lines === undefined ? '' : `?L${lines.first}-${lines.last}`;
      return at(`${whole(repo, revision)}/-/blob/${inPath(path)}${range}`);
    },

    folder({ repo, path, revision }: Omit<FilePlace, 'lines'>): string | undefined {
      const root = path === '' || path === '.';
      return at(`${whole(repo, revision)}${root ? '' : `/-/tree/${inPath(path)}`}`);
    },

    commit: (repo: string, commit: string) => at(`${inPath(repo)}/-/commit/${inPath(commit)}`),

    comparison: (repo: string, base: string, head: string) =>
      at(`${inPath(repo)}/-/compare/${inPath(base)}...${inPath(head)}`),

    /** A link of the service's own. */
    given: (link: string | undefined) => (link === undefined ? undefined : absolute(link, baseUrl)),
  };
}

function whole(repo: string, revision: string | undefined): string {
  return revision === undefined ? inPath(repo) : `${inPath(repo)}@${inPath(revision)}`;
}

function inPath(text: string): string {
  return text.split('/').map(encodeURIComponent).join('/');
}
