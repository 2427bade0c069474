import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultScenario } from '../fault-scenario.js';
import { maximum, medianSeconds, memory, waitTimes } from '../figures.js';
import type { Harness } from '../harness.js';
import type { QuestionOptions } from '../question-load.js';

/** Default polling, and a service that works on all questions at once. */
const LIKE_AN_INSTALLATION = {
  stack: { env: { POLL_MIN_MS: '1000', POLL_MAX_MS: '5000' }, service: { slots: 20_000 } },
} as const;

/** Many questions at once, with Slack's limits where the note is about time. */
export const LOAD_SCENARIOS: readonly FaultScenario[] = [
  {
    name: 'flood',
    says: "The service answers nothing until everything has been asked, so that all questions are open at once. Slack's limits are lifted. The note gives the number of open questions, and the memory of the process.",
    questions: 5_000,
    harness: { channels: 20, people: 40, ...LIKE_AN_INSTALLATION },
    perSecond: 60,
    question: (harness) => ({
      stop: false,
      plan: { workMs: 0, until: harness.answersGate.opened },
    }),
    async inject({ harness, at, note }) {
      await at(1);
      const open = await peakOpenQuestions(harness);
      note(`${open} open at once: ${await memory(harness)}`);
      harness.answersGate.open();
    },
  },
  {
    name: 'flood within Slack’s limits',
    says: "Everything is asked at once, with Slack's limits in force: a workspace takes 300 posts and 50 updates a minute, a channel one post a second. The note gives the median wait, the longest wait, and the memory of the process.",
    harness: { limits: true },
    perSecond: 500,
    question: () => ({ stop: false }),
    inject: ({ at }) => at(1),
    summarize: async (harness) =>
      `${medianSeconds(waitTimes(harness))}, at most ${maximum(waitTimes(harness))}; ${await memory(harness)}`,
  },
  {
    name: 'one person floods one channel',
    says: "One person asks everything in one channel, with Slack's limits in force and a service that works on all questions at once. Somebody in another channel asks every 3 s. The note gives the waits of both (quiet: the other channel).",
    harness: { limits: true },
    perSecond: 500,
    question: (harness) => ({
      ...inChannel(harness, 0),
      way: 'mention',
      plan: { workMs: 500 },
      stop: false,
    }),
    async inject({ harness, at }) {
      await at(1);
      const quiet = { way: 'mention', plan: { workMs: 500 }, stop: false } as const;
      for (let n = 0; n < 8; n++) {
        await harness.ask({ ...quiet, ...inChannel(harness, 1) });
        await sleep(3_000);
      }
    },
    summarize(harness) {
      const of = (number: number) =>
        waitTimes(harness, ({ channel }) => channel.id === harness.channels[number]?.id);
      const [loud, quiet] = [of(0), of(1)];
      return `quiet ${medianSeconds(quiet)}, at most ${maximum(quiet)}; loud ${medianSeconds(loud)}, at most ${maximum(loud)}`;
    },
  },
  {
    name: 'one long thread',
    says: 'All questions are follow-ups in threads of one channel. Each thread answers them one at a time.',
    question: () => ({ way: 'follow-up', plan: { workMs: 200 }, stop: false }),
    perSecond: 50,
    inject: ({ at }) => at(1),
  },
];

/** The number of open questions, once it no longer grows. */
async function peakOpenQuestions(harness: Harness): Promise<number> {
  for (let most = 0; ; ) {
    const open = await harness.countOpen();
    if (open <= most) return most;
    most = open;
    await sleep(5_000);
  }
}

/** The person and channel of this number. */
function inChannel(
  { channels, people }: Harness,
  number: number,
): Pick<QuestionOptions, 'by' | 'channel'> {
  const [by, channel] = [people[number], channels[number]];
  if (by === undefined || channel === undefined)
    throw new Error('the harness has too few channels or people');
  return { by, channel };
}
