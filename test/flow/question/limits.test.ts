import { describe, expect } from 'vitest';
import { SHORTCUTS } from '../../../src/model/modal.js';
import {
  askedQuestions,
  CANCEL_BUTTON,
  newScenario,
  type Scenario,
  type Thread,
  threadAt,
  waitUntilProcessed,
} from '../../support/scenario.js';
import { stackTest } from '../../support/stack-test.js';
import { waitForModal } from '../../support/views.js';

const FULL = 'you have 1 open question';
const ASK_EDITED_BUTTON = 'question.ask-edited';

// A step of a workflow needs an installation on the organization.
const it = stackTest({
  workspace: { limits: 'off', enterpriseId: 'E0ACMEORG', orgInstall: true },
  env: { LIMIT_PERSON: '1/0', LIMIT_CHANNEL: '0/3' },
});

/** What the asker was told in private in the channel and in the direct message. */
function told(scenario: Scenario): string[] {
  const { workspace } = scenario.stack;
  const dm = workspace.dm(scenario.asker);
  const direct = workspace.messages({ channel: dm }).map(({ ts }) => threadAt(workspace, dm, ts));
  return [...scenario.notes(), ...direct.flatMap((thread) => thread.said())];
}

const count = (scenario: Scenario, like: string) =>
  told(scenario).filter((text) => text.includes(like)).length;

/** The asker was told once more that they have a question open. */
async function refused(scenario: Scenario, ask: () => Promise<unknown>): Promise<void> {
  await scenario.stack.refill();
  const before = count(scenario, FULL);
  await ask();
  await scenario.stack.workspace.waitFor(() => count(scenario, FULL) === before + 1, {
    what: `a note, ${told(scenario).join(' / ')}`,
  });
}

/** Edits a question, and takes the offer to ask the new text. */
async function askEdited(scenario: Scenario, ts: string, text: string): Promise<void> {
  const { stack, asker: as, channel, bot } = scenario;
  const { workspace } = stack;
  await workspace.edit({ as, channel, ts, text: `${bot} ${text}` });
  const offer = await workspace.waitFor(
    () =>
      workspace
        .ephemerals({ user: as, channel })
        .find((note) => note.text.includes('You edited your question')),
    { what: 'an offer to ask again' },
  );
  await workspace.click({ as, channel, ts: offer.ts, actionId: ASK_EDITED_BUTTON });
}

/** Each way to ask, by name. */
function waysToAsk(scenario: Scenario, text: string, done: Thread) {
  const { stack, asker: as, channel } = scenario;
  const { workspace } = stack;
  const submit = (where: object = {}) =>
    workspace.submit({ as, values: { question: { question: text }, ...where } });
  return {
    mention: () => scenario.mention(text),
    'direct message': () => scenario.direct(text),
    reply: () => done.reply(as, text),
    'Ask again': () => done.choose(as, 'again'),
    command: () => workspace.command({ as, channel, text }),
    form: async () => {
      await workspace.command({ as, channel, text: '' });
      await waitForModal(stack, as, 'Your question');
      await submit();
    },
    shortcut: async () => {
      const { ts } = await workspace.say({ as, channel, text: 'TypeError: x is not a function' });
      await workspace.shortcut({ as, channel, ts, callbackId: SHORTCUTS.about });
      await waitForModal(stack, as, 'The answer comes in');
      await submit();
    },
  };
}

