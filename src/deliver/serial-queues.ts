/** Runs work with the same name in order, one at a time; work with other names in parallel. */
export function createSerialQueues() {
  const last = new Map<string, Promise<unknown>>();
  return {
    run<T>(name: string, work: () => Promise<T>): Promise<T> {
      const before = last.get(name) ?? Promise.resolve();
      const mine = before.catch(() => undefined).then(work);
      last.set(name, mine);
      const done = () => last.get(name) === mine && last.delete(name);
      mine.then(done, done);
      return mine;
    },

    /** Resolves when no work is running. */
    async idle(): Promise<void> {
      while (last.size > 0) await Promise.allSettled(last.values());
    },
  };
}
