import { Environment, fixFor, type Variable } from './environment.js';
import type { ConfigIssue } from './faults.js';

/** The variables whose value is a string or undefined. */
export type TextVariable = {
  [K in Variable]: Environment[K] extends string | undefined ? K : never;
}[Variable];

/** The valid part of the environment, and everything that is wrong with the rest. */
export class EnvironmentReader {
  readonly values: Environment;
  readonly issues: ConfigIssue[] = [];
  readonly #set: ReadonlySet<string>;

  constructor(env: Record<string, string | undefined>) {
    const given = withoutEmpty(env);
    this.#set = new Set(Object.keys(given));
    const result = Environment.safeParse(given);
    for (const { path, message } of result.error?.issues ?? []) {
      this.addIssue(String(path[0]), message);
    }
    // Drop what is invalid and read the rest, so that one run reports every fault.
    for (const { name } of this.issues) delete given[name];
    this.values = result.data ?? Environment.parse(given);
  }

  /** Whether the variable has a value, valid or not. */
  has(name: Variable): boolean {
    return this.#set.has(name);
  }

  /** Records what is wrong with a variable. The first fault of a variable wins. */
  addIssue(name: string, message: string): void {
    if (!this.issues.some((fault) => fault.name === name)) this.issues.push({ name, message });
  }

  /** The value of a required variable; if it is missing, `instead`, and a fault is recorded. */
  need<K extends Variable, T>(name: K, instead: T): NonNullable<Environment[K]> | T {
    const value = this.values[name];
    if (value !== undefined) return value;
    this.addIssue(name, `is missing: ${fixFor(name)}`);
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
