import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from '../../src/cli/run.js';
import type { SmokeResult } from '../../src/cli/smoke/report.js';
import { BOT_SCOPES } from '../../src/intake/receiver/install-pages.js';
import { type Stack, startStack } from '../support/stack.js';
import { runCli } from './run-cli.js';

let stack: Stack;
beforeAll(async () => {
  const workspace = { scopes: BOT_SCOPES, limits: 'off', suggestedPrompts: 'shown' } as const;
  stack = await startStack({ roles: [], workspace });
});
afterEach(() => {
  stack.workspace.faults.clear();
  stack.workspace.setScopes(BOT_SCOPES);
});
afterAll(async () => {
  await stack?.stop();
});

interface Report {
  readonly ok: boolean;
  readonly results: readonly SmokeResult[];
}

let channels = 0;
/** A channel with the app and Kim. */
function newChannel() {
  const { workspace } = stack;
  const { kim } = workspace.people;
  return workspace.addChannel({
    name: `smoke-${channels++}`,
    members: [kim, workspace.app.botUserId],
  });
}

/** Runs it, and checks what is true of every report: nothing in it is about the workspace. */
async function smoke(channel: { readonly id: string }, args: readonly string[] = ['--wait', '0']) {
  const command = ['smoke', '--channel', channel.id, '--json', ...args];
  const { code, out, err } = await runCommandLine(command, stack.env);
  expect(err).toBe('');
  const { ok, results } = JSON.parse(out) as Report;
  expect(code).toBe(ok ? 0 : 1);
  const { kim } = stack.workspace.people;
  for (const value of [channel.id, kim.id, kim.name, stack.workspace.app.botUserId]) {
    expect(out).not.toContain(value);
  }
  expect(out).not.toMatch(/xox|\b[CDGTUF][A-Z0-9]{8,}\b|https?:|\d{10}\.\d{6}/);
  return { ok, results, bad: results.filter(({ state }) => state !== 'ok') };
}

const refused = (method: string, reason: string) =>
  expect.objectContaining({ method, reason, state: 'refused' });

