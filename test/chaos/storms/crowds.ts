import { setTimeout as sleep } from 'node:timers/promises';
import type { Wish } from '../asking.js';
import { median, memory, most, waits } from '../figures.js';
import type { Office } from '../office.js';
import type { Storm } from '../storm.js';

/** Many people at once, with Slack's limits in force where the note is about time. */
export const CROWD_STORMS: readonly Storm[] = [
  {
    name: 'flood',
    says: "Everything is asked at once; Slack's limits are lifted. The note has the median and longest wait and the process's memory.",
    perSecond: 500,
    wish: () => ({ stop: false }),
    strike: ({ at }) => at(1),
    sum: async (office) =>
      `${median(waits(office))}, at most ${most(waits(office))}; ${await memory(office)}`,
  },
  {
    name: 'flood within Slack’s limits',
    says: 'Everything is asked at once with the limits in force: some 40 answers a minute are all that Slack takes in a workspace.',
    office: { limits: true },
    perSecond: 500,
    wish: () => ({ stop: false }),
    strike: ({ at }) => at(1),
    sum: async (office) =>
      `${median(waits(office))}, at most ${most(waits(office))}; ${await memory(office)}`,
  },
  {
    name: 'one person floods one channel',
    says: "All questions are one person's in one channel, with Slack's limits in force and a service that works on all of them at once; somebody in another channel asks every 3 s. The note has what each waits.",
    office: { limits: true },
    perSecond: 500,
    wish: (office) => ({
      ...inRoom(office, 0),
      way: 'mention',
      plan: { workMs: 500 },
      stop: false,
    }),
    async strike({ office, at }) {
      await at(1);
      const quiet = { way: 'mention', plan: { workMs: 500 }, stop: false } as const;
      for (let n = 0; n < 8; n++) {
        await office.ask({ ...quiet, ...inRoom(office, 1) });
        await sleep(3_000);
      }
    },
    sum(office) {
      const of = (number: number) =>
        waits(office, ({ channel }) => channel.id === office.rooms[number]?.id);
      const [loud, quiet] = [of(0), of(1)];
      return `quiet ${median(quiet)}, at most ${most(quiet)}; loud ${median(loud)}, at most ${most(loud)}`;
    },
  },
  {
    name: 'one long thread',
    says: 'All questions are follow-ups in threads of one channel: each thread answers them one at a time.',
    wish: () => ({ way: 'follow-up', plan: { workMs: 200 }, stop: false }),
    perSecond: 50,
    strike: ({ at }) => at(1),
  },
];

/** Somebody in a channel that nobody else asks in. */
function inRoom({ rooms, people }: Office, number: number): Pick<Wish, 'by' | 'channel'> {
  const [by, channel] = [people[number], rooms[number]];
  if (by === undefined || channel === undefined) throw new Error('the office is too small');
  return { by, channel };
}
