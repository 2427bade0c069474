import type { Storm, Weather } from '../storm.js';

const SPLIT = { roles: ['bot', 'worker'] } as const;

/** What happens to the bot's own processes. */
export const PROCESS_STORMS: readonly Storm[] = [
  {
    name: 'processes killed',
    says: 'Bot and worker run as separate processes. One of them at a time, in any order, gets SIGKILL and is started again. The note gives the number of kills.',
    questions: 1_000,
    office: SPLIT,
    short: true,
    async strike(weather) {
      const { office, questions, note } = weather;
      const times = Math.max(6, Math.round(questions / 50));
      const roles = office.chance.shuffled(
        Array.from({ length: times }, (_, n) => (n % 2 === 0 ? 'bot' : 'worker')),
      );
      await again(weather, times, async (n) => {
        const role = roles[n] ?? 'worker';
        await office.kill(role);
        await office.start(role);
      });
      note(`${times} kills`);
    },
  },
  {
    name: 'both roles in one process killed',
    says: 'The only process gets SIGKILL and is started again, six times.',
    async strike(weather) {
      const { office } = weather;
      await again(weather, 6, async () => {
        await office.kill('both');
        await office.start('both');
      });
    },
  },
  {
    name: 'rolling restart',
    says: 'While questions are open, a new bot starts and the old one gets SIGTERM; then the same for the worker. The note gives their exit codes.',
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

/** So many times, spread over all the asking. */
async function again(
  { at }: Weather,
  times: number,
  act: (n: number) => Promise<void>,
): Promise<void> {
  for (let n = 0; n < times; n++) {
    await at((n + 1) / (times + 1));
    await act(n);
  }
}
