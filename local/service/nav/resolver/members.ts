import { type Named, named, OUTSIDE, type Value } from '../codebase/values.js';
import { modulesOf } from '../modules/modules.js';
import { all, type Following, type Members, onward, type Trail } from './resolver-context.js';

/** Finds what is in a value: of its class, and of what that inherits. */
export function membersOf(get: () => Following): Pick<Members, 'members' | 'inherited'> {
  async function members(value: Value, name: string, trail: Trail | undefined): Promise<Value[]> {
    if (value.kind === 'outside') return [OUTSIDE];
    if (value.kind === 'many') return [{ kind: 'method', name, of: value.of }];
    // `posts.status.ts` where posts are a record: its members are what it holds.
    if (value.kind === 'method') return members(value.of, name, trail);
    if (value.kind === 'module') return get().shown(value, name, trail);
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
  return { members, inherited };
}
