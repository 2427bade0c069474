import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Confirm, runCommandLine } from '../../src/cli/run.js';
import { DEFAULT_SETTINGS } from '../../src/model/settings.js';
import { keys } from '../../src/store/keys.js';
import { createSettingsStore } from '../../src/store/settings.js';
import { type Stack, startStack } from '../support/stack.js';
import { ROOT, runCli } from './run-cli.js';

let stack: Stack;
let folder: string;
let team: string;
let channel: string;
beforeAll(async () => {
  stack = await startStack({ roles: [], workspace: { limits: 'off' } });
  folder = await mkdtemp(join(tmpdir(), 'settings-'));
  team = stack.workspace.app.teamId;
  const { kim } = stack.workspace.people;
  const members = [kim, stack.workspace.app.botUserId];
  channel = stack.workspace.addChannel({ name: 'payments', members }).id;
  const elsewhere = stack.workspace.addChannel({ name: 'elsewhere', members: [kim] });
  await stack.workspace.kick({ channel: elsewhere, user: stack.workspace.app.botUserId });
});
beforeEach(async () => {
  stack.workspace.faults.clear();
  await stack.store.flushall();
});
afterAll(async () => {
  await stack?.stop();
  await rm(folder, { recursive: true, force: true });
});

const settings = () => createSettingsStore({ redis: stack.store });

async function file(...lines: string[]): Promise<string> {
  const path = join(folder, 'settings.yml');
  await writeFile(path, lines.join('\n'));
  return path;
}

const run = (args: readonly string[], confirm?: Confirm) =>
  runCommandLine(['settings', ...args], stack.env, { confirm });
const inChannel = (...lines: string[]) =>
  file('workspaces:', `  ${team}:`, '    channels:', '      "#payments":', ...lines);

/** The audit trail's entries, oldest first. */
async function recorded(): Promise<unknown[]> {
  const entries = await stack.store.xrange(keys.auditInbox, '-', '+');
  return entries.map(([, fields]) => JSON.parse(fields[1] ?? ''));
}

