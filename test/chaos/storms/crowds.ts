import { setTimeout as sleep } from 'node:timers/promises';
import { median, memory, most, waits } from '../figures.js';
import type { Storm } from '../storm.js';

/** Many people at once, with Slack's limits in force where the note is about time. */
export const CROWD_STORMS: readonly Storm[] = [
  {
    name: 'flood',
    says: "Everything is asked at once; Slack's limits are lifted. The note has the median and longest wait and the process's memory.",
    perSecond: 500,
    wish: { stop: false },
    strike: ({ at }) => at(1),
    sum: async (office) =>
      `${median(waits(office))}, at most ${most(waits(office))}; ${await memory(office)}`,
  },
  {
    name: 'flood within Slack’s limits',
    says: 'Everything is asked at once with the limits in force: some 40 answers a minute are all that Slack takes in a workspace.',
    office: { limits: true },
    perSecond: 500,
    wish: { stop: false },
    strike: ({ at }) => at(1),
    sum: async (office) =>
      `${median(waits(office))}, at most ${most(waits(office))}; ${await memory(office)}`,
  },
  {
    name: 'one person floods one channel',
    says: "All questions are one person's in one channel, with Slack's limits in force; somebody in another channel asks every 3 s. The note has what that one waits.",
    office: { limits: true },
    perSecond: 500,
    wish: { stop: false, way: 'mention', plan: { workMs: 500 } },
    async strike({ office, at }) {
      await at(1);
      const asker = office.people.at(-1);
      const channel = office.rooms.at(-1);
      if (asker === undefined || channel === undefined) return;
      const quiet = {
        by: asker,
        channel,
        way: 'mention',
        plan: { workMs: 500 },
        stop: false,
      } as const;
      for (let n = 0; n < 8; n++) {
        await office.ask(quiet);
        await sleep(3_000);
      }
    },
    sum(office) {
      const last = office.rooms.at(-1)?.id;
      const quiet = waits(office, ({ channel }) => channel.id === last);
      const loud = waits(office, ({ channel }) => channel.id !== last);
      return `quiet ${median(quiet)}, at most ${most(quiet)}; loud ${median(loud)}, at most ${most(loud)}`;
    },
  },
  {
    name: 'one long thread',
    says: 'All questions are follow-ups in threads of one channel: each thread answers them one at a time.',
    wish: { way: 'follow-up', plan: { workMs: 200 }, stop: false },
    perSecond: 50,
    strike: ({ at }) => at(1),
  },
];
