import { type At, all, type Following, onward, type Trail } from './following.js';
import { type Library, placeKey, type SourceFile } from './library.js';
import { membersOf } from './members.js';
import { modulesOf } from './modules/modules.js';
import type { Path, Space } from './summary.js';
import { givenBy, type Named, named, OUTSIDE, type Value } from './values.js';

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
      const held = value.kind === 'named' ? await valueOf(value, following) : [value];
      return all(held, (one) => following.members(one, name, undefined));
    },
  };
}

/** Of a variable its value, else itself. */
function valueOf({ file, declaration }: Named, following: Following): Promise<Value[]> {
  return following.evaluate(file, { scope: 0, steps: [`#${declaration}`] }, undefined);
}

function createFollowing(library: Library): Following {
  const known = new Map<string, Value[]>();
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
      const key = `${placeKey(file.place)}:${file.path} ${path.scope} ${path.steps.join(' ')}`;
      const cached = known.get(key);
      if (cached) return cached;
      const next = onward(trail, key);
      if (!next) return [];
      library.check();
      const values = await steps(file, path, next);
      known.set(key, values);
      return values;
    },
    async followed(value, trail) {
      if (value.kind !== 'named') return [value];
      const { alias } = value.file.declaration(value.declaration);
      if (!alias) return [value];
      const next = onward(
        trail,
        `alias ${placeKey(value.file.place)}:${value.file.path} ${value.declaration}`,
      );
      return next ? following.named(value.file, alias, { trail: next }) : [];
    },
    ...membersOf(() => following),
  };

  /** A path's steps, one after the other. */
  async function steps(file: SourceFile, path: Path, trail: Trail): Promise<Value[]> {
    const [first = '?', ...rest] = path.steps;
    const begin = await following.named(file, { scope: path.scope, steps: [first] }, { trail });
    let values = await all(begin, (value) => settled(value, trail));
    for (const step of rest) {
      const taken = await all(values, (value) => taking(step, value, trail));
      values = step.startsWith('.') ? await all(taken, (value) => settled(value, trail)) : taken;
    }
    return values.slice(0, 8);
  }

  /** Of a variable its value. */
  async function settled(value: Value, trail: Trail): Promise<Value[]> {
    if (value.kind !== 'named' || value.isValue) return [value];
    const { type, isClass, inner, parameters } = value.file.declaration(value.declaration);
    if (type) return following.evaluate(value.file, type, trail);
    return isClass || inner !== undefined || parameters ? [value] : [];
  }

  async function taking(step: string, value: Value, trail: Trail): Promise<Value[]> {
    if (value.kind === 'outside') return [OUTSIDE];
    if (step.startsWith('.')) return following.members(value, step.slice(1), trail);
    if (step === '*') return [{ kind: 'many', of: value }];
    if (step === '[]') return value.kind === 'many' ? [value.of] : [];
    if (step === '()') return called(value, trail);
    if (step === '{}') {
      const isType = value.kind === 'named' && isClass(value);
      return isType ? [{ ...value, isValue: true }] : [value];
    }
    return step.startsWith('<') ? parameter(value, Number(step.slice(1)), trail) : [];
  }

  async function called(value: Value, trail: Trail): Promise<Value[]> {
    if (value.kind === 'method') return givenBy(value);
    if (value.kind !== 'named' || value.isValue) return [];
    if (isClass(value)) return [{ ...value, isValue: true }];
    const { returns } = value.file.declaration(value.declaration);
    return returns ? following.evaluate(value.file, returns, trail) : [];
  }

  async function parameter(value: Value, n: number, trail: Trail): Promise<Value[]> {
    if (value.kind === 'method') return [{ kind: 'callback', of: value.of }];
    if (value.kind === 'callback') return [value.of];
    if (value.kind !== 'named') return [];
    const made = isClass(value) ? await following.members(value, 'constructor', trail) : [value];
    return all(made, async (one) => {
      if (one.kind !== 'named') return [];
      const type = one.file.declaration(one.declaration).parameters?.[n];
      return type ? following.evaluate(one.file, type, trail) : [];
    });
  }

  async function root(file: SourceFile, path: Path, at: At): Promise<Value[]> {
    const [first = '?'] = path.steps;
    if (first === '?') return [];
    if (first === '!') return [OUTSIDE];
    if (/^#\d+$/.test(first)) return named(file, [Number(first.slice(1))]);
    if (first.startsWith('@')) {
      return modulesOf(file).find(first.slice(1), { from: file, library });
    }
    if (first === 'this' || first === 'super') return ofClass(file, path, at);
    return lexical(file, path, at);
  }

  async function ofClass(
    file: SourceFile,
    { scope, steps: [word] }: Path,
    at: At,
  ): Promise<Value[]> {
    const { scopes } = file.summary;
    for (let n = scope; n >= 0; n = scopes[n]?.parent ?? -1) {
      const self = scopes[n]?.self;
      if (self === undefined) continue;
      const own: Named = { kind: 'named', file, declaration: self, isValue: true };
      if (word === 'this') return [own];
      const bases = file.declaration(self).bases ?? [];
      const found = await all(bases, (base) => following.evaluate(file, base, at.trail));
      return found.map((base) => (base.kind === 'named' ? { ...base, isValue: true } : base));
    }
    return [];
  }

  /** From the innermost scope outwards, and then beyond the file. */
  async function lexical(file: SourceFile, path: Path, { trail, space }: At): Promise<Value[]> {
    const { scopes, language } = file.summary;
    const [name = ''] = path.steps;
    for (let n = path.scope; n >= 0; n = scopes[n]?.parent ?? -1) {
      const own = file.declared(n, name).filter((one) => fits(file, one, space));
      if (own.length > 0) return named(file, own);
      const self = scopes[n]?.self;
      if (language !== 'java' || self === undefined) continue;
      const me: Named = { kind: 'named', file, declaration: self, isValue: true };
      const inherited = await following.inherited(me, name, trail);
      if (inherited.some(({ kind }) => kind === 'named')) return inherited;
    }
    return following.beyond(file, name, trail);
  }
  return following;
}

function fits(file: SourceFile, declaration: number, space: Space = 'both'): boolean {
  const own = file.declaration(declaration).space;
  return own === 'both' || space === 'both' || own === space;
}

function isClass({ file, declaration }: Named): boolean {
  return file.declaration(declaration).isClass === true;
}
