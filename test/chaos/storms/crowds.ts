import { setTimeout as sleep } from 'node:timers/promises';
import type { Wish } from '../asking.js';
import { median, memory, most, waits } from '../figures.js';
import type { Office } from '../office.js';
import type { Storm } from '../storm.js';

/** A question is looked at as often as the bot does by itself, and the service works on all of them. */
const LIKE_AN_INSTALLATION = {
  stack: { env: { POLL_MIN_MS: '1000', POLL_MAX_MS: '5000' }, service: { slots: 20_000 } },
} as const;

/** Many people at once, with Slack's limits in force where the note is about time. */
export const CROWD_STORMS: readonly Storm[] = [
  {
    name: 'flood',
    says: "The service answers nothing until everything has been asked, so that all questions are open at once. Slack's limits are lifted. The note gives the number of open questions, and the memory of the process.",
    questions: 5_000,
    office: { rooms: 20, people: 40, ...LIKE_AN_INSTALLATION },
    perSecond: 60,
    wish: (office) => ({ stop: false, plan: { workMs: 0, until: office.doors.opened } }),
    async strike({ office, at, note }) {
      await at(1);
      const open = await highTide(office);
      note(`${open} open at once: ${await memory(office)}`);
      office.doors.open();
    },
  },
  {
    name: 'flood within Slack’s limits',
    says: "Everything is asked at once, with Slack's limits in force: a workspace accepts about 40 answers a minute. The note gives the median wait, the longest wait, and the memory of the process.",
    office: { limits: true },
    perSecond: 500,
    wish: () => ({ stop: false }),
    strike: ({ at }) => at(1),
    sum: async (office) =>
      `${median(waits(office))}, at most ${most(waits(office))}; ${await memory(office)}`,
  },
  {
    name: 'one person floods one channel',
    says: "One person asks everything in one channel, with Slack's limits in force and a service that works on all questions at once. Somebody in another channel asks every 3 s. The note gives the waits of both (quiet: the other channel).",
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
    says: 'All questions are follow-ups in threads of one channel. Each thread answers them one at a time.',
    wish: () => ({ way: 'follow-up', plan: { workMs: 200 }, stop: false }),
    perSecond: 50,
    strike: ({ at }) => at(1),
  },
];

/** How many questions were open at most, once they grow no more. */
async function highTide(office: Office): Promise<number> {
  for (let most = 0; ; ) {
    const open = await office.countOpen();
    if (open <= most) return most;
    most = open;
    await sleep(5_000);
  }
}

/** Somebody in a channel that nobody else asks in. */
function inRoom({ rooms, people }: Office, number: number): Pick<Wish, 'by' | 'channel'> {
  const [by, channel] = [people[number], rooms[number]];
  if (by === undefined || channel === undefined) throw new Error('the office is too small');
  return { by, channel };
}
