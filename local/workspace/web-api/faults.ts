import type {
  Ref,
  WebApiCall,
  WebApiFault,
  WebApiFaultHandle,
  WebApiGate,
} from '../api/workspace.js';
import { idOf } from '../state/directory.js';

interface ArmedFault {
  readonly fault: WebApiFault;
  hits: number;
  left: number;
}

/** Faults that tests inject into calls. */
export class WebApiFaults {
  private armed: ArmedFault[] = [];

  add(fault: WebApiFault): WebApiFaultHandle {
    const armed: ArmedFault = { fault, hits: 0, left: fault.times ?? Number.POSITIVE_INFINITY };
    this.armed.push(armed);
    return {
      remove: () => {
        this.armed = this.armed.filter((it) => it !== armed);
      },
      get hits() {
        return armed.hits;
      },
    };
  }

  clear(): void {
    this.armed = [];
  }

  /** All faults that apply to this call, each counted once. */
  take(method: string, args: Readonly<Record<string, unknown>>): readonly WebApiFault[] {
    return this.armed.flatMap((armed) => {
      const { fault } = armed;
      if (armed.left <= 0 || !matches(fault, method, args)) return [];
      armed.left -= 1;
      armed.hits += 1;
      return [fault];
    });
  }
}

function matches(
  filter: {
    readonly method: string;
    readonly channel?: Ref;
    readonly where?: (args: Args) => boolean;
  },
  method: string,
  args: Readonly<Record<string, unknown>>,
): boolean {
  if (filter.method !== '*' && filter.method !== method) return false;
  if (filter.channel !== undefined && channelArgument(args) !== idOf(filter.channel)) return false;
  return filter.where?.(args) ?? true;
}

export function channelArgument(args: Readonly<Record<string, unknown>>): string | undefined {
  const channel = args['channel'] ?? args['channel_id'];
  return typeof channel === 'string' ? channel : undefined;
}

interface HeldCall {
  readonly call: WebApiCall;
  go(outcome: 'on' | 'dropped'): void;
}

type Args = Readonly<Record<string, unknown>>;

interface OpenGate {
  readonly method: string;
  readonly channel?: Ref;
  readonly where?: (args: Args) => boolean;
  readonly when: 'before' | 'after';
  open: boolean;
  readonly held: Set<HeldCall>;
  reach(call: WebApiCall): void;
}

/** Holds calls, so that a test can stop the app between two effects. */
export class WebApiGates {
  private readonly gates = new Set<OpenGate>();

  add(
    method: string,
    options: {
      readonly channel?: Ref;
      readonly when?: 'before' | 'after';
      readonly where?: (args: Args) => boolean;
    },
  ): WebApiGate {
    let reach: (call: WebApiCall) => void = () => {};
    const reached = new Promise<WebApiCall>((resolve) => {
      reach = resolve;
    });
    const { channel, where, when = 'before' } = options;
    const gate: OpenGate = {
      method,
      ...(channel === undefined ? {} : { channel }),
      ...(where === undefined ? {} : { where }),
      when,
      open: false,
      held: new Set(),
      reach,
    };
    this.gates.add(gate);
    return {
      reached,
      get held() {
        return gate.held.size;
      },
      release: () => this.end(gate, 'on'),
      drop: () => this.end(gate, 'dropped'),
    };
  }

  /** Resolves when no gate holds the call any longer. */
  async pass(when: 'before' | 'after', call: WebApiCall): Promise<'on' | 'dropped'> {
    for (const gate of this.gates) {
      if (gate.open || gate.when !== when || !matches(gate, call.method, call.args)) continue;
      const outcome = await hold(gate, call);
      if (outcome === 'dropped') return outcome;
    }
    return 'on';
  }

  dropAll(): void {
    for (const gate of this.gates) this.end(gate, 'dropped');
  }

  private end(gate: OpenGate, outcome: 'on' | 'dropped'): void {
    gate.open = true;
    this.gates.delete(gate);
    for (const held of gate.held) held.go(outcome);
    gate.held.clear();
  }
}

function hold(gate: OpenGate, call: WebApiCall): Promise<'on' | 'dropped'> {
  return new Promise((resolve) => {
    gate.held.add({ call, go: resolve });
    gate.reach(call);
  });
}
