import type { SourceFile } from '../codebase/codebase.js';
import {
  collectionMethodArgument,
  collectionMethodResult,
  EXTERNAL_VALUE,
  instanceOf,
  isClass,
  type Value,
} from '../codebase/values.js';
import type { AccessPath } from '../symbols/symbol-table.js';
import { flatMapSeries, type ResolutionStack, type ResolverContext } from './resolver-context.js';

/** Follows an access path step by step. */
export function accessPathResolver(get: () => ResolverContext) {
  async function follow(
    file: SourceFile,
    path: AccessPath,
    stack: ResolutionStack,
  ): Promise<Value[]> {
    const [, ...rest] = path.steps;
    let values = await followRoot(file, path, stack);
    let isOnClass = false;
    for (const step of rest) {
      isOnClass ||= values.some(isOwnClass);
      // What `Order.objects.get()` of a library gives is rather an `Order`.
      if (step === '()' && isOnClass && values.every(isExternal)) return [];
      const next = await flatMapSeries(values, (value) => followStep(step, value, stack));
      values = step.startsWith('.')
        ? await flatMapSeries(next, (value) => valueOfVariable(value, stack, get()))
        : next;
    }
    return values.slice(0, MAX_VALUES);
  }

  async function followRoot(
    file: SourceFile,
    { scope, steps }: AccessPath,
    stack: ResolutionStack,
  ): Promise<Value[]> {
    const [first = '?'] = steps;
    const number = /^#(\d+)$/.exec(first)?.[1];
    const alternatives =
      number === undefined ? undefined : file.declaration(Number(number)).alternatives;
    if (alternatives) {
      return flatMapSeries(alternatives, (one) => {
        return get().evaluate(file, { scope, steps: one }, stack);
      });
    }
    const roots = await get().resolve(file, { scope, steps: [first] }, { stack });
    return flatMapSeries(roots, (value) => valueOfVariable(value, stack, get()));
  }

  async function followStep(step: string, value: Value, stack: ResolutionStack): Promise<Value[]> {
    // A list of the language's may hold what the repository defines.
    if (value.kind === 'external') return step === '[]' ? [] : [EXTERNAL_VALUE];
    // A promise counts as what it resolves to, so anything may have `then`.
    if (step === '.then') return [{ kind: 'collection-method', name: 'then', of: value }];
    if (step.startsWith('.')) return get().members(value, step.slice(1), stack);
    if (step.startsWith('<')) return parameterType(value, Number(step.slice(1)), stack);
    switch (step) {
      case '*':
        return [{ kind: 'collection', of: value }];
      case '[]':
        return value.kind === 'collection' ? [value.of] : [];
      case '{}':
        return [instanceOf(value)];
      case '()':
        return callResult(value, stack, get());
      default:
        return [];
    }
  }

  async function parameterType(
    value: Value,
    index: number,
    stack: ResolutionStack,
  ): Promise<Value[]> {
    if (value.kind === 'collection-method') return collectionMethodArgument(value);
    if (value.kind === 'callback') return [value.of];
    if (value.kind !== 'declaration') return [];
    const callees = isClass(value) ? await get().members(value, 'constructor', stack) : [value];
    return flatMapSeries(callees, async (callee) => {
      if (callee.kind !== 'declaration') return [];
      const type = callee.file.declaration(callee.declaration).parameterTypes?.[index];
      return type ? get().evaluate(callee.file, type, stack) : [];
    });
  }
  return { follow };
}

function isOwnClass(value: Value): boolean {
  return value.kind === 'declaration' && isClass(value) && !value.isInstance;
}

function isExternal({ kind }: Value): boolean {
  return kind === 'external';
}

/** The value that a variable holds; anything else as it is. */
async function valueOfVariable(
  value: Value,
  stack: ResolutionStack,
  context: ResolverContext,
): Promise<Value[]> {
  if (value.kind !== 'declaration' || value.isInstance) return [value];
  const { type, memberScope, parameterTypes } = value.file.declaration(value.declaration);
  if (type) return context.evaluate(value.file, type, stack);
  return isClass(value) || memberScope !== undefined || parameterTypes ? [value] : [];
}

async function callResult(
  value: Value,
  stack: ResolutionStack,
  context: ResolverContext,
): Promise<Value[]> {
  if (value.kind === 'collection-method') {
    return collectionMethodResult(value) ?? callResult(value.of, stack, context);
  }
  if (value.kind === 'external') return [EXTERNAL_VALUE];
  if (value.kind !== 'declaration' || value.isInstance) return [];
  if (isClass(value)) return [instanceOf(value)];
  const { returnType } = value.file.declaration(value.declaration);
  return returnType ? context.evaluate(value.file, returnType, stack) : [];
}

/** Overloads give several. */
const MAX_VALUES = 24;
