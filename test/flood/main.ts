import { parseArgs } from 'node:util';
import { type Peak, runFlood } from './flood.js';

const HELP = `npm run flood -- [--events N] [--concurrency N] [--length N] [--minutes N]

One person sends events with valid signatures to the built bot, as fast as it acknowledges them, while
somebody else asks. Prints how long the other person waited, and the memory of Redis and of the bot.

  --events N       how many events; default 200000
  --concurrency N  how many are on their way at once; default 8
  --length N       characters of each message; default 2000
  --minutes N      stop sending after this time; default 60
  --help           this text
`;

// The exit hooks stop every program that was started, also on Ctrl-C.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '200000' },
    concurrency: { type: 'string', default: '8' },
    length: { type: 'string', default: '2000' },
    minutes: { type: 'string', default: '60' },
    help: { type: 'boolean' },
  },
});
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const peak = ({ before, most, after }: Peak) =>
  `${mb(before)} before, ${mb(most)} at most, ${mb(after)} after`;

async function main(): Promise<void> {
  const result = await runFlood({
    events: Number(values.events),
    concurrency: Number(values.concurrency),
    length: Number(values.length),
    maxMs: Number(values.minutes) * 60_000,
    onProgress: (sent) => process.stderr.write(`\r${sent} events sent`),
  });
  const waits = [...result.answersMs].sort((a, b) => a - b);
  const median = waits[Math.floor(waits.length / 2)] ?? Number.NaN;
  console.log(`
replies to the flood   ${JSON.stringify(result.statuses)} in ${seconds(result.floodMs)}
asked of them          ${result.asked}
answers to others      ${waits.length}; ${seconds(median)}, at most ${seconds(waits.at(-1) ?? Number.NaN)}
memory of Redis        ${peak(result.redis)}
memory of the bot      ${peak(result.bot)}
notes to the person    ${result.told.length}`);
  process.exit(0);
}

if (values.help) console.log(HELP);
else await main();
