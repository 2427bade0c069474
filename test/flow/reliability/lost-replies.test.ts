import { describe, expect } from 'vitest';
import { messageText } from '../../support/message-text.js';
import { onlyOutcome, type Scenario, type Thread } from '../../support/scenario.js';
import { stackTest } from '../../support/stack-test.js';

/** The workspace's clock is ahead: however slow the machine is, each answer comes within 10 s of its question. */
const it = stackTest({ workspace: { limits: 'off', now: () => Date.now() + 60_000 } });
it.afterEach(({ stack }) => stack.workspace.faults.clear());

type Args = Readonly<Record<string, unknown>>;

const saysAnswer = (args: Args) => JSON.stringify(args).includes('backoff()');

/** From now on Slack answers an update with 429 so many times if `when` holds. */
function limitUpdates({ stack }: Scenario, when: () => boolean, times = 1) {
  return stack.workspace.faults.add({
    method: 'chat.update',
    kind: 'ratelimited',
    // Longer than what a delivery waits for itself.
    retryAfterSeconds: 3,
    times,
    where: (args) => saysAnswer(args) && when(),
  });
}

/** Resolves when Slack has accepted a message with the answer after those that had no usable reply. */
async function answerAccepted({ stack, channel }: Scenario): Promise<void> {
  await stack.workspace.waitFor(() =>
    stack.workspace.calls.some(
      ({ args, outcome }) => outcome === 'ok' && args['channel'] === channel.id && saysAnswer(args),
    ),
  );
}

async function onlyStatusAnswers(thread: Thread): Promise<void> {
  onlyOutcome(await thread.ended());
  expect(thread.ours().map(messageText)).toEqual([expect.stringContaining('backoff()')]);
}

describe('an update with the answer whose reply was lost', () => {
  it('is repeated, although Slack then limits updates', async ({ stack, scenario }) => {
    const { workspace } = stack;
    let lost: { readonly hits: number } = { hits: 0 };
    const limited = limitUpdates(scenario, () => lost.hits > 0);
    lost = workspace.faults.add({
      method: 'chat.update',
      kind: 'lost-reply',
      times: 1,
      where: saysAnswer,
    });
    const { thread, work } = await scenario.asked(scenario.text());
    await thread.status();
    work.answer();
    await answerAccepted(scenario);
    expect([lost.hits, limited.hits]).toEqual([1, 1]);
    await onlyStatusAnswers(thread);
    expect(stack.outcomes.overlaps()).toEqual([]);
  });

  it('is repeated by the next process, although Slack then limits updates', async ({
    stack,
    scenario,
  }) => {
    const gate = stack.workspace.gate('chat.update', { when: 'after', where: saysAnswer });
    const { thread, work } = await scenario.asked(scenario.text());
    await thread.status();
    work.answer();
    await gate.reached;
    await stack.crash();
    gate.drop();
    const limited = limitUpdates(scenario, () => true);
    await stack.startBot();
    await answerAccepted(scenario);
    expect(limited.hits).toBe(1);
    await onlyStatusAnswers(thread);
    expect(stack.outcomes.overlaps()).toEqual([]);
  });
});

it('an answer that Slack did not take as an update is a new reply at once, without its status message', async ({
  scenario,
}) => {
  const limited = limitUpdates(scenario, () => true);
  const { thread, work } = await scenario.asked(scenario.text());
  await thread.status();
  work.answer();
  onlyOutcome(await thread.ended());
  expect(limited.hits).toBe(1);
  expect(thread.ours()).toHaveLength(1);
});

it('the beginning of an answer stays in one message if its file is refused and Slack then limits updates', async ({
  stack,
  scenario,
}) => {
  const method = 'files.completeUploadExternal';
  const error = 'posting_to_channel_denied';
  const refused = stack.workspace.faults.add({ method, kind: 'error', error, times: 1 });
  const limited = limitUpdates(scenario, () => refused.hits > 0);
  const { thread, work } = await scenario.asked(scenario.text());
  await thread.status();
  const paragraph = `${'It waits a little longer each time. '.repeat(20)}\n\n`;
  work.answer({ answer: `See \`backoff()\`.\n\n${paragraph.repeat(60)}The end.` });
  await thread.message('The end.');
  expect([refused.hits, limited.hits]).toEqual([1, 1]);
  expect(await thread.ended()).toEqual(
    expect.arrayContaining([expect.stringContaining('backoff()')]),
  );
  expect(thread.said().filter((text) => text.includes('backoff()'))).toHaveLength(1);
});
