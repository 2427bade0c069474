import { fileNameOf, folderOf, groupPaths } from '../../git/file-path.js';
import type { SourceFile } from '../codebase/codebase.js';
import { declarationValues, EXTERNAL_VALUE, type Value } from '../codebase/values.js';
import { type ImportContext, type ModuleSystem, oncePerRepository } from './module-system.js';

export const javaModuleSystem: ModuleSystem = {
  /** `com.x.Cart.Line` is a class or a nested one; `com.x` is a package, of which one class is imported. */
  async resolve(specifier, asking) {
    const parts = specifier.split('.');
    for (let count = parts.length; count > 0; count -= 1) {
      const files = await filesOfClass(parts.slice(0, count), asking);
      const classes = files.flatMap((file) =>
        declarationValues(file, file.declarationsNamed(0, parts[count - 1] ?? '')),
      );
      if (classes.length > 0) return parts.slice(count).reduce(nestedClasses, classes);
    }
    const files = asking.name ? await filesOfClass([...parts, asking.name], asking) : [];
    return files.length > 0 ? [{ kind: 'module', language: 'java', files }] : [EXTERNAL_VALUE];
  },
  async packageScope(name, asking) {
    const { from } = asking;
    const parts = from.symbols.package?.split('.') ?? [];
    const files = await filesOfClass([...parts, name], asking);
    const near = files.find((file) => folderOf(file.path) === folderOf(from.path));
    const seen = near ? [near] : files;
    const found = seen.flatMap((file) => declarationValues(file, file.declarationsNamed(0, name)));
    return found.length > 0 ? found : classInOtherFile(name, asking);
  },
  packageFiles: async ({ from }) => [from],
  submodule: async () => [],
};

function nestedClasses(
  classes: ReturnType<typeof declarationValues>,
  name: string,
): ReturnType<typeof declarationValues> {
  return classes.flatMap(({ file, declaration }) => {
    const { memberScope } = file.declaration(declaration);
    return memberScope === undefined
      ? []
      : declarationValues(file, file.declarationsNamed(memberScope, name));
  });
}

/** A class may be in the file of another class of its package. */
async function classInOtherFile(name: string, { from, codebase }: ImportContext): Promise<Value[]> {
  if (!/^\p{Lu}/u.test(name)) return [];
  const { paths } = await codebase.filesContaining(from.snapshot, name);
  const near = paths.filter((path) => {
    return path !== from.path && path.endsWith('.java') && folderOf(path) === folderOf(from.path);
  });
  const files = await Promise.all(
    near.slice(0, 50).map((path) => codebase.open(from.snapshot, path)),
  );
  return files.flatMap((file) =>
    file ? declarationValues(file, file.declarationsNamed(0, name)) : [],
  );
}

/** The files of a class by its package and name, those of the importing repository first. */
async function filesOfClass(
  parts: readonly string[],
  { from, codebase }: ImportContext,
): Promise<SourceFile[]> {
  const wanted = `${parts.join('/')}.java`;
  const snapshots = [
    from.snapshot,
    ...codebase.snapshots.filter((snapshot) => snapshot !== from.snapshot),
  ];
  for (const snapshot of snapshots) {
    const paths = (await javaPathsByFileName(codebase, snapshot)).get(`${parts.at(-1)}.java`) ?? [];
    const own = paths.filter((path) => path === wanted || path.endsWith(`/${wanted}`));
    const files = await Promise.all(own.slice(0, 5).map((path) => codebase.open(snapshot, path)));
    const fitting = files.flatMap((file) => {
      return file && (file.symbols.package ?? '') === parts.slice(0, -1).join('.') ? [file] : [];
    });
    if (fitting.length > 0) return fitting;
  }
  return [];
}

const javaPathsByFileName = oncePerRepository(
  async (codebase, snapshot): Promise<ReadonlyMap<string, string[]>> => {
    const paths = [...(await codebase.files(snapshot)).keys()];
    return groupPaths(
      paths.filter((path) => path.endsWith('.java')),
      fileNameOf,
    );
  },
);
