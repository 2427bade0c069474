import { all, type Following, type Members, onward, type Trail } from './following.js';
import type { SourceFile } from './library.js';
import { modulesOf } from './modules/modules.js';
import { type Module, type Named, named, OUTSIDE, type Value } from './values.js';

export function membersOf(get: () => Following): Members {
  async function members(value: Value, name: string, trail: Trail | undefined): Promise<Value[]> {
    if (value.kind === 'outside') return [OUTSIDE];
    if (value.kind === 'many') return [{ kind: 'method', name, of: value.of }];
    if (value.kind === 'module') return ofModule(value, name, trail);
    if (value.kind !== 'named') return [OUTSIDE];
    const own = await ownMembers(value, name);
    if (own.length > 0) return all(own, (one) => get().followed(one, trail));
    return inherited(value, name, trail);
  }

  async function ownMembers(value: Named, name: string): Promise<Named[]> {
    const { file, declaration } = value;
    const { inner, name: owner } = file.declaration(declaration);
    const within = inner === undefined ? [] : named(file, file.declared(inner, name));
    if (within.length > 0 || file.summary.language !== 'go') return within;
    const files = await modulesOf(file).siblings({ from: file, library: get().library });
    return files.flatMap((one) => named(one, one.ofOwner(owner, name)));
  }

  async function inherited(value: Named, name: string, trail: Trail | undefined): Promise<Value[]> {
    const { file, declaration } = value;
    const { bases = [], inner } = file.declaration(declaration);
    const next = onward(trail, `bases ${file.path} ${declaration} ${name}`);
    if (!next) return [];
    const found = await all(bases, async (base) => {
      const owners = await get().evaluate(file, base, next);
      if (owners.length === 0) return [undefined];
      return all(owners, (owner) => members(owner, name, next));
    });
    const known = found.filter((one) => one?.kind === 'named');
    if (known.length > 0) return known.flatMap((one) => one ?? []);
    // A base that could not be followed may have it.
    if (found.includes(undefined)) return [];
    return inner === undefined && bases.length === 0 ? [] : [OUTSIDE];
  }

  async function ofModule(
    module: Module,
    name: string,
    trail: Trail | undefined,
  ): Promise<Value[]> {
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
    const found = name === 'default' ? [] : await fromStars(file, listed, { name, trail: next });
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
    return all(values, (value) => members(value, name, trail));
  }

  async function shownByScope(file: SourceFile, name: string, trail: Trail): Promise<Value[]> {
    const own = named(file, file.declared(0, name));
    if (own.length > 0) return all(own, (value) => get().followed(value, trail));
    if (file.summary.language !== 'python') return [OUTSIDE];
    const found = await fromStars(file, file.summary.stars, { name, trail });
    return found.length > 0 ? found : [OUTSIDE];
  }

  async function fromStars(
    file: SourceFile,
    stars: SourceFile['summary']['stars'],
    { name, trail }: { readonly name: string; readonly trail: Trail | undefined },
  ): Promise<Value[]> {
    const found = await all(stars, async ({ module }) => {
      const modules = await modulesOf(file).find(module, {
        from: file,
        library: get().library,
        name,
      });
      return all(modules, (one) => members(one, name, trail));
    });
    return found.filter(({ kind }) => kind !== 'outside');
  }

  async function beyond(
    file: SourceFile,
    name: string,
    trail: Trail | undefined,
  ): Promise<Value[]> {
    const near = await modulesOf(file).beside(name, { from: file, library: get().library });
    if (near.length > 0) return near;
    const stars = file.summary.stars.filter((star) => !star.exported);
    const found = await fromStars(file, stars, { name, trail });
    return found.length > 0 ? found : [OUTSIDE];
  }
  return { members, inherited, exported, beyond };
}
