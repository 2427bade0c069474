import type { Engine, EngineContext } from '../../../local/service/service.js';

/** An engine that stands at each question until the test says how it goes on. */
export interface HeldEngine {
  readonly engine: Engine;
  /** The questions that are being worked on. */
  readonly held: Map<string, Held>;
}

export interface Held {
  readonly context: EngineContext;
  answer(text: string): void;
  fail(error: Error): void;
}

export function heldEngine(): HeldEngine {
  const held = new Map<string, Held>();
  const engine: Engine = (question, context) =>
    new Promise((resolve, reject) => {
      held.set(question, { context, answer: (answer) => resolve({ answer }), fail: reject });
    });
  return { engine, held };
}
