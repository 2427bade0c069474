import { DeepSearchSlackError } from '../../model/error.js';
import type { Findings } from '../../ops/doctor.js';

/** The person at the terminal stopped with Ctrl-C. */
export class Cancelled extends DeepSearchSlackError {
  readonly code = 'cancelled';
}

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
}

/** Says what is wrong with an entry, which stays to be corrected; undefined: nothing. */
export type Validate = (entry: string) => string | undefined;

/** A conversation with the person at the terminal. Each question rejects with `Cancelled` on Ctrl-C. */
export interface Dialog {
  say(text: string): void;
  /** Text to copy: on lines of its own, and never wrapped. */
  print(text: string): void;
  show(findings: Findings): void;
  ask(question: string, options: { initial?: string; validate: Validate }): Promise<string>;
  /** As `ask`; what is typed is not shown. */
  askSecret(question: string, options: { validate: Validate }): Promise<string>;
  choose<T extends string>(question: string, choices: readonly Choice<T>[]): Promise<T>;
  confirm(question: string): Promise<boolean>;
  /** Says what happens, and waits for it. What is typed meanwhile is neither shown nor kept. */
  wait<T>(what: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}
