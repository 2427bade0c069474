import { fileKey, type Library, type SourceFile } from '../codebase/codebase.js';
import { keyOf, type Named, type Value } from '../codebase/values.js';
import type { Path, Space } from '../symbols/symbol-table.js';
import { stepsOf } from './access-path.js';
import { exportsOf } from './exports.js';
import { starsOf } from './implicit-names.js';
import { membersOf } from './members.js';
import { all, type Following, onward } from './resolver-context.js';
import { scopesOf } from './scopes.js';

/** Follows paths to what they lead to, through scopes, imports and types. */
export interface Resolver {
  readonly library: Library;
  /**
   * What the path names, with imports followed: a function itself, not what it returns. Nothing
   * where it cannot be followed.
   */
  named(file: SourceFile, path: Path, space?: Space): Promise<Value[]>;
  /** What another name of something stands for. */
  followed(value: Value): Promise<Value[]>;
  /** The members of something by a name; of a variable those of what it holds. */
  membersOf(value: Value, name: string): Promise<Value[]>;
}

export function createResolver(library: Library): Resolver {
  const following = createFollowing(library);
  return {
    library,
    named: (file, path, space = 'both') => following.named(file, path, { trail: undefined, space }),
    followed: (value) => following.followed(value, undefined),
    membersOf: async (value, name) => {
      const held = value.kind === 'named' ? await heldBy(value, following) : [value];
      return all(held, (one) => following.members(one, name, undefined));
    },
  };
}

/** Of a variable its value, else itself. */
function heldBy({ file, declaration }: Named, following: Following): Promise<Value[]> {
  return following.evaluate(file, { scope: 0, steps: [`#${declaration}`] }, undefined);
}

function createFollowing(library: Library): Following {
  const known = new Map<string, Value[]>();
  const get = () => following;
  const { follow } = stepsOf(get);
  const { root } = scopesOf(get);
  const following: Following = {
    library,
    async named(file, path, { trail, space = 'both' }) {
      const last = path.steps.at(-1) ?? '?';
      if (path.steps.length === 1) {
        const found = await root(file, path, { trail, space });
        return all(found, (value) => following.followed(value, trail));
      }
      if (!last.startsWith('.')) return following.evaluate(file, path, trail);
      const owner = { scope: path.scope, steps: path.steps.slice(0, -1) };
      const owners = await following.evaluate(file, owner, trail);
      return all(owners, (value) => following.members(value, last.slice(1), trail));
    },
    async evaluate(file, path, trail) {
      const key = `${fileKey(file)} ${path.scope} ${path.steps.join(' ')}`;
      const cached = known.get(key);
      if (cached) return cached;
      const next = onward(trail, key);
      if (!next) return [];
      await library.goOn();
      const values = await follow(file, path, next);
      // Nothing may be found on a way in circles, and something on another.
      if (values.length > 0 || !trail) known.set(key, values);
      return values;
    },
    async followed(value, trail) {
      if (value.kind !== 'named') return [value];
      const { file, declaration } = value;
      const { alias } = file.declaration(declaration);
      if (!alias) return [value];
      const next = onward(trail, `alias ${keyOf(value)}`);
      return next ? following.named(file, alias, { trail: next }) : [];
    },
    ...membersOf(get),
    ...exportsOf(get),
    ...starsOf(get),
  };
  return following;
}
