import { expect } from 'vitest';
import type { Block, Ephemeral } from '../../../local/workspace/workspace.js';
import { messageText } from '../../support/message-text.js';
import { buttons, type Scenario } from '../../support/scenario.js';
import { makeShopWithHistory, openedView } from '../../support/shop.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest(async (onCleanup) => {
  const shop = await makeShopWithHistory();
  onCleanup(() => shop.remove());
  return { workspace: { limits: 'off' }, service: { repositories: [shop.path] } };
});

const SOURCE = { type: 'File', label: 'shop', link: '/shop/-/blob/src/queue.ts?L5-7' };

const GROUPS = ['Ask', 'Steer', 'Find', 'Code', 'Admin'];

function groupsOf(blocks: readonly Block[]): string[] {
  const heads = blocks.map((block) =>
    /^\*(\w+)\*/.exec(messageText({ text: '', blocks: [block] })),
  );
  return heads.flatMap((head) => head?.[1] ?? []);
}

async function help(scenario: Scenario): Promise<Ephemeral> {
  const { workspace } = scenario.stack;
  const { asker: as, channel } = scenario;
  await workspace.command({ as, channel, text: 'help' });
  return workspace.waitFor(() => workspace.ephemerals({ user: as, channel })[0], { what: 'help' });
}

it('help has five groups, the same by command, mention and direct message', async ({
  stack,
  scenario,
}) => {
  const { workspace } = stack;
  const { asker, channel } = scenario;
  const typed = await help(scenario);
  expect(groupsOf(typed.blocks ?? [])).toEqual(GROUPS);
  await scenario.mention('help');
  const notes = () => workspace.ephemerals({ user: asker, channel });
  const mentioned = await workspace.waitFor(() => notes()[1], { what: 'help in private' });
  const direct = await scenario.direct('help');
  const reply = await direct.message('*Steer*');
  for (const { blocks } of [mentioned, reply]) {
    expect(messageText({ text: '', ...(blocks && { blocks }) })).toBe(messageText(typed));
  }
});

const EXAMPLES = {
  cancel: 'You have nothing running.',
  list: 'Your conversations',
  'list starred': 'Starred conversations',
  'list all': 'those in public threads',
  check: 'unchanged',
  'who knows': 'people who know',
  usage: 'used',
  'code search retry': '*Search*',
  'code repos': 'shop',
  'code help': 'contributors',
  doctor: 'Only workspace admins',
};

it('every example runs when it is clicked, and the help stays', async ({ stack, scenario }) => {
  const { workspace } = stack;
  const { asker: as, channel } = scenario;
  await scenario.answered(scenario.text(), { sources: [SOURCE] });
  const note = await help(scenario);
  const rows = buttons(note);
  const idOf = (label: string) =>
    String(rows.find(({ text }) => (text as { text: string }).text === label)?.['action_id']);
  const notes = () => workspace.ephemerals({ user: as, channel });
  for (const [label, like] of Object.entries(EXAMPLES)) {
    const before = notes().length;
    await workspace.click({ as, channel, ts: note.ts, actionId: idOf(label) });
    await workspace.waitFor(
      () =>
        notes()
          .slice(before)
          .some((each) => messageText(each).includes(like)),
      { what: `"${like}" after ${label}` },
    );
  }
  const views = {
    'Ask with a form': 'Your question',
    settings: 'Who can ask',
    code: 'contributors',
  };
  for (const [label, like] of Object.entries(views)) {
    await workspace.click({ as, channel, ts: note.ts, actionId: idOf(label) });
    const { modal } = await openedView(stack, as, like);
    await workspace.closeView({ as, view: modal.id });
  }
  const labels = [...Object.keys(EXAMPLES), ...Object.keys(views)];
  expect(rows.map(({ text }) => (text as { text: string }).text).sort()).toEqual(labels.sort());
  expect(notes()[0]).toEqual(note);
  expect(workspace.messages({ channel })).toHaveLength(1);
});
