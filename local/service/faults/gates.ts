import type { ApiCall, ApiGate, FaultRoute, GateOptions } from './types.js';

/** Hold calls until a test releases them. */
export interface ApiGates {
  open(route: FaultRoute, options?: GateOptions): ApiGate;
  /** Resolves when no gate holds this call any more. */
  waitFor(call: ApiCall, when: 'before' | 'after'): Promise<GateResult>;
  releaseAll(): void;
}

/** Whether the call continues, or its connection is dropped. */
type GateResult = 'on' | 'dropped';

interface HeldGate extends CallFilter {
  readonly when: 'before' | 'after';
  readonly opened: Promise<GateResult>;
  open(passage: GateResult): void;
  onReached(call: ApiCall): void;
}

export function createGates(): ApiGates {
  const gates = new Set<HeldGate>();
  return {
    open(route, { when = 'before', where } = {}) {
      const ended = createDeferred<GateResult>();
      const reached = createDeferred<ApiCall>();
      const gate: HeldGate = {
        route,
        when,
        opened: ended.promise,
        onReached: reached.resolve,
        ...(where === undefined ? {} : { where }),
        open: (passage) => {
          gates.delete(gate);
          ended.resolve(passage);
        },
      };
      gates.add(gate);
      const { open } = gate;
      return { reached: reached.promise, release: () => open('on'), drop: () => open('dropped') };
    },
    async waitFor(call, when) {
      const matching = [...gates].filter((gate) => gate.when === when && matchesCall(gate, call));
      for (const gate of matching) gate.onReached(call);
      const results = await Promise.all(matching.map(({ opened }) => opened));
      return results.includes('dropped') ? 'dropped' : 'on';
    },
    releaseAll() {
      for (const gate of [...gates]) gate.open('on');
    },
  };
}

/** Which calls a gate or a fault applies to. */
interface CallFilter {
  readonly route: FaultRoute;
  readonly where?: (call: ApiCall) => boolean;
}

export function matchesCall({ route, where }: CallFilter, call: ApiCall): boolean {
  return (route === '*' || route === call.route) && (where?.(call) ?? true);
}

function createDeferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
