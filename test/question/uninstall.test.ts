import { expect, it } from 'vitest';
import { createUninstallHandler } from '../../src/question/uninstall.js';
import { SlackBusy, SlackRefused } from '../../src/slack/errors.js';
import { NotInstalled } from '../../src/slack/workspaces.js';
import { silentLogger } from '../support/redis-fixture.js';

const UNINSTALLED = { kind: 'uninstalled', id: 'uninstalled-1', workspace: 'T1' } as const;

/** Runs the handler; returns what was deleted. */
async function run(identify: () => Promise<unknown>): Promise<string[]> {
  const deleted: string[] = [];
  const handle = createUninstallHandler({
    identify,
    installations: { remove: async (id) => void deleted.push(`installation ${id}`) },
    questions: { open: async () => [], load: async () => undefined },
    instance: { cancel: () => Promise.reject(new Error('no question is open')) },
    credentialFor: async () => 'token',
    removeJobs: async (id) => void deleted.push(`jobs ${id}`),
    workspaceData: { delete: async (id) => void deleted.push(`data ${id}`) },
    audit: async () => undefined,
    logger: silentLogger,
  });
  await handle(UNINSTALLED, new AbortController().signal);
  return deleted;
}

it('deletes nothing while the token works, as after a revoked user token or a new installation', async () => {
  expect(await run(async () => ({ workspace: 'T1' }))).toEqual([]);
});

it.for([
  ['Slack refuses the token', new SlackRefused('auth.test', 'token_revoked')],
  ['the workspace is gone', new SlackRefused('auth.test', 'account_inactive')],
  ['there is no token any more', new NotInstalled('T1')],
] as const)('deletes everything if %s', async ([_name, error]) => {
  expect(await run(() => Promise.reject(error))).toEqual(['installation T1', 'jobs T1', 'data T1']);
});

it('tries again later if Slack cannot be asked', async () => {
  await expect(run(() => Promise.reject(new SlackBusy('auth.test', 1_000)))).rejects.toThrow(
    SlackBusy,
  );
});
