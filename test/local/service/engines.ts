import type { Engine, EngineContext } from '../../../local/service/service.js';

/** An engine that stands at each question until the test says how it goes on. */
export interface ManualEngine {
  readonly engine: Engine;
  /** The questions that are being worked on. */
  readonly pending: Map<string, PendingQuestion>;
}

export interface PendingQuestion {
  readonly context: EngineContext;
  answer(text: string): void;
  fail(error: Error): void;
}

export function createManualEngine(): ManualEngine {
  const pending = new Map<string, PendingQuestion>();
  const engine: Engine = (question, context) =>
    new Promise((resolve, reject) => {
      pending.set(question, { context, answer: (answer) => resolve({ answer }), fail: reject });
    });
  return { engine, pending };
}
