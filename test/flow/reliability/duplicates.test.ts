import { describe, expect } from 'vitest';
import {
  askedQuestions,
  CANCEL_BUTTON,
  type Thread,
  waitUntilProcessed,
} from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({ workspace: { limits: 'off' } });

/** One question, one status that became one answer. */
async function cameOnce(stack: Stack, thread: Thread, text: string): Promise<void> {
  await waitUntilProcessed(stack);
  expect(askedQuestions(stack, text)).toHaveLength(1);
  expect(thread.endings()).toHaveLength(1);
}

/** The events that Slack sent for the message of `ts`, without those about reactions to it. */
function eventsAbout(stack: Stack, ts: string) {
  return stack.workspace.deliveries.filter(
    ({ kind, name, payload }) =>
      kind === 'event' &&
      name !== 'reaction_added' &&
      JSON.stringify(payload).includes(`"ts":"${ts}"`),
  );
}

function send(stack: Stack, payload: unknown): Promise<{ status: number }> {
  return stack.workspace.deliverRaw({ body: JSON.stringify(payload) });
}

describe('deduplication', () => {
  it('a mention that Slack sends as two events is asked once', async ({ stack, scenario }) => {
    const text = scenario.text();
    const thread = await scenario.answered(text);
    // The app's own reactions to the message come back as events, sooner or later.
    const sent = eventsAbout(stack, thread.ts).map(({ name }) => name);
    expect(sent.filter((name) => name !== 'reaction_added').sort()).toEqual([
      'app_mention',
      'message',
    ]);
    await cameOnce(stack, thread, text);
  });

  it('a repeated event is asked once, before and after the answer', async ({ stack, scenario }) => {
    const text = scenario.text();
    const { thread, work } = await scenario.asked(text);
    const ids = eventsAbout(stack, thread.ts).map(({ id }) => id);
    for (const id of ids) expect((await stack.workspace.redeliver(id)).status).toBe(200);
    work.answer();
    await thread.ended();
    for (const id of ids) expect((await stack.workspace.redeliver(id)).status).toBe(200);
    await cameOnce(stack, thread, text);
  });

  it('an event in a new envelope is asked once', async ({ stack, scenario }) => {
    const text = scenario.text();
    const thread = await scenario.answered(text);
    for (const { payload } of eventsAbout(stack, thread.ts)) {
      const again = { ...(payload as object), event_id: `Ev${scenario.channel.id}`, event_time: 1 };
      expect((await send(stack, again)).status).toBe(200);
    }
    await cameOnce(stack, thread, text);
  });

  it('the two events of a mention in reverse order are asked once', async ({ stack, scenario }) => {
    const { workspace, engine } = stack;
    const text = scenario.text();
    const channel = workspace.addChannel({
      name: 'deaf',
      members: [scenario.asker],
      botIsMember: false,
    });
    const { ts } = await workspace.say({
      as: scenario.asker,
      channel,
      text: `${scenario.bot} ${text}`,
    });
    await workspace.invite({ channel, user: workspace.app.botUserId });
    const event = {
      channel: channel.id,
      user: scenario.asker.id,
      text: `${scenario.bot} ${text}`,
      ts,
    };
    const envelope = { type: 'event_callback', team_id: workspace.app.teamId };
    const message = { type: 'message', channel_type: 'channel', ...event };
    expect((await send(stack, { ...envelope, event_id: 'Ev1', event: message })).status).toBe(200);
    (await engine.next(text)).answer();
    await workspace.waitFor(() => workspace.messages({ channel, threadTs: ts }).length === 2);
    const mention = { type: 'app_mention', ...event };
    expect((await send(stack, { ...envelope, event_id: 'Ev2', event: mention })).status).toBe(200);
    await waitUntilProcessed(stack);
    expect(askedQuestions(stack, text)).toHaveLength(1);
  });

  it('a direct message and a reply sent twice are asked once', async ({ stack, scenario }) => {
    const { workspace, engine } = stack;
    const [first, second] = [scenario.text(), scenario.text()];
    const thread = await scenario.direct(first);
    (await engine.next(first)).answer();
    await thread.ended();
    const { ts } = await thread.reply(scenario.asker, second);
    for (const told of [thread.ts, ts]) {
      for (const { id } of eventsAbout(stack, told)) await workspace.redeliver(id);
    }
    (await engine.next(second)).answer();
    await thread.ended(2);
    await waitUntilProcessed(stack);
    expect([...askedQuestions(stack, first), ...askedQuestions(stack, second)]).toHaveLength(2);
    expect(thread.endings()).toHaveLength(2);
  });

  it('a slash command sent twice with one trigger_id is asked once', async ({
    stack,
    scenario,
  }) => {
    const { workspace, engine } = stack;
    const text = scenario.text();
    const thread = await scenario.command(text);
    const sent = workspace.deliveries.findLast(({ kind }) => kind === 'command');
    const fields = Object.entries(sent?.payload ?? {}).map(([k, v]): [string, string] => [
      k,
      String(v),
    ]);
    const { status } = await workspace.deliverRaw({
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
    expect(status).toBe(200);
    (await engine.next(text)).answer();
    await thread.ended();
    await cameOnce(stack, thread, text);
    expect(workspace.messages({ channel: scenario.channel })).toHaveLength(1);
  });

  it('the same text posted twice is asked twice', async ({ stack, scenario }) => {
    const { engine } = stack;
    const text = scenario.text();
    const threads = [await scenario.mention(text), await scenario.mention(text)];
    const works = [await engine.next(text), await engine.next(text)];
    for (const work of works) work.answer();
    for (const thread of threads) expect(await thread.ended()).toHaveLength(1);
    expect(askedQuestions(stack, text)).toHaveLength(2);
  });
});

it('a double click on Cancel stops once', async ({ stack, scenario }) => {
  const { service } = stack;
  const text = scenario.text();
  const { thread } = await scenario.asked(text);
  const status = await thread.status();
  const clicks = [
    thread.press(scenario.asker, CANCEL_BUTTON, status),
    thread.press(scenario.asker, CANCEL_BUTTON, status),
  ];
  await Promise.all(clicks);
  expect(await thread.ended()).toEqual([`Stopped by <@${scenario.asker.id}>.`]);
  await waitUntilProcessed(stack);
  expect(thread.endings()).toHaveLength(1);
  expect(service.calls.some(({ route }) => route === 'cancel')).toBe(true);
});
