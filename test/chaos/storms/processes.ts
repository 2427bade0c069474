import type { Storm, Weather } from '../storm.js';

const SPLIT = { roles: ['bot', 'worker'] } as const;

/** What happens to the bot's own processes. */
export const PROCESS_STORMS: readonly Storm[] = [
  {
    name: 'processes killed',
    says: 'With split roles, SIGKILL to one of the two and started again, three times each, in any order.',
    office: SPLIT,
    short: true,
    async strike(weather) {
      const { office } = weather;
      const roles = office.chance.shuffled([...SPLIT.roles, ...SPLIT.roles, ...SPLIT.roles]);
      await sixTimes(weather, async (n) => {
        const role = roles[n] ?? 'worker';
        await office.kill(role);
        await office.start(role);
      });
    },
  },
  {
    name: 'both roles in one process killed',
    says: 'SIGKILL to the only process, six times, and started again.',
    async strike(weather) {
      const { office } = weather;
      await sixTimes(weather, async () => {
        await office.kill('both');
        await office.start('both');
      });
    },
  },
  {
    name: 'rolling restart',
    says: 'In the middle of it a new bot starts and the old one gets SIGTERM, then the same for the worker; the note has their exit codes.',
    office: SPLIT,
    async strike({ office, at, note }) {
      const codes: (number | null)[] = [];
      for (const [share, role] of [[0.3, 'bot'] as const, [0.6, 'worker'] as const]) {
        await at(share);
        codes.push(await office.replace(role));
      }
      note(`exit codes ${codes.join(', ')}`);
    },
  },
];

async function sixTimes({ at }: Weather, act: (n: number) => Promise<void>): Promise<void> {
  for (let n = 0; n < 6; n++) {
    await at((n + 1) / 7);
    await act(n);
  }
}
