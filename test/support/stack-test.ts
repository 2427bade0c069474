import { test } from 'vitest';
import { undocumentedKeys } from './documented-keys.js';
import { newScenario } from './scenario.js';
import { leakedSecrets } from './secrets.js';
import { type StackOptions, startStack } from './stack.js';

type Cleanup = () => unknown;

/** Prepares what the stack needs, such as repositories; `onCleanup` is called after the stack stops. */
type Prepare = (onCleanup: (cleanup: Cleanup) => void) => Promise<StackOptions> | StackOptions;

/**
 * Vitest's `it` with two fixtures. `stack` is started once for the file, by the first test that uses
 * it, and stopped after the last one. `scenario` is new for each test: a channel with a person who
 * asks in it, and the bot's rate limits for Slack refilled. The test fails if at any moment two
 * messages showed the outcome of one question, and the file fails if a secret of the stack is in its logs or Redis, or a
 * key in Redis that docs/data.md does not have.
 */
export function stackTest(options: StackOptions | Prepare = {}) {
  return (
    test
      // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from the pattern.
      .extend('stack', { scope: 'file' }, async ({}, { onCleanup }) => {
        const cleanups: Cleanup[] = [];
        onCleanup(async () => {
          for (const cleanup of cleanups.reverse()) await cleanup();
        });
        const prepare = typeof options === 'function' ? options : () => options;
        const stack = await startStack(await prepare((cleanup) => cleanups.push(cleanup)));
        cleanups.push(async () => {
          const [leaks, keys] = await Promise.all([
            leakedSecrets(stack),
            undocumentedKeys(stack.store),
          ]).finally(() => stack.stop());
          if (keys.length > 0) throw new Error(keys.join('\n'));
          if (leaks.length > 0) throw new Error(`secrets found: ${leaks.join(', ')}`);
        });
        return stack;
      })
      .extend('scenario', async ({ stack }, { onCleanup }) => {
        await stack.refill();
        const before = new Set(stack.outcomes.overlaps().map(({ question }) => question));
        onCleanup(() => {
          const all = stack.outcomes.overlaps();
          const twice = all.filter(({ question }) => !before.has(question));
          if (twice.length > 0) throw new Error(`outcomes seen twice: ${JSON.stringify(twice)}`);
        });
        return newScenario(stack);
      })
  );
}
