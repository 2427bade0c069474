/** Runs so many tasks at once; the others wait in the order in which they came. */
export interface Slots {
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Changes their number. Tasks that run are not interrupted. */
  resize(count: number): void;
}

export function createSlots(count: number): Slots {
  let size = count;
  let running = 0;
  const waiting: (() => void)[] = [];
  function startNext(): void {
    while (running < size) {
      const next = waiting.shift();
      if (!next) return;
      running += 1;
      next();
    }
  }
  return {
    async run(task) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        startNext();
      });
      try {
        return await task();
      } finally {
        running -= 1;
        startNext();
      }
    },
    resize(next) {
      size = next;
      startNext();
    },
  };
}
