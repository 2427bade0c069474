import type { SourceFile } from '../codebase/codebase.js';
import {
  givenBy,
  instanceOf,
  isClass,
  type Named,
  OUTSIDE,
  takenBy,
  type Value,
} from '../codebase/values.js';
import type { Path } from '../symbols/symbol-table.js';
import { all, type Following, type Trail } from './resolver-context.js';

/** Follows a path's steps, one after the other. */
export function stepsOf(get: () => Following) {
  async function follow(file: SourceFile, path: Path, trail: Trail): Promise<Value[]> {
    const [, ...rest] = path.steps;
    let values = await begun(file, path, trail);
    for (const step of rest) {
      const taken = await all(values, (value) => taking(step, value, trail));
      values = step.startsWith('.') ? await all(taken, (value) => settled(value, trail)) : taken;
    }
    return values.slice(0, MOST_VALUES);
  }

  async function begun(file: SourceFile, { scope, steps }: Path, trail: Trail): Promise<Value[]> {
    const [first = '?'] = steps;
    const number = /^#(\d+)$/.exec(first)?.[1];
    const several = number === undefined ? undefined : file.declaration(Number(number)).oneOf;
    if (several) return all(several, (one) => get().evaluate(file, { scope, steps: one }, trail));
    const begin = await get().named(file, { scope, steps: [first] }, { trail });
    return all(begin, (value) => settled(value, trail));
  }

  /** Of a variable its value. */
  async function settled(value: Value, trail: Trail): Promise<Value[]> {
    if (value.kind !== 'named' || value.isValue) return [value];
    const { type, inner, parameters } = value.file.declaration(value.declaration);
    if (type) return get().evaluate(value.file, type, trail);
    return isClass(value) || inner !== undefined || parameters ? [value] : [];
  }

  async function taking(step: string, value: Value, trail: Trail): Promise<Value[]> {
    if (value.kind === 'outside') return [OUTSIDE];
    // Promises count as what they bring, so anything may be waited for.
    if (step === '.then') return [{ kind: 'method', name: 'then', of: value }];
    if (step.startsWith('.')) return get().members(value, step.slice(1), trail);
    if (step.startsWith('<')) return parameter(value, Number(step.slice(1)), trail);
    switch (step) {
      case '*':
        return [{ kind: 'many', of: value }];
      case '[]':
        return value.kind === 'many' ? [value.of] : [];
      case '{}':
        return [instanceOf(value)];
      case '()':
        return called(value, trail);
      default:
        return [];
    }
  }

  async function called(value: Value, trail: Trail): Promise<Value[]> {
    if (value.kind === 'method') return givenBy(value) ?? called(value.of, trail);
    if (value.kind === 'outside') return [OUTSIDE];
    if (value.kind !== 'named' || value.isValue) return [];
    if (isClass(value)) return [instanceOf(value)];
    const { returns } = value.file.declaration(value.declaration);
    return returns ? get().evaluate(value.file, returns, trail) : [];
  }

  async function parameter(value: Value, n: number, trail: Trail): Promise<Value[]> {
    if (value.kind === 'method') return takenBy(value);
    if (value.kind === 'callback') return [value.of];
    if (value.kind !== 'named') return [];
    const made = isClass(value) ? await get().members(value, 'constructor', trail) : [value];
    return all(made, async (one) => (one.kind === 'named' ? expected(one, n, trail) : []));
  }

  async function expected({ file, declaration }: Named, n: number, trail: Trail): Promise<Value[]> {
    const type = file.declaration(declaration).parameters?.[n];
    return type ? get().evaluate(file, type, trail) : [];
  }
  return { follow };
}

/** Of overloads and the like. */
const MOST_VALUES = 24;