describe('settings', () => {
  it('shows where nothing is set which workspaces there are', async () => {
    const { code, out } = await runCli(['settings', 'show'], { env: stack.env });
    expect([code, out]).toEqual([0, expect.stringMatching(`\nworkspaces:\n  ${team}:\n$`)]);
  });

  it('diff prints what apply would change, and changes nothing', async () => {
    const path = await inChannel('        repositories: [acme/shop]');
    const { code, out } = await runCli(['settings', 'diff', path], { env: stack.env });
    expect([code, out]).toEqual([
      0,
      [
        `Channel ${channel} (#payments) of workspace ${team}`,
        '  + repositories: ["acme/shop"]',
        '',
        '1 to fix, 0 to change, 0 to free.',
        '',
      ].join('\n'),
    ]);
    expect((await run(['diff', path, '--exit-code'])).code).toBe(3);
    expect(await settings().load(team, channel)).toEqual(DEFAULT_SETTINGS);
  });

  it('apply fixes what the file says, and frees what it no longer says', async () => {
    const owner = { workspace: team, channel };
    const [before] = await settings().layers([owner]);
    if (before === undefined) throw new Error('no layer');
    const form = { replies: 'mention', language: 'Deutsch' } as const;
    await settings().replace([{ owner, before, after: { ...before, form } }]);

    const path = await inChannel('        replies: all', '        answers: asker');
    const applied = await runCli(['settings', 'apply', path, '--yes', '--by', 'ann'], {
      env: stack.env,
    });
    expect(applied).toMatchObject({ code: 0, err: '' });
    expect(applied.out).toContain('+ replies: "all"  (set in a form: "mention")');
    expect(applied.out).toMatch(/\nApplied\.\n$/);
    const { settings: now, sources } = await settings().explain(team, channel);
    expect(now).toMatchObject({ replies: 'all', answers: 'asker', language: 'Deutsch' });
    expect(sources).toMatchObject({
      replies: { from: 'file', level: 'channel', by: 'ann' },
      language: { from: 'channel' },
    });
    expect(await recorded()).toMatchObject([
      {
        action: 'setting.changed',
        user: 'ann',
        outcome: 'file',
        setting: { name: 'replies', before: '"mention"', after: '"all"' },
      },
      { setting: { name: 'answers', after: '"asker"' } },
    ]);

    // Applied again, it changes nothing.
    expect(await run(['apply', path])).toMatchObject({
      code: 0,
      out: 'Nothing to change: the settings are as the file says.\n',
    });
    expect(await recorded()).toHaveLength(2);

    const shorter = await inChannel('        answers: asker');
    const freed = await run(['apply', shorter, '--yes']);
    expect(freed.out).toContain('- replies: "all"  (freed: "mention")');
    expect(await settings().explain(team, channel)).toMatchObject({
      settings: { replies: 'mention' },
      sources: { replies: { from: 'channel' }, answers: { by: 'ann' } },
    });
  });

  it('show prints what apply takes back unchanged', async () => {
    const path = await file(
      'workspaces:',
      `  ${team}:`,
      '    language: 日本語',
      '    personBudget: { day: { questions: 50, credits: 2.5 } }',
      '    channels:',
      `      ${channel}:`,
      '        instructions: "Be short.\\n\\n- one\\n# two"',
    );
    expect((await run(['apply', path, '--yes'])).err).toBe('');
    const shown = await run(['show', team]);
    expect(shown.out).toContain(`      ${channel}: # payments\n`);
    expect(shown.out).toContain(`# Fixed by ${userInfo().username}, `);
    expect(await run(['diff', await file(shown.out), '--exit-code'])).toMatchObject({ code: 0 });
  });

  it('apply asks whoever is at the terminal, and needs --yes elsewhere', async () => {
    const path = await inChannel('        answers: asker');
    const unattended = await run(['apply', path]);
    expect(unattended).toMatchObject({ code: 1, out: '' });
    expect(unattended.err).toContain('Nothing was changed: add --yes to apply this.');
    let shown = '';
    const say = (answer: boolean) => async (text: string) => {
      shown = text;
      return answer;
    };
    expect(await run(['apply', path], say(false))).toMatchObject({ code: 1 });
    expect(shown).toContain('+ answers: "asker"');
    expect(await settings().load(team, channel)).toEqual(DEFAULT_SETTINGS);
    expect(await run(['apply', path], say(true))).toMatchObject({ code: 0, out: 'Applied.\n' });
    expect(await settings().load(team, channel)).toMatchObject({ answers: 'asker' });
  });

  it('apply changes nothing if somebody changed a setting while it asked', async () => {
    const path = await file(
      'workspaces:',
      `  ${team}:`,
      '    language: Deutsch',
      '    channels:',
      `      ${channel}: { answers: asker }`,
    );
    const applied = await run(['apply', path], async () => {
      const other = await inChannel('        replies: mention');
      return (await run(['apply', other, '--yes'])).code === 0;
    });
    expect(applied).toMatchObject({ code: 1, out: '' });
    expect(applied.err).toContain('somebody else changed these settings in the meantime');
    expect(await settings().load(team, channel)).toEqual({
      ...DEFAULT_SETTINGS,
      replies: 'mention',
    });
  });

  it('names what is wrong with its line and column, and the fix', async () => {
    const path = await file(
      'workspaces:',
      `  ${team}:`,
      '    replys: all',
      '    channels:',
      '      "#payments": {}',
      `      ${channel}: {}`,
    );
    expect(await run(['diff', path])).toEqual({
      code: 1,
      out: '',
      err: `${path}:3:5: unknown setting "replys": did you mean replies?\n`,
    });
    const later = await file(
      'workspaces:',
      `  ${team}:`,
      '    channels:',
      '      "#payments": {}',
      `      ${channel}: {}`,
      '      "#elsewhere": {}',
      '  T0THER: {}',
    );
    expect((await run(['apply', later, '--yes'])).err.split('\n')).toEqual([
      `${later}:5:7: ${channel} is the same channel as #payments on line 4: put them together.`,
      `${later}:6:7: the app is in no channel #elsewhere of ${team}: invite it there, or use the channel's ID.`,
      `${later}:7:3: the app is not installed in T0THER, but in ${team}.`,
      '',
    ]);
    expect(await run(['diff', join(folder, 'none.yml')])).toMatchObject({
      code: 1,
      err: expect.stringContaining('none.yml cannot be read: there is no such file.'),
    });
  });

  it('works with IDs while Slack does not answer, and says so of names', async () => {
    stack.workspace.faults.add({ kind: 'error', method: '*', error: 'invalid_auth' });
    const byName = await inChannel('        answers: asker');
    expect((await run(['apply', byName, '--yes'])).err).toContain(
      'Slack does not say which channel #payments is: use its ID. Slack refused users.conversations: invalid_auth.',
    );
    const byId = await file(
      'workspaces:',
      `  ${team}: { channels: { ${channel}: { answers: asker } } }`,
    );
    expect(await run(['apply', byId, '--yes'])).toMatchObject({ code: 0 });
    expect(await settings().load(team, channel)).toMatchObject({ answers: 'asker' });
  });

  it('prints changes as JSON', async () => {
    const path = await inChannel('        audience: [acme/*]');
    expect(JSON.parse((await run(['diff', path, '--json'])).out)).toEqual({
      changes: [{ workspace: team, channel, setting: 'audience', after: ['acme/*'], fixed: true }],
    });
  });

  it('applies the example of the documentation', async () => {
    const page = await readFile(join(ROOT, 'docs/workspace-settings.md'), 'utf8');
    const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
    const path = await file(example.replaceAll('T012AB3CD', team));
    expect(await run(['apply', path, '--yes'])).toMatchObject({ code: 0, err: '' });
    expect(await settings().load(team, channel)).toMatchObject({
      language: 'English',
      audience: ['github.com/acme/*'],
      repositories: ['github.com/acme/checkout', 'github.com/acme/ledger'],
      instructions: '"The shop" is the service checkout.\nName the owner of the code.',
      channelBudget: { day: { questions: 500 } },
      personBudget: { day: { questions: 100 }, month: { credits: 50 } },
    });
    expect(await settings().load(team, 'C012AB3CD')).toMatchObject({
      who: 'listed',
      answers: 'asker',
    });
    const { out } = await run(['show']);
    expect(await run(['diff', await file(out), '--exit-code'])).toMatchObject({ code: 0 });
  });

  it('says what could not be checked without a token', async () => {
    const path = await file('workspaces:', '  T0THER: { language: Deutsch }');
    const { SLACK_BOT_TOKEN: _token, ...env } = stack.env;
    const { code, out } = await runCommandLine(['settings', 'diff', path], env);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^The IDs of workspaces and channels were not checked. SLACK_BOT_TOKEN is not set/,
    );
  });

  it('says which channels could not be checked', async () => {
    const path = await file(
      'workspaces:',
      `  ${team}: { channels: { C012AB3CD: { replies: all }, ${channel}: { replies: all } } }`,
    );
    const says =
      'This channel ID was not checked, since the app is not in such a channel: C012AB3CD.';
    const { code, out } = await run(['diff', path]);
    expect([code, out.split('\n')[0]]).toEqual([0, says]);
    const json = JSON.parse((await run(['diff', path, '--json'])).out) as { unchecked: unknown };
    expect(json.unchecked).toEqual([says]);
  });

  it('names a mistake in its arguments', async () => {
    expect((await run(['aply', 'a'])).err).toMatch(
      /^unknown action "aply": did you mean "apply"\?\n/,
    );
    expect((await run(['plan', 'a'])).err).toMatch(/^unknown action "plan": say "show"/);
    expect((await run(['apply'])).err).toMatch(/^name a FILE/);
  });

  it('explains its usage', async () => {
    for (const args of [
      [],
      ['apply'],
      ['diff', 'a', 'b'],
      ['plan', 'a'],
      ['apply', 'a', '--force'],
    ]) {
      expect(await run(args)).toMatchObject({ code: 2, err: expect.stringContaining('Usage:') });
    }
    expect(await run(['apply', 'a', '--by', ' '])).toMatchObject({ code: 2 });
    expect((await run(['--help'])).out).toContain('settings apply FILE');
  });
});
