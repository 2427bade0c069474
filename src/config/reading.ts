import { Environment, fixFor, type Variable } from './environment.js';
import type { Fault } from './faults.js';

/** The variables whose value is a string, or absent. */
export type TextVariable = {
  [K in Variable]: Environment[K] extends string | undefined ? K : never;
}[Variable];

/** The environment as far as it can be read, and all that is found wrong with it. */
export class Reading {
  readonly values: Environment;
  readonly faults: Fault[] = [];
  readonly #set: ReadonlySet<string>;

  constructor(env: Record<string, string | undefined>) {
    const given = withoutEmpty(env);
    this.#set = new Set(Object.keys(given));
    const result = Environment.safeParse(given);
    for (const { path, message } of result.error?.issues ?? []) {
      this.fault(String(path[0]), message);
    }
    // Without what is at fault the rest can be read, so that every fault is named at once.
    for (const { name } of this.faults) delete given[name];
    this.values = result.data ?? Environment.parse(given);
  }

  /** Whether the variable has a value, be it right or wrong. */
  has(name: Variable): boolean {
    return this.#set.has(name);
  }

  /** Notes what is wrong with a variable, unless something was noted before. */
  fault(name: string, message: string): void {
    if (!this.faults.some((fault) => fault.name === name)) this.faults.push({ name, message });
  }

  /** The value of a variable that is required here; `instead` and a fault where it is missing. */
  need<K extends Variable, T>(name: K, instead: T): NonNullable<Environment[K]> | T {
    const value = this.values[name];
    if (value !== undefined) return value;
    this.fault(name, `is missing: ${fixFor(name)}`);
    return instead;
  }

  text(name: TextVariable): string {
    return this.need(name, '');
  }
}

function withoutEmpty(env: Record<string, string | undefined>): Record<string, string> {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    const trimmed = value?.trim();
    if (trimmed) given[name] = trimmed;
  }
  return given;
}
