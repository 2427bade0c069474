import type { Call, Gate, GateOptions, Route } from './types.js';

/** Places where calls stand until somebody lets them through. */
export interface Gates {
  open(route: Route, options?: GateOptions): Gate;
  /** Resolves when no gate stands before this call. */
  pass(call: Call, when: 'before' | 'after'): Promise<void>;
  releaseAll(): void;
}

interface Barrier {
  readonly route: Route;
  readonly when: 'before' | 'after';
  readonly released: Promise<void>;
  release(): void;
  reach(call: Call): void;
}

export function createGates(): Gates {
  const barriers = new Set<Barrier>();
  return {
    open(route, { when = 'before' } = {}) {
      const released = deferred<void>();
      const reached = deferred<Call>();
      const barrier: Barrier = {
        route,
        when,
        released: released.promise,
        release: () => {
          barriers.delete(barrier);
          released.resolve();
        },
        reach: reached.resolve,
      };
      barriers.add(barrier);
      return { reached: reached.promise, release: barrier.release };
    },
    async pass(call, when) {
      const standing = [...barriers].filter(
        (barrier) => barrier.when === when && fits(barrier.route, call),
      );
      for (const barrier of standing) barrier.reach(call);
      await Promise.all(standing.map(({ released }) => released));
    },
    releaseAll() {
      for (const barrier of [...barriers]) barrier.release();
    },
  };
}

export function fits(route: Route, call: Call): boolean {
  return route === '*' || route === call.route;
}

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
