import { DeepSearchSlackError } from '../model/error.js';
import { Environment, fixFor, type Variable } from './environment.js';

/** An invalid setting: `message` completes "NAME …" and includes the fix. */
export interface ConfigIssue {
  readonly name: string;
  readonly message: string;
}

/** The settings are invalid. The message is for the operator: print it without a stack. */
export class ConfigError extends DeepSearchSlackError {
  readonly code = 'config';
  readonly issues: readonly ConfigIssue[];

  constructor(issues: readonly ConfigIssue[]) {
    super(describeIssues(issues));
    this.issues = issues;
  }
}

function describeIssues(issues: readonly ConfigIssue[]): string {
  const count = issues.length === 1 ? 'one setting' : `${issues.length} settings`;
  const lines = issues.map(({ name, message }) => `  ${name} ${message}.`);
  return [`deepsearch-slack cannot start: ${count} must be fixed.`, ...lines].join('\n');
}

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
    const variables = withoutEmpty(env);
    this.#set = new Set(Object.keys(variables));
    const result = Environment.safeParse(variables);
    for (const { path, message } of result.error?.issues ?? []) {
      this.addIssue(String(path[0]), message);
    }
    // Without the invalid ones the rest can be read, so one run reports every issue.
    for (const { name } of this.issues) delete variables[name];
    this.values = result.data ?? Environment.parse(variables);
  }

  /** Whether the variable has a value, valid or not. */
  has(name: Variable): boolean {
    return this.#set.has(name);
  }

  /** Adds an issue, unless the variable has one already. */
  addIssue(name: string, message: string): void {
    if (!this.issues.some((issue) => issue.name === name)) this.issues.push({ name, message });
  }

  /** The value of a required variable. If it is missing, adds an issue and returns `instead`. */
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
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    const trimmed = value?.trim();
    if (trimmed) variables[name] = trimmed;
  }
  return variables;
}
