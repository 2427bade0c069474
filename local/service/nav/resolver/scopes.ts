import type { SourceFile } from '../codebase/codebase.js';
import {
  type DeclarationValue,
  declarationValues,
  EXTERNAL_VALUE,
  type Value,
} from '../codebase/values.js';
import { moduleSystemOf } from '../modules/modules.js';
import type { AccessPath, DeclarationSpace } from '../symbols/symbol-table.js';
import { flatMapSeries, type ResolveOptions, type ResolverContext } from './resolver-context.js';

/** Resolves the first step of an access path. */
export function scopeLookup(get: () => ResolverContext) {
  async function root(file: SourceFile, path: AccessPath, at: ResolveOptions): Promise<Value[]> {
    const [first = '?'] = path.steps;
    if (first === '?') return [];
    if (first === '!') return [EXTERNAL_VALUE];
    if (/^#\d+$/.test(first)) return declarationValues(file, [Number(first.slice(1))]);
    if (first.startsWith('@')) {
      return moduleSystemOf(file).resolve(first.slice(1), { from: file, codebase: get().codebase });
    }
    return first === 'this' || first === 'super'
      ? ofClass(file, path, at)
      : lexical(file, path, at);
  }

  async function ofClass(
    file: SourceFile,
    { scope, steps: [word] }: AccessPath,
    { stack }: ResolveOptions,
  ): Promise<Value[]> {
    const thisClass = enclosingScopes(file, scope).find(
      (one) => one.thisClass !== undefined,
    )?.thisClass;
    if (thisClass === undefined) return [];
    if (word === 'this') return [instanceOfClass(file, thisClass)];
    const bases = file.declaration(thisClass).bases ?? [];
    const found = await flatMapSeries(bases, (base) => get().evaluate(file, base, stack));
    return found.map((base) => (base.kind === 'declaration' ? { ...base, isValue: true } : base));
  }

  /** Looks from the innermost scope outwards, and then outside the file. */
  async function lexical(
    file: SourceFile,
    path: AccessPath,
    { stack, space }: ResolveOptions,
  ): Promise<Value[]> {
    const [name = ''] = path.steps;
    const inherits = file.symbols.language === 'java';
    for (const { scope, thisClass } of enclosingScopes(file, path.scope)) {
      const own = file.declarationsNamed(scope, name).filter((one) => isInSpace(file, one, space));
      if (own.length > 0) return declarationValues(file, own);
      if (!inherits || thisClass === undefined) continue;
      const inherited = await get().inherited(instanceOfClass(file, thisClass), name, stack);
      if (inherited.some(({ kind }) => kind === 'declaration')) return inherited;
    }
    return get().implicitNames(file, name, stack);
  }
  return { root };
}

/** The scope and those that enclose it, innermost first. */
function enclosingScopes(
  { symbols }: SourceFile,
  scope: number,
): { scope: number; thisClass?: number }[] {
  const found: { scope: number; thisClass?: number }[] = [];
  for (let n = scope; n >= 0; n = symbols.scopes[n]?.parent ?? -1) {
    const thisClass = symbols.scopes[n]?.thisClass;
    found.push({ scope: n, ...(thisClass !== undefined && { thisClass }) });
  }
  return found;
}

function instanceOfClass(file: SourceFile, declaration: number): DeclarationValue {
  return { kind: 'declaration', file, declaration, isInstance: true };
}

function isInSpace(
  file: SourceFile,
  declaration: number,
  space: DeclarationSpace = 'both',
): boolean {
  const own = file.declaration(declaration).space;
  return own === 'both' || space === 'both' || own === space;
}
