import { expect } from 'vitest';
import type { Person } from '../../../local/workspace/workspace.js';
import { runCli } from '../../cli/run-cli.js';
import { conversationIdOf, runCommand } from '../../support/run-command.js';
import {
  askedQuestions,
  CANCEL_BUTTON,
  type Scenario,
  threadAt,
  waitUntilProcessed,
} from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';
import { viewText, waitForModal } from '../../support/views.js';

let other: Person;
const it = stackTest({ workspace: { limits: 'off' } });
it.beforeEach(({ stack }) => {
  other = stack.workspace.addPerson({ name: 'other' });
});

/** Something that is clicked or sent, well signed, with whatever in it. */
async function forge(
  stack: Stack,
  payload: Readonly<Record<string, unknown>>,
  as = other,
): Promise<void> {
  const { workspace } = stack;
  const { teamId } = workspace.app;
  const whole = {
    team: { id: teamId },
    user: { id: as.id, team_id: teamId },
    ...payload,
  };
  const body = `payload=${encodeURIComponent(JSON.stringify(whole))}`;
  const timestamp = Math.floor(Date.now() / 1000);
  const { status } = await workspace.deliverRaw({
    body,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': String(timestamp),
      'x-slack-signature': workspace.sign(body, timestamp),
    },
  });
  expect(status).toBe(200);
}

/** A private channel with the asker, and without the other one. */
function hidden(scenario: Scenario) {
  const { workspace } = scenario.stack;
  const { name } = scenario.channel;
  return workspace.addChannel({
    name: `hidden-${name}`,
    kind: 'private',
    members: [scenario.asker],
  });
}

async function askedIn(scenario: Scenario, channel: ReturnType<typeof hidden>, text: string) {
  const said = { as: scenario.asker, channel, text: `${scenario.bot} ${text}` };
  const [{ ts }, work] = await Promise.all([
    scenario.stack.workspace.say(said),
    scenario.stack.engine.next(text),
  ]);
  const thread = threadAt(scenario.stack.workspace, channel, ts);
  return { thread, work, questionId: `${scenario.stack.workspace.app.teamId}-${channel.id}-${ts}` };
}

it('a forged button cannot stop a question of another channel', async ({ stack, scenario }) => {
  const { thread, work, questionId } = await askedIn(scenario, hidden(scenario), scenario.text());
  const room = stack.workspace.addChannel({ name: `of-${other.id}`, members: [other] });
  await forge(stack, {
    type: 'block_actions',
    channel: { id: room.id },
    actions: [{ action_id: CANCEL_BUTTON, value: questionId, action_ts: '1.2' }],
  });
  const note = await stack.workspace.waitFor(
    () => stack.workspace.ephemerals({ user: other, channel: room })[0],
    { what: 'a note' },
  );
  expect(note.text).toContain('no longer stored');
  work.answer();
  expect((await thread.ended())[0]).toContain('backoff()');
});

it('a forged view cannot show sources of a channel that the user is not in', async ({
  stack,
  scenario,
}) => {
  const channel = hidden(scenario);
  const { thread, work, questionId } = await askedIn(scenario, channel, scenario.text());
  work.answer();
  await thread.ended();
  const dm = stack.workspace.dm(scenario.asker);
  const { app } = stack.workspace;
  const own = scenario.text('said in private');
  const [mine, mineWork] = await Promise.all([scenario.direct(own), stack.engine.next(own)]);
  mineWork.answer();
  await mine.ended();

  for (const [place, id] of [
    [channel.id, questionId],
    [dm.id, `${app.teamId}-${dm.id}-${mine.ts}`],
  ] as const) {
    await stack.workspace.command({
      as: other,
      channel: stack.workspace.channels.general,
      text: 'code',
    });
    const modal = await waitForModal(stack, other, 'Code');
    await forge(stack, {
      type: 'block_actions',
      trigger_id: `1.2.${id}`,
      view: {
        id: modal.id,
        type: 'modal',
        private_metadata: JSON.stringify({
          modal: { kind: 'code-menu' },
          place: { channel: place },
        }),
      },
      actions: [
        {
          action_id: 'modal.update.0',
          value: JSON.stringify({ kind: 'sources', questionId: id }),
          action_ts: '1.2',
        },
      ],
    });
    expect(viewText(await waitForModal(stack, other, 'no longer stored'))).not.toContain(
      'queue.ts',
    );
    await stack.workspace.closeView({ as: other, all: true });
  }
});

