import { describe, expect } from 'vitest';
import type { Ephemeral, Person, Ref } from '../../../local/workspace/workspace.js';
import { runCli } from '../../cli/run-cli.js';
import { messageText } from '../../support/message-text.js';
import { type Scenario, type Thread, VOTE_BUTTON } from '../../support/scenario.js';
import { stackTest } from '../../support/stack-test.js';
import { waitForModal } from '../../support/views.js';

let thread: Thread;
const it = stackTest({ workspace: { limits: 'off' } });
it.beforeEach(async ({ scenario }) => {
  thread = await scenario.answered(scenario.text());
});

const questionId = (scenario: Scenario) =>
  `${scenario.stack.workspace.app.teamId}-${scenario.channel.id}-${thread.ts}`;

/** Presses 👍 or 👎 under the answer, and gives the private note that follows. */
async function vote(
  scenario: Scenario,
  vote: 'up' | 'down',
  as: Ref = scenario.asker,
): Promise<Ephemeral> {
  const before = notesTo(scenario, as).length;
  const { ts } = await thread.message('backoff()');
  const clicked = { as, channel: scenario.channel, ts, actionId: `${VOTE_BUTTON}.${vote}` };
  expect(await scenario.stack.workspace.click(clicked)).toMatchObject({ ackStatus: 200 });
  return nextNote(scenario, as, before);
}

/** Somebody else who is in the channel. */
async function somebody(
  scenario: Scenario,
  like: { name: string; is_restricted?: boolean },
): Promise<Person> {
  const { workspace } = scenario.stack;
  const person = workspace.addPerson(like);
  await workspace.invite({ channel: scenario.channel, user: person });
  return person;
}

function notesTo(scenario: Scenario, user: Ref): readonly Ephemeral[] {
  return scenario.stack.workspace.ephemerals({ user, channel: scenario.channel });
}

function nextNote(scenario: Scenario, to: Ref, before: number): Promise<Ephemeral> {
  return scenario.stack.workspace.waitFor(() => notesTo(scenario, to)[before], {
    what: 'a private note',
  });
}

/** All that is left of the note that asked why, its buttons gone, is the one thanks. */
async function thanked(scenario: Scenario): Promise<void> {
  const said = () => notesTo(scenario, scenario.asker).map(messageText);
  await scenario.stack.workspace.waitFor(
    () => !said().some((text) => text.includes('What was wrong')),
    {
      what: 'the note that asks why to make way',
    },
  );
  expect(said()).toEqual(['Thanks for the feedback.']);
}

interface Row {
  readonly question: string;
  readonly by: string;
  readonly vote: string;
  readonly reason?: string;
  readonly at: string;
}

/** What an operator reads of this question. */
async function votes(scenario: Scenario): Promise<Row[]> {
  const { code, out, err } = await runCli(['feedback', '--json'], { env: scenario.stack.env });
  expect([code, err]).toEqual([0, '']);
  const all = JSON.parse(out) as Row[];
  return all.filter(({ question }) => question === questionId(scenario));
}

async function counted(scenario: Scenario, vote: 'up' | 'down'): Promise<number> {
  const page = await fetch(`http://127.0.0.1:${scenario.stack.bots[0]?.ports.ops}/metrics`);
  const line = new RegExp(`^deepsearch_slack_feedback_total{vote="${vote}"} (\\d+)$`, 'm');
  return Number(line.exec(await page.text())?.[1] ?? 0);
}

