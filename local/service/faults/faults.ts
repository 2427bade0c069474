import { matchesCall } from './gates.js';
import type { ApiCall, ApiFault, ApiFaultHandle } from './types.js';

/** The active faults. The oldest one that matches a call is injected. */
export interface FaultRegistry {
  add(fault: ApiFault): ApiFaultHandle;
  clear(): void;
  /** The fault for this call, counted as a hit; `undefined` if none matches. */
  takeFor(call: ApiCall): ApiFault | undefined;
}

export function createFaultRegistry(notify: () => void): FaultRegistry {
  const counts = new Map<ApiFault, { hits: number }>();
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

const ALWAYS_AFTER: ReadonlySet<ApiFault['kind']> = new Set([
  'pending',
  'rewrite',
  'lost-reply',
  'drip',
  'cut',
]);

/** Whether the handler runs before the fault is injected. */
export function appliesAfterHandler({ kind, when }: ApiFault): boolean {
  return when === 'after' || ALWAYS_AFTER.has(kind);
}
