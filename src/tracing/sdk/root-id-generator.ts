import { type IdGenerator, RandomIdGenerator } from '@opentelemetry/sdk-trace-base';
import type { RootIds } from './ids.js';

/** Random IDs, except for the span that is started in `using`. */
export class RootIdGenerator implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  #next: RootIds | undefined;

  readonly generateTraceId = (): string => this.#next?.traceId ?? this.#random.generateTraceId();
  readonly generateSpanId = (): string => this.#next?.spanId ?? this.#random.generateSpanId();

  /** Runs `start`, which starts a root span, with these IDs. */
  using<T>(ids: RootIds, start: () => T): T {
    this.#next = ids;
    try {
      return start();
    } finally {
      this.#next = undefined;
    }
  }
}