describe('a thumb under an answer', () => {
  it('a vote is stored, counted and acknowledged with an ephemeral message', async ({
    scenario,
  }) => {
    const before = await counted(scenario, 'up');
    const note = await vote(scenario, 'up');
    expect(messageText(note)).toBe('Thanks for the feedback.');
    expect(note.thread_ts).toBe(thread.ts);
    expect(await votes(scenario)).toEqual([
      {
        question: questionId(scenario),
        by: scenario.asker.id,
        vote: 'up',
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      },
    ]);
    expect(await counted(scenario, 'up')).toBe(before + 1);
  });

  it('each person has one vote, which they can change', async ({ scenario }) => {
    const colleague = await somebody(scenario, { name: 'colleague' });
    await vote(scenario, 'up');
    await vote(scenario, 'up', colleague);
    await vote(scenario, 'down');
    const found = await votes(scenario);
    expect(found.map(({ by, vote }) => [by, vote]).sort()).toEqual(
      [
        [scenario.asker.id, 'down'],
        [colleague.id, 'up'],
      ].sort(),
    );
  });

  it('a thumbs down asks for the reason, which one more click gives', async ({
    stack,
    scenario,
  }) => {
    const note = await vote(scenario, 'down');
    expect(messageText(note)).toContain('What was wrong with it?');
    expect(messageText(note)).toContain('[Out of date]');
    const { workspace } = stack;
    const { asker: as, channel } = scenario;
    await workspace.click({ as, channel, ts: note.ts, actionId: `${VOTE_BUTTON}.outdated` });
    await thanked(scenario);
    expect(await votes(scenario)).toMatchObject([{ vote: 'down', reason: 'outdated' }]);
  });

  it('a thumbs down can be explained in free text', async ({ stack, scenario }) => {
    const note = await vote(scenario, 'down');
    const { workspace } = stack;
    const { asker: as, channel } = scenario;
    await workspace.click({ as, channel, ts: note.ts, actionId: 'modal.open.0' });
    await waitForModal(stack, as, 'What was wrong with the answer?');
    const said = '=1+1, it "quotes" another repository,\nand an old one';
    await workspace.submit({ as, values: { reason: { reason: said } } });
    await thanked(scenario);
    expect(await votes(scenario)).toMatchObject([{ vote: 'down', words: said }]);
    const { out } = await runCli(['feedback', '--csv'], { env: stack.env });
    expect(out).toContain(`,"'=1+1, it ""quotes"" another repository,\nand an old one"\n`);
  });

  it('the feedback command prints no terminal escapes of a comment', async ({
    stack,
    scenario,
  }) => {
    const note = await vote(scenario, 'down');
    const { workspace } = stack;
    const { asker: as, channel } = scenario;
    await workspace.click({ as, channel, ts: note.ts, actionId: 'modal.open.0' });
    await waitForModal(stack, as, 'What was wrong with the answer?');
    const said = '\u001b[2J=1+1 \u001b]0;title\u0007wrong\u009b31m file';
    await workspace.submit({ as, values: { reason: { reason: said } } });
    await thanked(scenario);
    expect(await votes(scenario)).toMatchObject([{ vote: 'down', words: '=1+1 wrong file' }]);
    const { out } = await runCli(['feedback', '--csv'], { env: stack.env });
    expect(out).toContain(",'=1+1 wrong file\n");
  });

  it('a vote in a direct message counts', async ({ stack, scenario }) => {
    const text = scenario.text();
    const direct = await scenario.direct(text);
    (await stack.engine.next(text)).answer();
    await direct.ended();
    await direct.press(scenario.asker, `${VOTE_BUTTON}.up`, await direct.message('backoff()'));
    await direct.message('Thanks for the feedback.');
  });

  it('a guest’s vote does not count', async ({ scenario }) => {
    const guest = await somebody(scenario, { name: 'guest', is_restricted: true });
    expect(messageText(await vote(scenario, 'up', guest))).toContain('Only people who can ask');
    expect(await votes(scenario)).toEqual([]);
  });
});

describe('the votes', () => {
  it('the feedback command prints votes, also as CSV', async ({ stack, scenario }) => {
    await vote(scenario, 'down');
    const { code, out } = await runCli(['feedback', '--csv'], { env: stack.env });
    const [head, ...rows] = out.trimEnd().split('\n');
    expect([code, head]).toEqual([0, 'at,by,question,vote,reason,words']);
    expect(rows.at(-1)).toMatch(
      new RegExp(`,${scenario.asker.id},${questionId(scenario)},down,,$`),
    );
  });

  it('the feedback command fails if Redis is unavailable', async ({ stack }) => {
    const env = { ...stack.env, REDIS_URL: 'redis://127.0.0.1:1' };
    const { code, out, err } = await runCli(['feedback'], { env });
    expect([code, out, err]).toEqual([1, '', expect.stringContaining('Cannot read from Redis')]);
  });
});
