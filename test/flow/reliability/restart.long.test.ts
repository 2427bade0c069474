import { describe, expect } from 'vitest';
import { messageText } from '../../support/message-text.js';
import {
  askedQuestions,
  newScenario,
  onlyOutcome,
  rootOf,
  type Scenario,
  type Thread,
} from '../../support/scenario.js';
import type { PendingQuestion, Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({ workspace: { limits: 'off' } });

/** A question that is open when the bot is killed. */
interface CrashCase {
  /** Brings the question to the point at which the bot is killed. */
  beforeKill(scenario: Scenario): Promise<void>;
  /** What happens while no bot is running. */
  whileDown?(scenario: Scenario): Promise<void> | void;
  /** Expects the right outcome after the restart. */
  afterRestart(scenario: Scenario): Promise<void>;
}

async function answeredOnce(stack: Stack, thread: Thread, text: string): Promise<void> {
  await thread.message('backoff()');
  onlyOutcome(await thread.ended());
  expect(askedQuestions(stack, text)).toHaveLength(1);
}

function worksOnIt(): CrashCase {
  let open: { thread: Thread; work: PendingQuestion };
  return {
    beforeKill: async (scenario) => {
      open = await scenario.asked(scenario.text());
      await open.thread.status();
    },
    afterRestart: async ({ stack }) => {
      const { thread, work } = open;
      work.answer();
      await answeredOnce(stack, thread, work.question);
    },
  };
}

function answersMeanwhile(): CrashCase {
  let open: { thread: Thread; work: PendingQuestion };
  return {
    beforeKill: async (scenario) => {
      open = await scenario.asked(scenario.text());
      await open.thread.status();
    },
    whileDown: () => open.work.answer(),
    afterRestart: ({ stack }) => answeredOnce(stack, open.thread, open.work.question),
  };
}

function hasFollowUpsInLine(): CrashCase {
  let open: { thread: Thread; work: PendingQuestion };
  let second = '';
  return {
    beforeKill: async (scenario) => {
      open = await scenario.asked(scenario.text());
      second = scenario.text();
      await open.thread.reply(scenario.asker, second);
      await open.thread.message('Next in line');
    },
    afterRestart: async ({ stack }) => {
      const { thread, work } = open;
      work.answer({ answer: 'First.' });
      (await stack.engine.next(second)).answer({ answer: 'Second.' });
      await thread.message('Second.');
      const said = (await thread.ended(2)).join('\n');
      expect(said.match(/First\.|Second\./g)).toEqual(['First.', 'Second.']);
    },
  };
}

/** The reply to the post of the status message is the first that nobody hears. */
function hasJustPostedTheStatus(): CrashCase {
  let thread: Thread;
  let drop: () => void;
  let text = '';
  return {
    beforeKill: async (scenario) => {
      text = scenario.text();
      const { channel } = scenario;
      const gate = scenario.stack.workspace.gate('chat.postMessage', { channel, when: 'after' });
      thread = await scenario.mention(text);
      await gate.reached;
      drop = gate.drop;
    },
    whileDown: () => drop(),
    afterRestart: async ({ stack }) => {
      (await stack.engine.next(text)).answer();
      await answeredOnce(stack, thread, text);
    },
  };
}

/** Slack shows the root message of a command, and somebody reacts to it before the bot knows its `ts`. */
function wasStoppedOnItsUnknownRoot(): CrashCase {
  let thread: Thread;
  let drop: () => void;
  return {
    beforeKill: async (scenario) => {
      const { asker: as, channel, stack } = scenario;
      const { workspace } = stack;
      const text = scenario.text();
      const gate = workspace.gate('chat.postMessage', { channel, when: 'after' });
      await workspace.command({ as, channel, text });
      await gate.reached;
      thread = await rootOf(workspace, channel, text);
      await workspace.react({ as, channel, ts: thread.ts, name: 'x' });
      drop = gate.drop;
    },
    whileDown: () => drop(),
    afterRestart: async ({ asker }) => {
      expect(await thread.ended()).toEqual([`Stopped by <@${asker.id}>.`]);
    },
  };
}

const SECTIONS = Array.from({ length: 30 }, (_, i) => `Section ${i + 1}`);

function isBetweenTheParts(): CrashCase {
  let thread: Thread;
  let drop: () => void;
  return {
    beforeKill: async (scenario) => {
      const asked = await scenario.asked(scenario.text());
      thread = asked.thread;
      await thread.status();
      const { channel } = scenario;
      const gate = scenario.stack.workspace.gate('chat.postMessage', { channel, when: 'after' });
      const chapters = SECTIONS.map((head) => `## ${head}\n\n${'word '.repeat(200)}`);
      asked.work.answer({ answer: chapters.join('\n\n') });
      await gate.reached;
      drop = gate.drop;
    },
    whileDown: () => drop(),
    afterRestart: async () => {
      await thread.message('[Sources (');
      const heads = thread
        .ours()
        .map(messageText)
        .join('\n')
        .match(/Section \d+/g);
      expect(heads).toEqual(SECTIONS);
    },
  };
}

/** The service's reply never arrives, whether it was asked or not when the bot died. */
function isAskingTheService(when: 'before' | 'after'): CrashCase {
  let thread: Thread;
  let release: () => void;
  let text = '';
  return {
    beforeKill: async (scenario) => {
      text = scenario.text();
      const gate = scenario.stack.service.gate('create', { when });
      thread = await scenario.mention(text);
      await gate.reached;
      release = gate.release;
    },
    whileDown: async ({ stack }) => {
      release();
      await stack.service.waitFor(() => askedQuestions(stack, text).length > 0);
    },
    afterRestart: async ({ stack }) => {
      (await stack.engine.next(text)).answer();
      await answeredOnce(stack, thread, text);
    },
  };
}

// One kill for all cases: it takes some seconds until a dead worker's jobs are given to another.
describe('a killed bot goes on', () => {
  const cases = {
    'while the service works': worksOnIt(),
    'with an answer that came meanwhile': answersMeanwhile(),
    'with follow-ups in line': hasFollowUpsInLine(),
    'right behind the status message': hasJustPostedTheStatus(),
    'right behind a root message that somebody stopped it by': wasStoppedOnItsUnknownRoot(),
    'between the parts of a long answer': isBetweenTheParts(),
    'while the service was being asked, and was': isAskingTheService('after'),
    'while the service was about to be asked': isAskingTheService('before'),
  };
  const scenarios = new Map<CrashCase, Scenario>();
  it.beforeAll(async ({ stack }) => {
    for (const crashCase of Object.values(cases)) {
      const scenario = newScenario(stack);
      scenarios.set(crashCase, scenario);
      await crashCase.beforeKill(scenario);
    }
    await stack.bots.at(-1)?.kill();
    for (const [crashCase, scenario] of scenarios) await crashCase.whileDown?.(scenario);
    await stack.startBot();
  });

  it.for(Object.entries(cases))(
    'a killed bot continues: %s',
    async ([_name, crashCase], { stack }) => {
      await crashCase.afterRestart(scenarios.get(crashCase) ?? newScenario(stack));
    },
  );
});

describe('SIGTERM', () => {
  it('SIGTERM exits with 0, and open questions continue in the next process', async ({
    stack,
    scenario,
  }) => {
    const { thread, work } = await scenario.asked(scenario.text());
    await thread.status();
    expect(await stack.bots.at(-1)?.stop()).toBe(0);
    await stack.startBot();
    work.answer();
    await answeredOnce(stack, thread, work.question);
  });

  it('SIGTERM exits with 0 even if the instance does not respond', async ({ stack, scenario }) => {
    const { service } = stack;
    await stack.bots.at(-1)?.stop();
    await stack.startBot('both', { SHUTDOWN_TIMEOUT_MS: '4000' });
    const { thread, work } = await scenario.asked(scenario.text());
    const gate = service.gate('read');
    await gate.reached;
    expect(await stack.bots.at(-1)?.stop()).toBe(0);
    gate.release();
    await stack.startBot();
    work.answer();
    await answeredOnce(stack, thread, work.question);
  });
});

describe('no bot ran for days', () => {
  const DAYS_MS = 4 * 24 * 3600_000;

  /** Changes the stored record of a question. */
  async function changeRecord(
    { store, workspace }: Stack,
    { thread, scenario }: { readonly thread: Thread; readonly scenario: Scenario },
    change: (record: { askedAt: number; endedAt?: number }) => object,
  ): Promise<void> {
    const id = `${workspace.app.teamId}-${scenario.channel.id}-${thread.ts}`;
    const key = `{deepsearch}:question:${id}`;
    const record = JSON.parse((await store.hget(key, 'body')) ?? '') as { askedAt: number };
    await store.hset(key, 'body', JSON.stringify({ ...record, ...change(record) }));
  }

  const daysAgo = ({ askedAt }: { readonly askedAt: number }) => ({ askedAt: askedAt - DAYS_MS });

  it('a question that was not finished for days ends and says so', async ({ stack, scenario }) => {
    await stack.refill();
    const { thread } = await scenario.asked(scenario.text());
    await thread.status();
    await stack.crash();
    await changeRecord(stack, { thread, scenario }, daysAgo);
    await stack.startBot();
    const [said] = await thread.ended();
    expect(said).toContain('No answer came within 4 days, so this question was stopped.');
    expect(thread.endings()).toHaveLength(1);
  });

  it('an answer that came meanwhile is still posted', async ({ stack, scenario }) => {
    await stack.refill();
    const { thread, work } = await scenario.asked(scenario.text());
    await thread.status();
    await stack.crash();
    work.answer();
    await changeRecord(stack, { thread, scenario }, daysAgo);
    await stack.startBot();
    await answeredOnce(stack, thread, work.question);
  });

  const phaseOf = async (
    { store, workspace }: Stack,
    { thread, scenario }: { readonly thread: Thread; readonly scenario: Scenario },
  ) => {
    const id = `${workspace.app.teamId}-${scenario.channel.id}-${thread.ts}`;
    const body = (await store.hget(`{deepsearch}:question:${id}`, 'body')) ?? '{}';
    return (JSON.parse(body) as { phase?: string }).phase;
  };
  const endedDaysAgo = ({ askedAt }: { readonly askedAt: number }) => ({
    askedAt: askedAt - DAYS_MS,
    endedAt: askedAt - DAYS_MS,
  });

  it('an outcome is withheld if Slack has failed for days to open the direct message for it', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    await stack.refill();
    const { thread, work } = await scenario.asked(scenario.text());
    await thread.status();
    await stack.crash();
    await workspace.share(scenario.channel);
    work.answer();
    workspace.faults.add({
      method: 'conversations.open',
      kind: 'status',
      status: 503,
      where: ({ users }) => users === scenario.asker.id,
    });
    await stack.startBot();
    const phase = () => phaseOf(stack, { thread, scenario });
    await stack.retryUntil(async () => expect(await phase()).toBe('ended'));
    await stack.crash();
    await changeRecord(stack, { thread, scenario }, endedDaysAgo);
    await stack.startBot();
    await thread.message('neither here nor in a direct message');
    workspace.faults.clear();
    expect(thread.said().join()).not.toContain('backoff()');
  });

  it('a question is closed if Slack has refused the token for days', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    await stack.refill();
    const { thread, work } = await scenario.asked(scenario.text());
    await thread.status();
    for (const method of ['chat.update', 'chat.postMessage']) {
      workspace.faults.add({ method, kind: 'error', error: 'token_revoked' });
    }
    work.answer();
    const phase = () => phaseOf(stack, { thread, scenario });
    await stack.retryUntil(async () => expect(await phase()).toBe('ended'));
    await stack.crash();
    await changeRecord(stack, { thread, scenario }, endedDaysAgo);
    await stack.startBot();
    await stack.retryUntil(async () => expect(await phase()).toBe('delivered'));
    workspace.faults.clear();
    const logged = () => stack.bots.at(-1)?.log.map(({ msg }) => msg);
    await expect
      .poll(logged)
      .toContain('question closed without delivery: Slack refused access for days');
  });
});

it('a question whose job is lost gets a new job', async ({ stack, scenario }) => {
  const { store } = stack;
  await stack.refill();

  const { thread, work } = await scenario.asked(scenario.text());
  await thread.status();
  await stack.crash();
  await store.del(...(await store.keys('{deepsearch}:bull:questions:*')));
  await stack.startBot();
  work.answer();
  await answeredOnce(stack, thread, work.question);
});
