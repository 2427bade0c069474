import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ephemeral, Person, Ref } from '../../../local/workspace/workspace.js';
import { cli } from '../../cli/program.js';
import {
  messageText,
  newScenario,
  type Scenario,
  type Thread,
  VOTE_BUTTON,
} from '../../support/scenario.js';
import { type Stack, startStack } from '../../support/stack.js';
import { waitForModal } from '../../support/views.js';

let stack: Stack;
let scenario: Scenario;
let thread: Thread;
beforeAll(async () => {
  stack = await startStack({ workspace: { limits: 'off' } });
});
afterAll(() => stack.stop());
beforeEach(async () => {
  await stack.refill();
  scenario = newScenario(stack);
  thread = await scenario.answered(scenario.text());
});

const questionId = () => `${stack.workspace.app.teamId}-${scenario.channel.id}-${thread.ts}`;

/** Presses 👍 or 👎 under the answer, and gives the private note that follows. */
async function vote(vote: 'up' | 'down', as: Ref = scenario.asker): Promise<Ephemeral> {
  const before = notesTo(as).length;
  const { ts } = await thread.message('backoff()');
  const value = `${vote}::${questionId()}`;
  const clicked = { as, channel: scenario.channel, ts, actionId: VOTE_BUTTON, value };
  expect(await stack.workspace.click(clicked)).toMatchObject({ ackStatus: 200 });
  return nextNote(as, before);
}

/** Somebody else who is in the channel. */
async function somebody(like: { name: string; is_restricted?: boolean }): Promise<Person> {
  const { workspace } = stack;
  const person = workspace.addPerson(like);
  await workspace.invite({ channel: scenario.channel, user: person });
  return person;
}

function notesTo(user: Ref): readonly Ephemeral[] {
  return stack.workspace.ephemerals({ user, channel: scenario.channel });
}

function nextNote(to: Ref, before: number): Promise<Ephemeral> {
  return stack.workspace.waitFor(() => notesTo(to)[before], { what: 'a private note' });
}

/** All that is left of the note that asked why, its buttons gone, is the one thanks. */
async function thanked(): Promise<void> {
  const said = () => notesTo(scenario.asker).map(messageText);
  await stack.workspace.waitFor(() => !said().some((text) => text.includes('What was wrong')), {
    what: 'the note that asks why to make way',
  });
  expect(said()).toEqual(['Thank you: noted.']);
}

interface Row {
  readonly question: string;
  readonly by: string;
  readonly vote: string;
  readonly reason?: string;
  readonly at: string;
}

/** What an operator reads of this question. */
async function votes(): Promise<Row[]> {
  const { code, out, err } = await cli(['feedback', '--json'], { env: stack.env });
  expect([code, err]).toEqual([0, '']);
  const all = JSON.parse(out) as Row[];
  return all.filter(({ question }) => question === questionId());
}

async function counted(vote: 'up' | 'down'): Promise<number> {
  const page = await fetch(`http://127.0.0.1:${stack.bots[0]?.ports.ops}/metrics`);
  const line = new RegExp(`^deepsearch_slack_feedback_total{vote="${vote}"} (\\d+)$`, 'm');
  return Number(line.exec(await page.text())?.[1] ?? 0);
}

describe('a thumb under an answer', () => {
  it('is kept, thanked for in private, and counted', async () => {
    const before = await counted('up');
    const note = await vote('up');
    expect(messageText(note)).toBe('Thank you: noted.');
    expect(note.thread_ts).toBe(thread.ts);
    expect(await votes()).toEqual([
      {
        question: questionId(),
        by: scenario.asker.id,
        vote: 'up',
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      },
    ]);
    expect(await counted('up')).toBe(before + 1);
  });

  it('is one of each person, who may change their mind', async () => {
    const colleague = await somebody({ name: 'colleague' });
    await vote('up');
    await vote('up', colleague);
    await vote('down');
    const found = await votes();
    expect(found.map(({ by, vote }) => [by, vote]).sort()).toEqual(
      [
        [scenario.asker.id, 'down'],
        [colleague.id, 'up'],
      ].sort(),
    );
  });

  it('down asks why, and one more click says it', async () => {
    const note = await vote('down');
    expect(messageText(note)).toContain('What was wrong with it?');
    expect(messageText(note)).toContain('[Out of date]');
    const { workspace } = stack;
    const { asker: as, channel } = scenario;
    await workspace.click({ as, channel, ts: note.ts, actionId: `${VOTE_BUTTON}.outdated` });
    await thanked();
    expect(await votes()).toMatchObject([{ vote: 'down', reason: 'outdated' }]);
  });

  it('down may be explained in words of one’s own', async () => {
    const note = await vote('down');
    const { workspace } = stack;
    const { asker: as, channel } = scenario;
    await workspace.click({ as, channel, ts: note.ts, actionId: 'modal.open.0' });
    await waitForModal(stack, as, 'What was wrong with the answer?');
    const said = '=1+1, it "quotes" another repository,\nand an old one';
    await workspace.submit({ as, values: { reason: { reason: said } } });
    await thanked();
    expect(await votes()).toMatchObject([{ vote: 'down', words: said }]);
    const { out } = await cli(['feedback', '--csv'], { env: stack.env });
    expect(out).toContain(`,"'=1+1, it ""quotes"" another repository,\nand an old one"\n`);
  });

  it('counts in a direct message too', async () => {
    const { workspace, engine } = stack;
    const text = scenario.text();
    const direct = await scenario.direct(text);
    (await engine.next(text)).answer();
    await direct.ended();
    await direct.press(scenario.asker, VOTE_BUTTON, await direct.message('backoff()'));
    const notes = () => scenario.notes(workspace.dm(scenario.asker));
    await workspace.waitFor(() => notes().length > 0, { what: 'a private note' });
    expect(notes()).toEqual(['Thank you: noted.']);
  });

  it('of a guest counts nothing', async () => {
    const guest = await somebody({ name: 'guest', is_restricted: true });
    expect(messageText(await vote('up', guest))).toContain('Only people who may ask');
    expect(await votes()).toEqual([]);
  });
});

describe('the votes', () => {
  it('are printed for a spreadsheet too', async () => {
    await vote('down');
    const { code, out } = await cli(['feedback', '--csv'], { env: stack.env });
    const [head, ...rows] = out.trimEnd().split('\n');
    expect([code, head]).toEqual([0, 'at,by,question,vote,reason,words']);
    expect(rows.at(-1)).toMatch(new RegExp(`,${scenario.asker.id},${questionId()},down,,$`));
  });

  it('are not printed where Redis is away', async () => {
    const env = { ...stack.env, REDIS_URL: 'redis://127.0.0.1:1' };
    const { code, out, err } = await cli(['feedback'], { env });
    expect([code, out, err]).toEqual([1, '', expect.stringContaining('Redis cannot be read')]);
  });
});
