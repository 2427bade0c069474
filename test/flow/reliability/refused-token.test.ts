import { describe, expect } from 'vitest';
import { heard, type Room } from '../../support/refused-calls.js';
import { newScenario, rootOf, waitUntilProcessed } from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';
import { waitForModal } from '../../support/views.js';

/** Steps of workflows are only shown where the app is installed on the organization. */
const it = stackTest({
  workspace: { limits: 'off', enterpriseId: 'E0ACMEORG', orgInstall: true },
});
it.afterEach(({ stack }) => stack.workspace.faults.clear());

const EDITED_BUTTON = 'question.ask-edited';

/** A way to ask: what comes first gives what asks. */
type Way = (room: Room, text: string) => Promise<() => Promise<unknown>>;

const WAYS: Readonly<Record<string, Way>> = {
  'a mention': async (room, text) => () => room.mention(text),
  'a direct message': async (room, text) => () => room.direct(text),
  'a command': async ({ stack, asker: as, channel }, text) => {
    return () => stack.workspace.command({ as, channel, text });
  },
  'a follow-up': async (room, text) => {
    const thread = await room.answered(room.text(), { answer: 'In the queue.' });
    return () => thread.reply(room.asker, text);
  },
  'an edited question': async (room, text) => {
    const { workspace } = room.stack;
    const { asker: as, channel } = room;
    const { thread } = await room.asked(room.text());
    await workspace.edit({ as, channel, ts: thread.ts, text: `${room.bot} ${text}` });
    const note = await workspace.waitFor(() => workspace.ephemerals({ user: as, channel })[0], {
      what: 'an offer to ask again',
    });
    return () => workspace.click({ as, channel, ts: note.ts, actionId: EDITED_BUTTON });
  },
  'a form': async (room, text) => openedForm(room, text, 'channel'),
  'a private form': async (room, text) => openedForm(room, text, 'me'),
  'a workflow step': async ({ stack, asker: as, channel }, question) => {
    const inputs = { question, channel: channel.id };
    return () => stack.workspace.runStep({ as, callbackId: 'ask_deep_search', inputs });
  },
};

async function openedForm({ stack, asker: as, channel }: Room, text: string, audience: string) {
  await stack.workspace.command({ as, channel, text: '' });
  await waitForModal(stack, as, 'Your question');
  const values = { question: { question: text }, audience: { audience } };
  return () => stack.workspace.submit({ as, values });
}

/** Look-ups about the asker that Slack refused. */
function refusedLookUps({ workspace }: Stack, { asker }: Room) {
  return workspace.calls.filter(
    ({ args, outcome }) =>
      (args['user'] === asker.id || args['users'] === asker.id) && outcome === 'token_revoked',
  );
}

async function restart(stack: Stack): Promise<void> {
  await stack.crash();
  await stack.startBot();
}

describe('what is asked while Slack refuses the token', () => {
  it('is answered once the token works again, whichever way it was asked', async ({ stack }) => {
    const { workspace, engine } = stack;
    await stack.refill();
    const asks = await Promise.all(
      Object.entries(WAYS).map(async ([way, prepare]) => {
        const room = newScenario(stack);
        const text = room.text();
        void engine.next(text).then((work) => work.answer());
        return { way, room, text, ask: await prepare(room, text) };
      }),
    );
    // It has looked up none of the people yet.
    await restart(stack);
    workspace.faults.add({ method: '*', kind: 'error', error: 'token_revoked' });
    await Promise.all(asks.map(({ ask }) => ask()));
    for (const { way, room } of asks) {
      await workspace.waitFor(() => refusedLookUps(stack, room).length > 0, { what: way });
    }
    workspace.faults.clear();
    await stack.refill();
    const reports = () => asks.map(({ way, room }) => ({ way, ...heard(room) }));
    const expected = asks.map(({ way }) => ({ way, answers: 1, notes: 0 }));
    await stack.retryUntil(() => expect(reports()).toEqual(expected));
    await waitUntilProcessed(stack);
    expect(reports()).toEqual(expected);
  });

  it('a command waits, although its response_url takes a reply', async ({ stack, scenario }) => {
    const { workspace, engine } = stack;
    const text = scenario.text();
    void engine.next(text).then((work) => work.answer());
    const { asker: as, channel } = scenario;
    const refusesToken = { kind: 'error', error: 'token_expired' } as const;
    const where = (args: Readonly<Record<string, unknown>>) => args['user'] === as.id;
    const fault = workspace.faults.add({ method: 'users.info', where, ...refusesToken });
    await workspace.command({ as, channel, text });
    await workspace.waitFor(() => fault.hits > 0, { what: 'a look-up' });
    fault.remove();
    await stack.retryUntil(() => expect(workspace.messages({ channel })).not.toEqual([]));
    const thread = await rootOf(workspace, channel, text);
    expect(await thread.ended()).toHaveLength(1);
    expect(scenario.notes()).toEqual([]);
  });
});
