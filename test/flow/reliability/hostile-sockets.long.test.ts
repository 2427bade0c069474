import { expect } from 'vitest';
import { stackTest } from '../../support/stack-test.js';
import { memoryForSockets } from './hostile-sockets.js';

const it = stackTest({ workspace: { limits: 'off' } });

it('a thousand silent and a thousand slow connections cost at most 50 MB, and Slack gets through', async ({
  scenario,
}) => {
  expect(await memoryForSockets(scenario, 1_000)).toBeLessThan(50);
});
