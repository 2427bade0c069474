import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { runCli } from '../../cli/run-cli.js';
import { auditedOf, auditTrail } from '../../support/audit-trail.js';
import { setInChannel } from '../../support/channel-settings.js';
import { eventually } from '../../support/eventually.js';
import { raw, reset, startHttpServer } from '../../support/http-server.js';
import { conversationIdOf, runCommand } from '../../support/run-command.js';
import { CANCEL_BUTTON, rootOf } from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const SHARE_BUTTON = 'answer.share-with-channel';
const TOKEN = 'secret-of-the-receiver';
const receiver = await startHttpServer();
const folder = await mkdtemp(join(tmpdir(), 'audit-'));
const file = join(folder, 'audit.jsonl');

const it = stackTest((onCleanup) => {
  onCleanup(receiver.close);
  // The first reply is lost on its way.
  receiver.script(reset, raw(204, ''));
  return { env: { AUDIT_FILE: file, AUDIT_URL: `${receiver.url}/audit`, AUDIT_TOKEN: TOKEN } };
});

const cli = (stack: Stack, ...args: string[]) => runCli(['audit', ...args], { env: stack.env });

it('what somebody asks, stops, sees, shares, exports and deletes is in the trail once', async ({
  stack,
  scenario,
}) => {
  const { asker, channel } = scenario;
  const text = scenario.text();
  await scenario.answered(text);
  const id = conversationIdOf(stack, text);
  const me = { as: asker, channel };
  await runCommand(stack, me, `show ${id}`);
  await runCommand(stack, me, `share ${id}`);
  await runCommand(stack, me, `export ${id}`);
  const asked = await runCommand(stack, me, `delete ${id}`);
  await asked.press('Delete');
  const { thread } = await scenario.asked(scenario.text());
  await thread.press(asker, CANCEL_BUTTON);
  await thread.ended();
  await eventually(async () =>
    expect(await auditedOf(stack, asker.id)).toEqual([
      'question.asked mention',
      'question.ended completed',
      'conversation.shown',
      'conversation.shared',
      'conversation.exported',
      'conversation.deleted begun',
      'conversation.deleted done',
      'question.asked mention',
      'question.stopped',
      'question.ended cancelled',
    ]),
  );
});

it('a refused question is recorded with the reason', async ({ stack, scenario }) => {
  const { workspace } = stack;
  const guest = workspace.addPerson({ name: 'guest', is_restricted: true });
  await workspace.invite({ channel: scenario.channel, user: guest });
  await workspace.say({ as: guest, channel: scenario.channel, text: `${scenario.bot} hello?` });
  await eventually(async () =>
    expect(await auditedOf(stack, guest.id)).toEqual(['question.refused guest']),
  );
});

it('a process that is killed again and again records each question once', async ({
  stack,
  scenario,
}) => {
  const texts = Array.from({ length: 6 }, () => scenario.text());
  for (const [i, text] of texts.entries()) {
    const [thread, work] = await Promise.all([scenario.mention(text), stack.engine.next(text)]);
    if (i % 2 === 0) {
      await stack.crash();
      await stack.startBot();
    }
    work.answer();
    await stack.retryUntil(() => expect(thread.endings()).toHaveLength(1));
  }
  await eventually(async () => {
    const found = (await auditedOf(stack, scenario.asker.id)).sort();
    const each = (what: string) => texts.map(() => what);
    expect(found).toEqual([...each('question.asked mention'), ...each('question.ended completed')]);
  });
});

it('an answer that a killed process shared is in the trail, although the share cannot be completed', async ({
  stack,
  scenario,
}) => {
  const { workspace, service } = stack;
  const { asker, channel } = scenario;
  await setInChannel(scenario, { answers: 'asker' });
  const text = scenario.text();
  const { work } = await scenario.asked(text);
  work.answer();
  const direct = await rootOf(workspace, workspace.dm(asker), text);
  await direct.ended();
  const gate = workspace.gate('chat.postMessage', {
    when: 'after',
    where: (args) => args['channel'] === channel.id,
  });
  await direct.press(asker, SHARE_BUTTON);
  await gate.reached;
  await stack.crash();
  gate.drop();
  const away = service.faults.add({ route: 'read', kind: 'status', status: 404 });
  await stack.startBot();
  await direct.message(/expired|no longer|not found|gone/i);
  away.remove();
  const found = await auditedOf(stack, asker.id);
  expect(found.filter((each) => each.startsWith('answer.shared'))).toEqual(['answer.shared begun']);
});