describe('a person with as many open questions as they may have', () => {
  it.for([
    'mention',
    'direct message',
    'reply',
    'Ask again',
    'command',
    'form',
    'shortcut',
  ] as const)(
    'is told so in private when they ask by %s, and nothing is posted',
    async (way, { stack, scenario }) => {
      const done = await scenario.answered(scenario.text('what is done'));
      const open = await scenario.asked(scenario.text('what is open'));
      const text = scenario.text('one too many');
      const visible = () =>
        stack.workspace
          .messages({ channel: scenario.channel })
          .filter(({ bot_id: bot }) => bot !== undefined).length;
      const before = visible() + done.ours().length;
      await refused(scenario, waysToAsk(scenario, text, done)[way]);
      expect(visible() + done.ours().length).toBe(before);
      expect(askedQuestions(stack, text)).toEqual([]);
      open.work.answer();
      await open.thread.ended();
    },
  );

  it('is told so for each question when Slack takes no message for now', async ({
    stack,
    scenario,
  }) => {
    await scenario.asked(scenario.text());
    for (let n = 1; n <= 5; n++) {
      stack.workspace.faults.add({
        method: 'chat.postEphemeral',
        channel: scenario.channel,
        kind: 'ratelimited',
        retryAfterSeconds: 1,
        times: 1,
      });
      await scenario.mention(scenario.text('one too many'));
      await stack.workspace.waitFor(() => count(scenario, FULL) === n, { what: `note ${n}` });
    }
    await waitUntilProcessed(stack);
    expect(count(scenario, FULL)).toBe(5);
  });

  it('gets no answer after the note was shown, although its reply was lost and a place is free', async ({
    stack,
    scenario,
  }) => {
    const { thread, work } = await scenario.asked(scenario.text());
    const gate = stack.workspace.gate('chat.postEphemeral', {
      when: 'after',
      where: ({ channel }) => channel === scenario.channel.id,
    });
    const text = scenario.text('one too many');
    await scenario.mention(text);
    await gate.reached;
    work.answer();
    await thread.ended();
    gate.drop();
    await stack.workspace.waitFor(() => count(scenario, FULL) === 2, { what: 'the note again' });
    await waitUntilProcessed(stack);
    expect(askedQuestions(stack, text)).toEqual([]);
  });

  it('a workflow’s step fails and says why', async ({ stack, scenario }) => {
    const { workspace } = stack;
    await scenario.asked(scenario.text());
    const inputs = { question: scenario.text(), channel: scenario.channel.id };
    const run = await workspace.runStep({
      as: scenario.asker,
      callbackId: 'ask_deep_search',
      inputs,
    });
    const ended = await workspace.waitFor(() =>
      workspace.stepRuns().find((r) => r.execution === run.execution && r.state === 'failed'),
    );
    expect(ended.error).toContain('has 1 open question, as many as the app allows');
  });

  it('can ask again with the same button when the open question is stopped', async ({
    stack,
    scenario,
  }) => {
    const text = scenario.text('what is done');
    const done = await scenario.answered(text);
    const { thread } = await scenario.asked(scenario.text('what is open'));
    await refused(scenario, () => done.choose(scenario.asker, 'again'));
    await thread.press(scenario.asker, CANCEL_BUTTON);
    await thread.ended();
    await waitUntilProcessed(stack);
    await done.choose(scenario.asker, 'again');
    (await stack.engine.next(text)).answer();
    expect(await done.ended(2)).toHaveLength(2);
  });

  it('can ask again when the message of the open question is deleted', async ({
    stack,
    scenario,
  }) => {
    const { thread } = await scenario.asked(scenario.text());
    const { asker: as, channel } = scenario;
    await stack.workspace.remove({ as, channel, ts: thread.ts });
    await stack.workspace.waitFor(() => thread.all().length === 0 || thread.ours().length === 0);
    await waitUntilProcessed(stack);
    await scenario.answered(scenario.text());
  });

  it('can ask their edited question, which takes the place of the original one', async ({
    stack,
    scenario,
  }) => {
    const { thread } = await scenario.asked(scenario.text());
    const text = scenario.text('in other words');
    await askEdited(scenario, thread.ts, text);
    (await stack.engine.next(text)).answer();
    expect(await thread.ended(2)).toEqual([
      `Stopped by <@${scenario.asker.id}>.`,
      expect.stringContaining('backoff()'),
    ]);
    expect(told(scenario)).toEqual([expect.stringContaining('Asking the edited question')]);
  });

  it('does not keep others from asking', async ({ stack, scenario }) => {
    await scenario.asked(scenario.text());
    const other = newScenario(stack);
    await stack.workspace.invite({ channel: scenario.channel, user: other.asker });
    const text = other.text();
    await stack.workspace.say({
      as: other.asker,
      channel: scenario.channel,
      text: `${other.bot} ${text}`,
    });
    (await stack.engine.next(text)).answer();
    await waitUntilProcessed(stack);
  });
});

describe('a channel with as many questions within an hour as it may have', () => {
  it('takes no edited question, says why, and the original one is answered', async ({
    stack,
    scenario,
  }) => {
    for (let n = 0; n < 2; n++) await scenario.answered(scenario.text());
    const { thread, work } = await scenario.asked(scenario.text());
    const text = scenario.text('in other words');
    await askEdited(scenario, thread.ts, text);
    const note =
      /^Your edited question was not asked: this channel has asked 3 questions within an hour.*The original question continues\.$/;
    await stack.workspace.waitFor(() => told(scenario).some((said) => note.test(said)), {
      what: 'a note that the edit was not asked',
    });
    work.answer();
    expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
    expect(told(scenario)).toHaveLength(1);
    expect(askedQuestions(stack, text)).toEqual([]);
  });

  it('tells the time to ask again, also after a restart, and the direct message still works', async ({
    stack,
    scenario,
  }) => {
    const like = /this channel has asked 3 questions within an hour.* again <!date\^\d{10}\^/;
    const notes = () => scenario.notes().filter((text) => like.test(text)).length;
    for (let n = 0; n < 3; n++) await scenario.answered(scenario.text());
    await scenario.mention(scenario.text());
    await stack.workspace.waitFor(() => notes() === 1);
    await stack.bots.at(-1)?.stop();
    await stack.startBot();
    await scenario.mention(scenario.text());
    await stack.workspace.waitFor(() => notes() === 2);
    const text = scenario.text();
    const thread = await scenario.direct(text);
    (await stack.engine.next(text)).answer();
    expect(await thread.ended()).toHaveLength(1);
  });
});

it('a question longer than 20,000 characters is not asked, and its asker is told', async ({
  stack,
  scenario,
}) => {
  const text = `${scenario.text()} ${'at queue.ts:10 '.repeat(1_500)}`;
  await scenario.mention(text);
  await stack.workspace.waitFor(() =>
    scenario.notes().some((note) => note.includes('characters, and I ask up to 20,000')),
  );
  await scenario.answered(scenario.text());
  expect(askedQuestions(stack, text.slice(0, 50))).toEqual([]);
});

it('of a person’s requests that take long, five run at once, and the others are told', async ({
  stack,
  scenario,
}) => {
  const { asker: as, channel } = scenario;
  const { workspace } = stack;
  const gate = stack.service.gate('list');
  for (let n = 0; n < 6; n++) await workspace.command({ as, channel, text: 'usage' });
  await workspace.waitFor(() => count(scenario, 'as many as I work on at once') === 1);
  const other = newScenario(stack);
  await other.answered(other.text());
  gate.release();
  await workspace.waitFor(() => told(scenario).length === 6);
  await workspace.command({ as, channel, text: 'usage' });
  await workspace.waitFor(() => told(scenario).length === 7);
  expect(count(scenario, 'as many as I work on at once')).toBe(1);
});
