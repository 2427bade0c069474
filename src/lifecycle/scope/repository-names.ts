/** Finds repositories by what people call them. */
export interface RepositoryNames {
  readonly all: readonly string[];
  /** By the whole name, or by at least two parts at its end: `github.com/acme/shop`, `acme/shop`. */
  byPath(path: string): readonly string[];
  /** By the last part alone: `shop`. Signs between its words do not matter: `shop_api` is `shop-api`. */
  byOwnName(name: string): readonly string[];
  /** How many parts the longest name has. */
  readonly depth: number;
}

/** Parts of a name beyond this are not looked up. */
const MAX_DEPTH = 8;
const NONE: readonly string[] = [];

export function createRepositoryNames(all: readonly string[]): RepositoryNames {
  const paths = new Map<string, string[]>();
  const owns = new Map<string, string[]>();
  let depth = 1;
  for (const name of all) {
    const parts = name.toLowerCase().split('/').slice(-MAX_DEPTH);
    depth = Math.max(depth, parts.length);
    add(owns, withHyphens(parts.at(-1) ?? ''), name);
    for (let from = 0; from < parts.length - 1; from += 1) {
      add(paths, parts.slice(from).join('/'), name);
    }
  }
  return {
    all,
    depth,
    byPath: (path) => paths.get(path.toLowerCase()) ?? NONE,
    byOwnName: (name) => owns.get(withHyphens(name.toLowerCase())) ?? NONE,
  };
}

function add(to: Map<string, string[]>, key: string, name: string): void {
  const found = to.get(key);
  if (found === undefined) to.set(key, [name]);
  else if (!found.includes(name)) found.push(name);
}

function withHyphens(name: string): string {
  return name.replace(/[_.\s]/g, '-');
}
