import type { SourceFile } from '../codebase/codebase.js';
import { named, OUTSIDE, type Value } from '../codebase/values.js';
import { type Asking, type Modules, perPlace } from './module-system.js';
import { folderOf } from './paths.js';

export const javaModules: Modules = {
  /** `com.x.Cart.Line`: the class of a file, or one within; `com.x` for the one class that is wanted of it. */
  async find(specifier, asking) {
    const parts = specifier.split('.');
    for (let count = parts.length; count > 0; count -= 1) {
      const files = await filesOf(parts.slice(0, count), asking);
      const classes = files.flatMap((file) =>
        named(file, file.declared(0, parts[count - 1] ?? '')),
      );
      if (classes.length > 0) return parts.slice(count).reduce(within, classes);
    }
    const files = asking.name ? await filesOf([...parts, asking.name], asking) : [];
    return files.length > 0 ? [{ kind: 'module', language: 'java', files }] : [OUTSIDE];
  },
  async beside(name, asking) {
    const { from } = asking;
    const parts = from.summary.package?.split('.') ?? [];
    const files = await filesOf([...parts, name], asking);
    const near = files.find((file) => folderOf(file.path) === folderOf(from.path));
    const seen = near ? [near] : files;
    const found = seen.flatMap((file) => named(file, file.declared(0, name)));
    return found.length > 0 ? found : besideInside(name, asking);
  },
  siblings: async ({ from }) => [from],
  part: async () => [],
};

function within(classes: ReturnType<typeof named>, name: string): ReturnType<typeof named> {
  return classes.flatMap(({ file, declaration }) => {
    const { inner } = file.declaration(declaration);
    return inner === undefined ? [] : named(file, file.declared(inner, name));
  });
}

/** A class may share the file of another of its package. */
async function besideInside(name: string, { from, library }: Asking): Promise<Value[]> {
  if (!/^\p{Lu}/u.test(name)) return [];
  const { paths } = await library.having(from.place, name);
  const near = paths.filter((path) => {
    return path !== from.path && path.endsWith('.java') && folderOf(path) === folderOf(from.path);
  });
  const files = await Promise.all(near.slice(0, 50).map((path) => library.open(from.place, path)));
  return files.flatMap((file) => (file ? named(file, file.declared(0, name)) : []));
}

/** The files of a class by its package and name: those of the asking repository before all others. */
async function filesOf(parts: readonly string[], { from, library }: Asking): Promise<SourceFile[]> {
  const wanted = `${parts.join('/')}.java`;
  const places = [from.place, ...library.places.filter((place) => place !== from.place)];
  for (const place of places) {
    const paths = (await byName(library, place)).get(`${parts.at(-1)}.java`) ?? [];
    const own = paths.filter((path) => path === wanted || path.endsWith(`/${wanted}`));
    const files = await Promise.all(own.slice(0, 5).map((path) => library.open(place, path)));
    const fitting = files.flatMap((file) => {
      return file && (file.summary.package ?? '') === parts.slice(0, -1).join('.') ? [file] : [];
    });
    if (fitting.length > 0) return fitting;
  }
  return [];
}

const byName = perPlace(async (library, place): Promise<ReadonlyMap<string, string[]>> => {
  const names = new Map<string, string[]>();
  for (const path of (await library.files(place)).keys()) {
    if (!path.endsWith('.java')) continue;
    const name = path.slice(path.lastIndexOf('/') + 1);
    names.set(name, [...(names.get(name) ?? []), path]);
  }
  return names;
});
