import type { Ref } from './directory.js';

/** A custom workflow step, as the manifest declares it under `functions`. */
export interface StepDeclaration {
  readonly callbackId: string;
  readonly title: string;
  readonly description: string;
  readonly inputs: readonly StepParameter[];
  readonly outputs: readonly StepParameter[];
}

export interface StepParameter {
  readonly name: string;
  readonly title: string;
  readonly type: 'string' | 'slack#/types/user_context' | 'slack#/types/channel_id';
  readonly description: string;
  readonly required: boolean;
}

export interface StepInput {
  /** The person who starts the workflow. Slack passes them to inputs of the type `user_context`. */
  readonly as: Ref;
  readonly callbackId: string;
  /** What the workflow's author has set. Authors cannot set inputs of the type `user_context`. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** The workflow was published with an older manifest: its inputs are passed as they are. Default: false. */
  readonly outdated?: boolean;
}

/** One run of a step. */
export interface StepRun {
  /** `Fx…` */
  readonly execution: string;
  readonly callbackId: string;
  /** The person who started the workflow. */
  readonly startedBy: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly state: 'running' | 'completed' | 'failed';
  readonly outputs?: Readonly<Record<string, unknown>>;
  readonly error?: string;
}
