import { all, type Following, type Members, onward, type Trail } from './following.js';
import type { SourceFile } from './library.js';
import { modulesOf } from './modules/modules.js';
import { type Module, named, OUTSIDE, type Value } from './values.js';

/** Finds what a module shows to others. */
export function exportsOf(get: () => Following): Pick<Members, 'shown' | 'exported'> {
  async function shown(module: Module, name: string, trail: Trail | undefined): Promise<Value[]> {
    const found = await all(module.files, (file) => exported(file, name, trail));
    const known = found.filter(({ kind }) => kind !== 'outside');
    if (known.length > 0) return known;
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
    const next = onward(trail, `export ${file.place.repository.name} ${file.path} ${name}`);
    if (!next) return [];
    const { language, exports, stars } = file.summary;
    if (language !== 'javascript') return shownByScope(file, name, next);
    const own = exports.filter((one) => one.name === name);
    if (own.length > 0) return all(own, ({ path }) => get().named(file, path, { trail: next }));
    const listed = stars.filter((star) => star.exported);
    const found =
      name === 'default' ? [] : await get().fromStars(file, listed, { name, trail: next });
    if (found.length > 0) return found;
    return fromWhole(file, name, next);
  }

  /** `module.exports = { name }`, and the default of what has none. */
  async function fromWhole(file: SourceFile, name: string, trail: Trail): Promise<Value[]> {
    const whole = file.summary.exports.find((one) => one.name === 'default');
    if (!whole)
      return name === 'default'
        ? [{ kind: 'module', language: 'javascript', files: [file] }]
        : [OUTSIDE];
    const values = await get().evaluate(file, whole.path, trail);
    return all(values, (value) => get().members(value, name, trail));
  }

  async function shownByScope(file: SourceFile, name: string, trail: Trail): Promise<Value[]> {
    const own = named(file, file.declared(0, name));
    if (own.length > 0) return all(own, (value) => get().followed(value, trail));
    if (file.summary.language !== 'python') return [OUTSIDE];
    const found = await get().fromStars(file, file.summary.stars, { name, trail });
    return found.length > 0 ? found : [OUTSIDE];
  }

  return { shown, exported };
}
