import { setTimeout as sleep } from 'node:timers/promises';

/** Retries until `attempt` does not throw; throws its last error after `withinMs`. */
export async function eventually(
  attempt: () => Promise<void> | void,
  withinMs = 60_000,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(50);
    }
  }
}
