import { matchesCall } from './gates.js';
import type { Call, Fault, FaultHandle } from './types.js';

/** The troubles that are on. The oldest that fits a call hits it. */
export interface FaultRegistry {
  add(fault: Fault): FaultHandle;
  clear(): void;
  /** The trouble for this call, counted; nothing where none fits. */
  takeFor(call: Call): Fault | undefined;
}

export function createFaultRegistry(notify: () => void): FaultRegistry {
  const counts = new Map<Fault, { hits: number }>();
  return {
    add(given) {
      const fault = { ...given };
      const count = { hits: 0 };
      counts.set(fault, count);
      return { remove: () => void counts.delete(fault), hits: () => count.hits };
    },
    clear: () => counts.clear(),
    takeFor(call) {
      for (const [fault, count] of counts) {
        if (!matchesCall(fault, call)) continue;
        count.hits += 1;
        if (count.hits >= (fault.times ?? Number.POSITIVE_INFINITY)) counts.delete(fault);
        notify();
        return fault;
      }
      return undefined;
    },
  };
}

/** Whether the call takes effect before the trouble. */
export function appliesAfterHandler({ kind, when }: Fault): boolean {
  return when === 'after' || kind === 'lost-reply' || kind === 'drip' || kind === 'cut';
}
