import { expect } from 'vitest';
import { stackTest } from '../../support/stack-test.js';
import { MAX_MEMORY_MB, memoryForSockets } from './hostile-sockets.js';

const it = stackTest({ workspace: { limits: 'off' } });

it('three hundred silent and as many slow connections cost a bounded amount of memory, and Slack gets through', async ({
  scenario,
}) => {
  expect(await memoryForSockets(scenario, 300)).toBeLessThan(MAX_MEMORY_MB);
});
