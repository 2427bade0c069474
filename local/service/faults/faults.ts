import { fits } from './gates.js';
import type { Call, Fault, FaultHandle } from './types.js';

/** The troubles that are on. The oldest that fits a call hits it. */
export interface Faults {
  add(fault: Fault): FaultHandle;
  clear(): void;
  /** The trouble for this call, counted; nothing where none fits. */
  take(call: Call): Fault | undefined;
}

export function createFaults(ring: () => void): Faults {
  const active = new Map<Fault, { hits: number }>();
  return {
    add(given) {
      const fault = { ...given };
      const count = { hits: 0 };
      active.set(fault, count);
      return { remove: () => void active.delete(fault), hits: () => count.hits };
    },
    clear: () => active.clear(),
    take(call) {
      for (const [fault, count] of active) {
        if (!fits(fault, call)) continue;
        count.hits += 1;
        if (count.hits >= (fault.times ?? Number.POSITIVE_INFINITY)) active.delete(fault);
        ring();
        return fault;
      }
      return undefined;
    },
  };
}

/** Whether the call takes effect before the trouble. */
export function strikesAfter({ kind, when }: Fault): boolean {
  return when === 'after' || kind === 'lost-reply' || kind === 'drip' || kind === 'cut';
}