it('a forged form cannot rate an answer of a channel that the user is not in', async ({
  stack,
  scenario,
}) => {
  const channel = hidden(scenario);
  const { thread, work, questionId } = await askedIn(scenario, channel, scenario.text());
  work.answer();
  await thread.ended();
  const room = stack.workspace.addChannel({ name: `of-${other.id}`, members: [other] });
  const rate = (from: string, comment: string, as: Person) =>
    forge(
      stack,
      {
        type: 'view_submission',
        view: {
          id: `V${comment.toUpperCase()}`,
          type: 'modal',
          callback_id: 'reason',
          private_metadata: JSON.stringify({
            modal: { kind: 'reason', questionId },
            place: { channel: from, threadTs: thread.ts },
          }),
          state: { values: { reason: { reason: { value: comment } } } },
        },
      },
      as,
    );
  await rate(channel.id, 'forged', other);
  await rate(room.id, 'elsewhere', other);
  await rate(channel.id, 'genuine', scenario.asker);
  await waitUntilProcessed(stack);
  const { out } = await runCli(['feedback', '--json'], { env: stack.env });
  const votes = JSON.parse(out) as { readonly question: string; readonly words: string }[];
  expect(votes.filter(({ question }) => question === questionId)).toMatchObject([
    { by: scenario.asker.id, words: 'genuine' },
  ]);
});

it('a forged view cannot open a preview of a channel that the user is not in', async ({
  stack,
  scenario,
}) => {
  const { workspace, service } = stack;
  const channel = hidden(scenario);
  const { ts } = await workspace.say({
    as: scenario.asker,
    channel,
    text: `See ${service.url}/acme/shop/-/blob/src/queue.ts`,
  });
  await workspace.waitFor(() => workspace.message(channel, ts)?.attachments?.length, {
    what: 'a preview',
  });
  const [value] = /\{[^{}]*"kind\\*":\\*"preview[^{}]*\}/.exec(
    JSON.stringify(workspace.message(channel, ts)?.attachments),
  ) ?? [''];
  for (const [as, said] of [
    [other, 'This preview has expired'],
    [scenario.asker, 'queue.ts'],
  ] as const) {
    await workspace.command({ as, channel: workspace.channels.general, text: 'code' });
    const modal = await waitForModal(stack, as, 'Code');
    await forge(
      stack,
      {
        type: 'block_actions',
        trigger_id: `1.2.${as.id}`,
        view: {
          id: modal.id,
          type: 'modal',
          private_metadata: JSON.stringify({
            modal: { kind: 'code-menu' },
            place: { channel: channel.id },
          }),
        },
        actions: [
          {
            action_id: 'modal.update.0',
            value: value.replaceAll('\\', ''),
            action_ts: '1.2',
          },
        ],
      },
      as,
    );
    await waitForModal(stack, as, said);
    await workspace.closeView({ as, all: true });
  }
});

it('a forged form cannot ask in another user’s direct message', async ({ stack, scenario }) => {
  const text = scenario.text();
  const own = scenario.text('said in private');
  const [mine, work] = await Promise.all([scenario.direct(own), stack.engine.next(own)]);
  work.answer();
  await mine.ended();
  const dm = stack.workspace.dm(scenario.asker);
  const place = { channel: dm.id, threadTs: mine.ts };
  await forge(stack, {
    type: 'view_submission',
    view: {
      id: 'VFORGED',
      type: 'modal',
      callback_id: 'about',
      private_metadata: JSON.stringify({ modal: { kind: 'about', files: [] }, place }),
      state: { values: { question: { question: { value: text } } } },
    },
  });
  await waitUntilProcessed(stack);
  await stack.workspace.waitFor(
    () =>
      stack.bots[0]?.log.some(({ msg, why }) => msg === 'question refused' && why === 'not-member'),
    { what: 'the refusal in the log' },
  );
  expect(askedQuestions(stack, text)).toEqual([]);
  expect(mine.ours()).toHaveLength(1);
});

it('a user who may not ask in a channel cannot stop its questions from another channel', async ({
  stack,
  scenario,
}) => {
  const { workspace } = stack;
  const text = scenario.text();
  const { thread, work } = await scenario.asked(text);
  const settings = { who: 'listed', people: [scenario.asker.id] };
  const key = `{deepsearch}:settings:${workspace.app.teamId}:${scenario.channel.id}`;
  await stack.store.set(key, JSON.stringify(settings));
  await thread.message('Searching the code');
  const by = { as: other, channel: workspace.channels.general };
  const note = await runCommand(stack, by, `cancel ${conversationIdOf(stack, text)}`);
  expect(note.read()).toBe('You have nothing running.');
  work.answer();
  expect((await thread.ended())[0]).toContain('backoff()');
  expect(
    (await runCommand(stack, { ...by, channel: scenario.channel }, 'code search retry')).read(),
  ).toContain('Only some people can ask in this channel');
});
