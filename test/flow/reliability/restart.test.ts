import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  askedQuestions,
  messageText,
  newScenario,
  onlyOutcome,
  type Scenario,
  type Thread,
} from '../../support/scenario.js';
import type { PendingQuestion } from '../../support/stack.js';
import { type Stack, startStack } from '../../support/stack.js';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ workspace: { limits: 'off' } });
});
afterAll(() => stack.stop());

/** What was going on when the bot was killed, and what becomes of it afterwards. */
interface Story {
  /** Brings it to the point at which the bot dies. */
  until(scenario: Scenario): Promise<void>;
  /** What happens while no bot is there. */
  meanwhile?(): Promise<void> | void;
  afterwards(scenario: Scenario): Promise<void>;
}

async function answeredOnce(thread: Thread, text: string): Promise<void> {
  await thread.message('backoff()');
  onlyOutcome(await thread.ended());
  expect(askedQuestions(stack, text)).toHaveLength(1);
}

function worksOnIt(): Story {
  let open: { thread: Thread; work: PendingQuestion };
  return {
    until: async (scenario) => {
      open = await scenario.asked(scenario.text());
      await open.thread.status();
    },
    afterwards: async () => {
      const { thread, work } = open;
      work.answer();
      await answeredOnce(thread, work.question);
    },
  };
}

function answersMeanwhile(): Story {
  let open: { thread: Thread; work: PendingQuestion };
  return {
    until: async (scenario) => {
      open = await scenario.asked(scenario.text());
      await open.thread.status();
    },
    meanwhile: () => open.work.answer(),
    afterwards: () => answeredOnce(open.thread, open.work.question),
  };
}

function hasFollowUpsInLine(): Story {
  let open: { thread: Thread; work: PendingQuestion };
  let second = '';
  return {
    until: async (scenario) => {
      open = await scenario.asked(scenario.text());
      second = scenario.text();
      await open.thread.reply(scenario.asker, second);
      await open.thread.message('Next in line');
    },
    afterwards: async () => {
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
function hasJustPostedTheStatus(): Story {
  let thread: Thread;
  let drop: () => void;
  let text = '';
  return {
    until: async (scenario) => {
      text = scenario.text();
      const { channel } = scenario;
      const gate = stack.workspace.gate('chat.postMessage', { channel, when: 'after' });
      thread = await scenario.mention(text);
      await gate.reached;
      drop = gate.drop;
    },
    meanwhile: () => drop(),
    afterwards: async () => {
      (await stack.engine.next(text)).answer();
      await answeredOnce(thread, text);
    },
  };
}

const SECTIONS = Array.from({ length: 30 }, (_, i) => `Section ${i + 1}`);

function isBetweenTheParts(): Story {
  let thread: Thread;
  let drop: () => void;
  return {
    until: async (scenario) => {
      const asked = await scenario.asked(scenario.text());
      thread = asked.thread;
      await thread.status();
      const { channel } = scenario;
      const gate = stack.workspace.gate('chat.postMessage', { channel, when: 'after' });
      const chapters = SECTIONS.map((head) => `## ${head}\n\n${'word '.repeat(200)}`);
      asked.work.answer({ answer: chapters.join('\n\n') });
      await gate.reached;
      drop = gate.drop;
    },
    meanwhile: () => drop(),
    afterwards: async () => {
      await thread.message('*Sources*');
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
function isAskingTheService(when: 'before' | 'after'): Story {
  let thread: Thread;
  let release: () => void;
  let text = '';
  return {
    until: async (scenario) => {
      text = scenario.text();
      const gate = stack.service.gate('create', { when });
      thread = await scenario.mention(text);
      await gate.reached;
      release = gate.release;
    },
    meanwhile: async () => {
      release();
      await stack.service.waitFor(() => askedQuestions(stack, text).length > 0);
    },
    afterwards: async () => {
      (await stack.engine.next(text)).answer();
      await answeredOnce(thread, text);
    },
  };
}

// One death for all of them: it takes some seconds until a dead worker's jobs are given to another.
describe('a killed bot goes on', () => {
  const stories = {
    'while the service works': worksOnIt(),
    'with an answer that came meanwhile': answersMeanwhile(),
    'with follow-ups in line': hasFollowUpsInLine(),
    'right behind the status message': hasJustPostedTheStatus(),
    'between the parts of a long answer': isBetweenTheParts(),
    'while the service was being asked, and was': isAskingTheService('after'),
    'while the service was about to be asked': isAskingTheService('before'),
  };
  const scenarios = new Map<Story, Scenario>();
  beforeAll(async () => {
    for (const story of Object.values(stories)) {
      const scenario = newScenario(stack);
      scenarios.set(story, scenario);
      await story.until(scenario);
    }
    await stack.bots.at(-1)?.kill();
    for (const story of Object.values(stories)) await story.meanwhile?.();
    await stack.startBot();
  });

  it.each(Object.entries(stories))('%s', async (_name, story) => {
    await story.afterwards(scenarios.get(story) ?? newScenario(stack));
  });
});

describe('SIGTERM', () => {
  let scenario: Scenario;
  beforeEach(async () => {
    await stack.refill();
    scenario = newScenario(stack);
  });

  it('ends the bot with 0, and what was open goes on with the next one', async () => {
    const { thread, work } = await scenario.asked(scenario.text());
    await thread.status();
    expect(await stack.bots.at(-1)?.stop()).toBe(0);
    await stack.startBot();
    work.answer();
    await answeredOnce(thread, work.question);
  });

  it('ends it with 0 also while the service does not answer', async () => {
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
    await answeredOnce(thread, work.question);
  });
});

it('a question whose job is lost gets one', async () => {
  const { store } = stack;
  await stack.refill();
  const scenario = newScenario(stack);
  const { thread, work } = await scenario.asked(scenario.text());
  await thread.status();
  await stack.bots.at(-1)?.kill();
  await store.del(...(await store.keys('{deepsearch}:bull:questions:*')));
  await stack.startBot();
  work.answer();
  await answeredOnce(thread, work.question);
});
