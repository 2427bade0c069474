import type { Ref } from './directory.js';

/** A step that the app offers to workflows, as its manifest declares it under `functions`. */
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
  readonly type: 'string' | 'slack#/types/user_id' | 'slack#/types/channel_id';
  readonly description: string;
  readonly required: boolean;
}

export interface StepInput {
  /** Who starts the workflow. */
  readonly as: Ref;
  readonly callbackId: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** One run of a step. */
export interface StepRun {
  /** `Fx…` */
  readonly execution: string;
  readonly callbackId: string;
  /** Who started the workflow. */
  readonly by: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly state: 'running' | 'completed' | 'failed';
  readonly outputs?: Readonly<Record<string, unknown>>;
  readonly error?: string;
}
