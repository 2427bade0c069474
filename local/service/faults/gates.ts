import type { Call, Gate, GateOptions, Route } from './types.js';

/** Places where calls stand until somebody lets them through. */
export interface Gates {
  open(route: Route, options?: GateOptions): Gate;
  /** Resolves when no gate stands before this call any more. */
  pass(call: Call, when: 'before' | 'after'): Promise<Passage>;
  releaseAll(): void;
}

/** Whether a call goes on, or its connection ends here. */
type Passage = 'on' | 'dropped';

interface Barrier extends Aim {
  readonly when: 'before' | 'after';
  readonly ended: Promise<Passage>;
  end(passage: Passage): void;
  reach(call: Call): void;
}

export function createGates(): Gates {
  const barriers = new Set<Barrier>();
  return {
    open(route, { when = 'before', where } = {}) {
      const ended = deferred<Passage>();
      const reached = deferred<Call>();
      const barrier: Barrier = {
        ...{ route, when, ended: ended.promise, reach: reached.resolve },
        ...(where === undefined ? {} : { where }),
        end: (passage) => {
          barriers.delete(barrier);
          ended.resolve(passage);
        },
      };
      barriers.add(barrier);
      const { end } = barrier;
      return { reached: reached.promise, release: () => end('on'), drop: () => end('dropped') };
    },
    async pass(call, when) {
      const standing = [...barriers].filter(
        (barrier) => barrier.when === when && fits(barrier, call),
      );
      for (const barrier of standing) barrier.reach(call);
      const passages = await Promise.all(standing.map(({ ended }) => ended));
      return passages.includes('dropped') ? 'dropped' : 'on';
    },
    releaseAll() {
      for (const barrier of [...barriers]) barrier.end('on');
    },
  };
}

/** Which calls a gate or a fault is for. */
interface Aim {
  readonly route: Route;
  readonly where?: (call: Call) => boolean;
}

export function fits({ route, where }: Aim, call: Call): boolean {
  return (route === '*' || route === call.route) && (where?.(call) ?? true);
}

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
