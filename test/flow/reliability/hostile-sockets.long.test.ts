import { expect } from 'vitest';
import { stackTest } from '../../support/stack-test.js';
import { MAX_MEMORY_MB, memoryForSockets } from './hostile-sockets.js';

const it = stackTest({ workspace: { limits: 'off' } });

it('a thousand silent and a thousand slow connections cost a bounded amount of memory, and Slack gets through', async ({
  scenario,
}) => {
  expect(await memoryForSockets(scenario, 1_000)).toBeLessThan(MAX_MEMORY_MB);
});
