import * as prompts from '@clack/prompts';
import { withoutTerminalEscapes } from '../../control-characters.js';
import { scrub } from '../../log.js';
import type { Finding } from '../../ops/doctor.js';
import { Cancelled, type Dialog, type Validate } from './dialog.js';

const CTRL_C = '\u0003';

const SHOW = {
  ok: prompts.log.success,
  warning: prompts.log.warn,
  problem: prompts.log.error,
} as const;

/** Asks at the terminal of this process. */
export function createTerminalDialog(): Dialog {
  return {
    say: (text) => prompts.log.step(text),
    print: (text) => void process.stdout.write(`${text}\n`),
    show: (findings) => findings.forEach(show),
    ask: (message, { initial = '', validate }) =>
      answered(prompts.text({ message, initialValue: initial, validate: trimmed(validate) })).then(
        (entry) => entry.trim(),
      ),
    askSecret: (message, { validate }) =>
      answered(prompts.password({ message, validate: trimmed(validate), clearOnError: true })).then(
        (entry) => entry.trim(),
      ),
    choose: async (message, choices) => {
      const options = choices.map((choice) => ({ ...choice }));
      const picked = await answered(prompts.select<string>({ message, options }));
      const choice = choices.find(({ value }) => value === picked);
      if (choice === undefined) throw new Error(`There is no choice ${picked}`);
      return choice.value;
    },
    confirm: (message) => answered(prompts.confirm({ message })),
    wait,
  };
}

function trimmed(validate: Validate): (entry: string | undefined) => string | undefined {
  return (entry = '') => validate(entry.trim());
}

async function answered<T>(asked: Promise<T | typeof prompts.CANCEL_SYMBOL>): Promise<T> {
  const answer = await asked;
  if (prompts.isCancel(answer)) throw new Cancelled('Stopped');
  return answer as T;
}

/** Findings contain no secrets of ours, but they quote other servers' messages. */
function show({ state, says, fix }: Omit<Finding, 'name'>): void {
  const lines = fix === undefined ? says : `${says}\nfix: ${fix}`;
  SHOW[state](withoutTerminalEscapes(scrub(lines)));
}

/** In raw mode, so that a token that is pasted too early is not shown. */
async function wait<T>(what: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { stdin } = process;
  const stopping = new AbortController();
  const stopped = new Promise<never>((_, reject) => {
    stopping.signal.addEventListener('abort', () => reject(new Cancelled('Stopped')));
  });
  const stop = () => stopping.abort();
  const onData = (keys: Buffer) => void (keys.toString().includes(CTRL_C) && stop());
  stdin.setRawMode(true).resume().on('data', onData);
  process.once('SIGTERM', stop).once('SIGHUP', stop);
  // After raw mode: until then, Ctrl-C kills this program, whatever the message promises.
  prompts.log.message(what, { symbol: '…' });
  try {
    return await Promise.race([work(stopping.signal), stopped]);
  } finally {
    process.off('SIGTERM', stop).off('SIGHUP', stop);
    stdin.off('data', onData).pause().setRawMode(false);
  }
}
