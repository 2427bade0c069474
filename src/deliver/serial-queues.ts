/** Work of one name goes one after the other, in the order in which it came; of others beside it. */
export function createSerialQueues() {
  const last = new Map<string, Promise<void>>();
  return {
    run(name: string, work: () => Promise<void>): Promise<void> {
      const before = last.get(name) ?? Promise.resolve();
      const mine = before.catch(() => undefined).then(work);
      last.set(name, mine);
      const done = () => last.get(name) === mine && last.delete(name);
      mine.then(done, done);
      return mine;
    },

    /** Resolves when nothing is under way. */
    async idle(): Promise<void> {
      while (last.size > 0) await Promise.allSettled(last.values());
    },
  };
}
