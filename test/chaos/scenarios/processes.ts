import type { FaultContext, FaultScenario } from '../fault-scenario.js';

const SPLIT = { roles: ['bot', 'worker'] } as const;

/** Faults of the bot's own processes. */
export const PROCESS_SCENARIOS: readonly FaultScenario[] = [
  {
    name: 'processes killed',
    says: 'Bot and worker run as separate processes. One of them at a time, in any order, gets SIGKILL and is started again. The note gives the number of kills.',
    questions: 1_000,
    harness: SPLIT,
    short: true,
    async inject(context) {
      const { harness, questions, note } = context;
      const times = Math.max(6, Math.round(questions / 50));
      const roles = harness.random.shuffled(
        Array.from({ length: times }, (_, n) => (n % 2 === 0 ? 'bot' : 'worker')),
      );
      await repeat(context, times, async (n) => {
        const role = roles[n] ?? 'worker';
        await harness.kill(role);
        await harness.start(role);
      });
      note(`${times} kills`);
    },
  },
  {
    name: 'both roles in one process killed',
    says: 'The only process gets SIGKILL and is started again, six times.',
    async inject(context) {
      const { harness } = context;
      await repeat(context, 6, async () => {
        await harness.kill('both');
        await harness.start('both');
      });
    },
  },
  {
    name: 'rolling restart',
    says: 'While questions are open, a new bot starts and the old one gets SIGTERM; then the same for the worker. The note gives their exit codes.',
    harness: SPLIT,
    async inject({ harness, at, note }) {
      const codes: (number | null)[] = [];
      for (const [share, role] of [[0.3, 'bot'] as const, [0.6, 'worker'] as const]) {
        await at(share);
        codes.push(await harness.replace(role));
      }
      note(`exit codes ${codes.join(', ')}`);
    },
  },
];

/** Calls `act` `times` times, spread evenly over the questions. */
async function repeat(
  { at }: FaultContext,
  times: number,
  act: (n: number) => Promise<void>,
): Promise<void> {
  for (let n = 0; n < times; n++) {
    await at((n + 1) / (times + 1));
    await act(n);
  }
}