it('a shared answer is recorded before and after', async ({ stack, scenario }) => {
  const { workspace } = stack;
  const { asker, channel } = scenario;
  await setInChannel(scenario, { answers: 'asker' });
  const text = scenario.text();
  const { work } = await scenario.asked(text);
  work.answer();
  const direct = await rootOf(workspace, workspace.dm(asker), text);
  await direct.ended();
  const closed = workspace.faults.add({
    ...{ method: 'chat.postMessage', channel, kind: 'error', error: 'not_in_channel' },
  });
  await direct.press(asker, SHARE_BUTTON);
  await direct.message('Invite me, then share again');
  closed.remove();
  await direct.press(asker, SHARE_BUTTON);
  await direct.message(/^Shared in/);
  await eventually(async () => {
    const found = await auditedOf(stack, asker.id);
    expect(found.filter((each) => each.startsWith('answer.shared'))).toEqual([
      'answer.shared begun',
      'answer.shared refused',
      'answer.shared begun',
      'answer.shared done',
    ]);
  });
});

it('the trail is exported and verified, by its schema too, and has no text of a question', async ({
  stack,
  scenario,
}) => {
  const text = scenario.text('which walrus waits here');
  await scenario.answered(text);
  const all = await auditTrail(stack);
  const { out, code } = await cli(stack, 'export');
  expect(code).toBe(0);
  const [header = '', ...lines] = out.trimEnd().split('\n');
  expect(lines).toHaveLength(all.length);
  expect(out).not.toContain('walrus');
  const ajv = new Ajv2020({ allErrors: true });
  addFormats.default(ajv);
  const valid = ajv.compile(JSON.parse(await readFile('docs/audit.schema.json', 'utf8')) as object);
  for (const line of lines) expect(valid(JSON.parse(line)), line).toBe(true);

  const path = join(folder, 'export.jsonl');
  await writeFile(path, out);
  expect(await cli(stack, 'verify', path)).toMatchObject({ code: 0, err: '' });
  await writeFile(path, [header, ...lines.slice(0, -1), ''].join('\n'));
  const cut = await cli(stack, 'verify', path);
  expect(cut).toMatchObject({ code: 1 });
  expect(cut.out).toContain(`Broken at entry ${all.length}: the trail must end with`);

  const whole = await cli(stack, 'verify', '--json');
  const { last } = JSON.parse(whole.out) as { last: { sequence: number; hash: string } };
  const witness = `${last.sequence}:${last.hash}`;
  expect((await cli(stack, 'verify', '--witness', witness)).code).toBe(0);
  expect((await cli(stack, 'verify', '--witness', `1:${last.hash}`)).out).toMatch(
    /^Broken at entry 1:/,
  );
  expect(
    (await cli(stack, 'export', '--from', '2999-01-01')).out.trimEnd().split('\n'),
  ).toHaveLength(1);
  expect((await cli(stack, 'export', '--from', 'soon')).code).toBe(2);
});

it('file and URL get all of the trail as it happens, with the token in a header only', async ({
  stack,
  scenario,
}) => {
  await scenario.answered(scenario.text());
  const { length } = await auditTrail(stack);
  const isComplete = async (lines: string) => {
    const path = join(folder, 'received.jsonl');
    await writeFile(path, lines);
    const { out } = await cli(stack, 'verify', path, '--json');
    expect(JSON.parse(out)).toMatchObject({ ok: true, entries: length });
  };
  await eventually(async () => isComplete(await readFile(file, 'utf8')));
  await eventually(() => isComplete(receiver.seen.map(({ body }) => body).join('')));
  for (const { headers } of receiver.seen) {
    expect(headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      'content-type': 'application/x-ndjson',
    });
  }
  expect(JSON.stringify(stack.bots.flatMap(({ log }) => log))).not.toContain(TOKEN);
});
