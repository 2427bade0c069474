/** Who has guessed wrong too often, by the address that they come from. */
export interface Guesses {
  /** Seconds until this address may try again; undefined where it may now. */
  wait(address: string): number | undefined;
  wrong(address: string): void;
}

interface Wrong {
  readonly since: number;
  readonly count: number;
}

const MOST_ADDRESSES = 1_000;

/** At most `limit` wrong guesses (10) of one address in a minute; a right one is then refused too. */
export function createGuesses(limit = 10, windowMs = 60_000): Guesses {
  const byAddress = new Map<string, Wrong>();
  const current = (address: string) => {
    const found = byAddress.get(address);
    return found && Date.now() < found.since + windowMs ? found : undefined;
  };
  return {
    wait(address) {
      const found = current(address);
      if (!found || found.count < limit) return undefined;
      return Math.ceil((found.since + windowMs - Date.now()) / 1000);
    },
    wrong(address) {
      const { since, count } = current(address) ?? { since: Date.now(), count: 0 };
      byAddress.delete(address);
      byAddress.set(address, { since, count: count + 1 });
      const [oldest] = byAddress.keys();
      if (byAddress.size > MOST_ADDRESSES && oldest !== undefined) byAddress.delete(oldest);
    },
  };
}