describe('smoke', () => {
  it('finds that Slack accepts everything, and deletes what it posted', async () => {
    const channel = newChannel();
    const { ok, results, bad } = await smoke(channel);
    expect(bad).toEqual([expect.objectContaining({ method: 'views.open', state: 'not checked' })]);
    expect(ok).toBe(true);
    expect(stack.workspace.messages({ channel })).toEqual([]);
    const methods = new Set(results.map(({ method }) => method));
    expect([...methods].sort()).toEqual(
      [
        'agents.sessions.setStatus',
        'assistant.threads.setStatus',
        'assistant.threads.setSuggestedPrompts',
        'auth.test',
        'blocks.validate',
        'chat.delete',
        'chat.getPermalink',
        'chat.postEphemeral',
        'chat.postMessage',
        'chat.unfurl',
        'chat.update',
        'conversations.info',
        'conversations.history',
        'conversations.members',
        'conversations.open',
        'conversations.replies',
        'files.completeUploadExternal',
        'files.delete',
        'files.getUploadURLExternal',
        'files.info',
        'reactions.add',
        'reactions.get',
        'reactions.remove',
        'users.info',
        'views.open',
      ].sort(),
    );
  });

  it('prints text for people, with the fix for a refusal', async () => {
    const channel = newChannel();
    await stack.workspace.kick({ channel, user: stack.workspace.app.botUserId });
    const { code, out } = await runCli(['smoke', '--channel', channel.id, '--wait', '0'], {
      env: stack.env,
    });
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(
        /^refused {6}chat\.postMessage .* not_in_channel\n +fix: invite the app to the channel/m,
      ),
    ]);
    expect(out).toMatch(/^not checked .* everything that is posted in the channel/m);
    expect(out).toMatch(/Slack does not accept something that the bot needs\.\n$/);
  });

  it('finds a channel that does not exist', async () => {
    const { bad } = await smoke({ id: 'C0NOWHERE' });
    expect(bad.slice(0, 2)).toEqual([
      refused('conversations.info', 'channel_not_found'),
      refused('conversations.members', 'channel_not_found'),
    ]);
    expect(bad).toContainEqual(refused('chat.postMessage', 'channel_not_found'));
  });

  it.each([
    ['files:write', 'files.getUploadURLExternal'],
    ['files:read', 'files.info'],
    ['channels:history', 'conversations.replies'],
    ['chat:write', 'chat.postMessage'],
    ['im:write', 'conversations.open'],
    ['users:read', 'users.info'],
  ])('finds that the scope %s is missing, by %s', async (scope, method) => {
    const channel = newChannel();
    stack.workspace.setScopes(BOT_SCOPES.filter((granted) => granted !== scope));
    const { ok, bad } = await smoke(channel);
    expect(ok).toBe(false);
    const details = [`needs ${scope}`];
    expect(bad).toContainEqual(
      expect.objectContaining({ method: 'auth.test', reason: 'missing_scope', details }),
    );
    const [found] = bad.filter((result) => result.method === method);
    expect(found).toMatchObject({ state: 'refused', reason: 'missing_scope' });
    expect(found?.details?.join()).toContain(scope);
    // Whatever was refused, what was posted is deleted.
    expect(stack.workspace.messages({ channel })).toEqual([]);
  });

  it('says which message Slack refused, and where', async () => {
    const channel = newChannel();
    stack.workspace.faults.add({
      kind: 'error',
      method: 'chat.postMessage',
      error: 'invalid_blocks',
      where: ({ blocks }) => String(blocks).includes('"type":"markdown"'),
    });
    const { ok, bad } = await smoke(channel);
    expect(ok).toBe(false);
    expect(bad).toContainEqual({
      method: 'chat.postMessage',
      what: 'an answer with a list, a table and code, in the thread',
      state: 'refused',
      reason: 'invalid_blocks',
      details: [],
    });
    expect(stack.workspace.messages({ channel })).toEqual([]);
  });

  it('names a fix for every refusal, and for no reply', async () => {
    const text = async (method: string, error: string) => {
      stack.workspace.faults.add({ kind: 'error', method, error });
      const args = ['smoke', '--channel', newChannel().id, '--wait', '0'];
      const { out } = await runCommandLine(args, stack.env);
      stack.workspace.faults.clear();
      return out;
    };
    expect(await text('chat.postMessage', 'restricted_action')).toMatch(
      /– restricted_action\n +fix: ask an admin/,
    );
    expect(await text('chat.postMessage', 'invalid_blocks')).toMatch(
      /– invalid_blocks\n +fix: see https:.*methods\/chat\.postMessage#errors; .* bug report/,
    );
    const unanswered = await text('auth.test', 'fatal_error');
    expect(unanswered).toMatch(/^no reply .*\n +fix: check that this machine can reach Slack/m);
    expect(unanswered).toMatch(/Slack did not answer everything .*: run it again\.\n$/);
  });

  it('does not call a file refused that was never shared', async () => {
    for (const method of ['conversations.replies', 'files.completeUploadExternal']) {
      stack.workspace.faults.add({ kind: 'error', method, error: 'ekm_access_denied' });
      const { bad } = await smoke(newChannel());
      expect(bad.filter(({ state }) => state === 'refused').map((it) => it.method)).toEqual([
        method,
      ]);
      expect(bad).toContainEqual(
        expect.objectContaining({ method: 'files.info', state: 'not checked' }),
      );
      stack.workspace.faults.clear();
    }
  });

  it('deletes the other messages if Slack does not let it delete one', async () => {
    const channel = newChannel();
    const method = 'chat.delete';
    stack.workspace.faults.add({ kind: 'error', method, error: 'cant_delete_message', times: 1 });
    const { bad } = await smoke(channel);
    expect(bad).toContainEqual(refused(method, 'cant_delete_message'));
    const [root] = stack.workspace.messages({ channel });
    const left = stack.workspace.messages({ channel, threadTs: root?.ts ?? '' });
    expect(left.map(({ subtype }) => subtype)).toEqual(['tombstone', 'file_share']);
  });

  it('does not fail for what the bot works without', async () => {
    for (const method of [
      'blocks.validate',
      'agents.sessions.setStatus',
      'assistant.threads.setStatus',
      'assistant.threads.setSuggestedPrompts',
      'chat.unfurl',
      'reactions.add',
      'reactions.get',
      'reactions.remove',
    ]) {
      stack.workspace.faults.add({ kind: 'error', method, error: 'unknown_method' });
    }
    const { ok, bad } = await smoke(newChannel());
    expect(ok).toBe(true);
    expect(bad.filter(({ optional }) => optional)).toHaveLength(bad.length - 1);
  });

  it('says what follows if Slack does not reply to what is optional', async () => {
    const method = 'assistant.threads.setSuggestedPrompts';
    stack.workspace.faults.add({ kind: 'error', method, error: 'fatal_error' });
    const args = ['smoke', '--channel', newChannel().id, '--wait', '0'];
    const { code, out } = await runCommandLine(args, stack.env);
    expect(code, out).toBe(0);
    expect(out).toMatch(/^no reply .*setSuggestedPrompts.* – optional: without it, direct/m);
    expect(out).not.toContain('fix:');
  });

  it('waits as long as Slack asks for', async () => {
    const fault = stack.workspace.faults.add({
      ...{ kind: 'ratelimited', retryAfterSeconds: 1, times: 2 },
      method: 'chat.update',
    });
    expect((await smoke(newChannel())).ok).toBe(true);
    expect(fault.hits).toBe(2);
  });

  it('reports that Slack does not accept the token', async () => {
    stack.workspace.faults.add({ kind: 'error', method: '*', error: 'invalid_auth' });
    expect(await smoke(newChannel())).toMatchObject({
      ok: false,
      results: [refused('auth.test', 'invalid_auth')],
    });
  });

  it('calls nobody without valid settings, and explains its options', async () => {
    const args = ['smoke', '--channel', 'C0123456789'];
    const env = { ...stack.env, SLACK_BOT_TOKEN: 'xoxp-1' };
    expect(await runCommandLine(args, env)).toMatchObject({
      code: 1,
      out: expect.stringContaining('needs a valid SLACK_BOT_TOKEN'),
    });
    for (const wrong of [['smoke'], [...args, '--user', 'kim'], [...args, '--wait', 'long']]) {
      expect(await runCommandLine(wrong, {})).toMatchObject({
        code: 2,
        err: expect.stringMatching(/^--(channel|user|wait) must be [\s\S]*Usage:/),
      });
    }
    const help = await runCommandLine(['smoke', '--help'], {});
    expect([help.code, help.out]).toEqual([0, expect.stringContaining('--channel C…')]);
  });

  it('takes the bot token of one workspace in an installation with OAuth', async () => {
    const oauth = {
      SLACK_CLIENT_ID: '1.2',
      SLACK_CLIENT_SECRET: 's',
      SLACK_STATE_SECRET: 'x'.repeat(32),
      SLACK_WORKSPACES: stack.workspace.app.teamId,
    };
    const args = ['smoke', '--channel', newChannel().id, '--wait', '0'];
    const tried = await runCommandLine(args, { ...stack.env, ...oauth });
    expect([tried.code, tried.out]).toEqual([0, expect.stringContaining('smoke test')]);
    const { SLACK_BOT_TOKEN: _, ...without } = stack.env;
    const told = await runCommandLine(args, { ...without, ...oauth });
    expect([told.code, told.out]).toEqual([1, expect.stringContaining('docs/install.md says how')]);
  });

  it('sees that the running bot answers a click with a view', async () => {
    const { workspace } = stack;
    const channel = newChannel();
    const bot = await stack.startBot();
    const running = smoke(channel, ['--wait', '60', '--user', workspace.people.kim.id]);
    const { ts } = await workspace.waitFor(() =>
      workspace.messages({ channel }).find(({ text }) => text.includes('please click')),
    );
    await workspace.click({ as: workspace.people.kim, channel, ts, actionId: 'modal.open.0' });
    const { ok, bad } = await running;
    expect([ok, bad]).toEqual([true, []]);
    expect(workspace.modals(workspace.people.kim)).toHaveLength(1);
    expect(workspace.messages({ channel })).toEqual([]);
    await bot.stop();
  });

  it('says that nothing was checked if nobody clicks', async () => {
    const { ok, bad } = await smoke(newChannel(), ['--wait', '1']);
    expect(ok).toBe(true);
    expect(bad).toMatchObject([
      { method: 'views.open', reason: expect.stringMatching(/nobody clicked within 1 s/) },
    ]);
  });
});
