/** The process was killed, and does nothing more. */
export class Killed extends Error {}

export type Killer = (<T extends object>(part: T) => T) & {
  /** The calls that were made, by name. */
  readonly calls: readonly string[];
};

/** Ends a process at its n-th call of what it wraps: that takes effect or not, and nobody hears of it. */
export function killer(call: number, takesEffect: boolean): Killer {
  const calls: string[] = [];
  const wrap = <T extends object>(part: T): T =>
    new Proxy(part, {
      get(target, name) {
        const method = Reflect.get(target, name) as (...args: unknown[]) => unknown;
        return async (...args: unknown[]): Promise<unknown> => {
          if (calls.length >= call) throw new Killed();
          const count = calls.push(String(name));
          if (count === call && !takesEffect) throw new Killed();
          const result = await method(...args);
          if (count === call) throw new Killed();
          return result;
        };
      },
    });
  return Object.assign(wrap, { calls });
}

export const unharmed = (): Killer => killer(Number.POSITIVE_INFINITY, true);

/** A kill before and after each of so many calls. */
export function eachStep(count: number): [step: number, takesEffect: boolean][] {
  const steps = Array.from({ length: count }, (_, i) => i + 1);
  return steps.flatMap((step): [number, boolean][] => [
    [step, false],
    [step, true],
  ]);
}
