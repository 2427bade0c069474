import { fileKey, type Library, type SourceFile } from '../codebase/codebase.js';
import { type Module, named, OUTSIDE, type Value } from '../codebase/values.js';
import { modulesOf } from '../modules/modules.js';
import { all, type Following, type Members, onward, type Trail } from './resolver-context.js';

/** Finds what a module shows to others. */
export function exportsOf(get: () => Following): Pick<Members, 'shown' | 'exported'> {
  const known = new Map<string, Promise<readonly SourceFile[]>>();

  async function shown(module: Module, name: string, trail: Trail | undefined): Promise<Value[]> {
    const found = await all(module.files, (file) => exported(file, name, trail));
    const inside = found.filter(({ kind }) => kind !== 'outside');
    if (inside.length > 0) return inside;
    const part = await partOf(module, name, trail);
    if (part.length > 0) return part;
    return module.files.length > 0 ? [OUTSIDE] : [];
  }

  /** A module of a package, or what any file of it shows where nothing says which one to ask. */
  async function partOf(module: Module, name: string, trail: Trail | undefined): Promise<Value[]> {
    const { folder, language } = module;
    if (!folder) return [];
    const found = await modulesOf(language).part({ folder, name, library: get().library });
    return all(found, async (value) => {
      if (value.kind !== 'module' || language !== 'javascript') return [value];
      const shown = await all(value.files, (file) => exported(file, name, trail));
      return shown.filter(({ kind }) => kind === 'named');
    });
  }

  async function exported(
    file: SourceFile,
    name: string,
    trail: Trail | undefined,
  ): Promise<Value[]> {
    const key = `${fileKey(file)} ${name}`;
    const next = onward(trail, `export ${key}`);
    if (!next) return [];
    await get().library.goOn();
    const holding = known.get(key) ?? holdersOf(file, name, get().library);
    known.set(key, holding);
    const holders = await holding;
    if (holders.length > 0) return all(holders, (one) => own(one, name, next));
    return file.summary.language === 'javascript' ? fromWhole(file, name, next) : [OUTSIDE];
  }

  async function own(file: SourceFile, name: string, trail: Trail): Promise<Value[]> {
    const { language, exports } = file.summary;
    const listed = exports.filter((one) => one.name === name);
    if (language === 'javascript') {
      return all(listed, ({ path }) => get().named(file, path, { trail }));
    }
    return all(named(file, file.declared(0, name)), (value) => get().followed(value, trail));
  }

  /** `module.exports = { name }`, and the default of what has none. */
  async function fromWhole(file: SourceFile, name: string, trail: Trail): Promise<Value[]> {
    const whole = file.summary.exports.find((one) => one.name === 'default');
    if (!whole && name !== 'default') return [OUTSIDE];
    if (!whole) return [{ kind: 'module', language: 'javascript', files: [file] }];
    const values = await get().evaluate(file, whole.path, trail);
    return all(values, (value) => get().members(value, name, trail));
  }
  return { shown, exported };
}

/** As many files may show all of each other's names. */
const MOST_FILES = 500;

/** The files that show the name as their own: the file itself, else those of which it shows all. */
async function holdersOf(
  file: SourceFile,
  name: string,
  library: Library,
): Promise<readonly SourceFile[]> {
  const holders: SourceFile[] = [];
  const files = new Map([[fileKey(file), file]]);
  for (const [, one] of files) {
    await library.goOn();
    if (holds(one, name)) holders.push(one);
    else {
      for (const next of await starredBy(one, name, library)) {
        if (files.size < MOST_FILES) files.set(fileKey(next), next);
      }
    }
  }
  return holders;
}

function holds(file: SourceFile, name: string): boolean {
  const { language, exports } = file.summary;
  if (language === 'javascript') return exports.some((one) => one.name === name);
  return file.declared(0, name).length > 0;
}

async function starredBy(
  file: SourceFile,
  name: string,
  library: Library,
): Promise<readonly SourceFile[]> {
  const { language, stars } = file.summary;
  const isPython = language === 'python';
  const shown = name === 'default' ? [] : stars.filter(({ exported }) => exported || isPython);
  const modules = await all(shown, ({ module }) =>
    modulesOf(file).find(module, { from: file, library, name }),
  );
  return modules.flatMap((module) => (module.kind === 'module' ? module.files : []));
}
