import type { SourceFile } from '../codebase/codebase.js';
import { type Named, named, OUTSIDE, type Value } from '../codebase/values.js';
import { modulesOf } from '../modules/modules.js';
import type { Path, Space } from '../symbols/symbol-table.js';
import { type At, all, type Following } from './resolver-context.js';

/** Finds what a path begins with. */
export function scopesOf(get: () => Following) {
  async function root(file: SourceFile, path: Path, at: At): Promise<Value[]> {
    const [first = '?'] = path.steps;
    if (first === '?') return [];
    if (first === '!') return [OUTSIDE];
    if (/^#\d+$/.test(first)) return named(file, [Number(first.slice(1))]);
    if (first.startsWith('@')) {
      return modulesOf(file).find(first.slice(1), { from: file, library: get().library });
    }
    return first === 'this' || first === 'super'
      ? ofClass(file, path, at)
      : lexical(file, path, at);
  }

  async function ofClass(
    file: SourceFile,
    { scope, steps: [word] }: Path,
    { trail }: At,
  ): Promise<Value[]> {
    const self = around(file, scope).find((one) => one.self !== undefined)?.self;
    if (self === undefined) return [];
    if (word === 'this') return [valueOfClass(file, self)];
    const bases = file.declaration(self).bases ?? [];
    const found = await all(bases, (base) => get().evaluate(file, base, trail));
    return found.map((base) => (base.kind === 'named' ? { ...base, isValue: true } : base));
  }

  /** From the innermost scope outwards, and then beyond the file. */
  async function lexical(file: SourceFile, path: Path, { trail, space }: At): Promise<Value[]> {
    const [name = ''] = path.steps;
    const inherits = file.summary.language === 'java';
    for (const { scope, self } of around(file, path.scope)) {
      const own = file.declared(scope, name).filter((one) => fits(file, one, space));
      if (own.length > 0) return named(file, own);
      if (!inherits || self === undefined) continue;
      const inherited = await get().inherited(valueOfClass(file, self), name, trail);
      if (inherited.some(({ kind }) => kind === 'named')) return inherited;
    }
    return get().beyond(file, name, trail);
  }
  return { root };
}

/** The scope and those around it, the file's last. */
function around({ summary }: SourceFile, scope: number): { scope: number; self?: number }[] {
  const found: { scope: number; self?: number }[] = [];
  for (let n = scope; n >= 0; n = summary.scopes[n]?.parent ?? -1) {
    const self = summary.scopes[n]?.self;
    found.push({ scope: n, ...(self !== undefined && { self }) });
  }
  return found;
}

function valueOfClass(file: SourceFile, declaration: number): Named {
  return { kind: 'named', file, declaration, isValue: true };
}

function fits(file: SourceFile, declaration: number, space: Space = 'both'): boolean {
  const own = file.declaration(declaration).space;
  return own === 'both' || space === 'both' || own === space;
}
