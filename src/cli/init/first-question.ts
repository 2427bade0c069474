import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { isLoopback } from '../../config/formats.js';
import { describeSettings } from '../../config.js';
import { withoutTerminalEscapes } from '../../control-characters.js';
import { DeepSearchSlackError } from '../../model/error.js';
import type { Env } from '../commands/settings.js';
import { Cancelled, type Dialog } from './dialog.js';
import type { Draft, Transport } from './draft.js';
import { installEverywhere } from './next-steps.js';

/** The app ended before a question was answered. The message is what it printed. */
class AppEnded extends DeepSearchSlackError {
  readonly code = 'app_ended';
}

export interface FirstQuestion {
  readonly dialog: Dialog;
  readonly draft: Draft;
  readonly transport: Transport;
  readonly env: Env;
  /** The path of the app's program. */
  readonly program: string;
}

/** Lines of the app's log that matter here; docs/logs.md is their contract. */
interface LogLine {
  readonly level?: string;
  readonly msg?: string;
  readonly err?: { readonly message?: string };
  readonly reason?: string;
  readonly fix?: string;
  readonly outcome?: string;
  readonly slack?: number;
}

/** `stopped`: by Ctrl-C. */
export type FirstAnswer = 'answered' | 'stopped' | 'failed';

/** Starts the app, and waits until a question in Slack has ended. Ctrl-C ends the wait, and the app with it. */
export async function askFirstQuestion(options: FirstQuestion): Promise<FirstAnswer> {
  const { dialog, transport } = options;
  const app = startApp(options);
  app.onWarning((line) => dialog.show([describeWarning(line)]));
  try {
    const { slack } = await dialog.wait('Starting the app', () => app.next(isReady));
    if (transport.kind === 'http' && !isLoopback(transport.url)) {
      dialog.say(howToVerify(options.draft, { url: transport.url, port: slack }));
    }
    if (transport.kind === 'http' && options.draft.isDistributed()) {
      dialog.say(installEverywhere(options.draft, transport.url));
    }
    dialog.say(WHAT_TO_TYPE);
    const { outcome } = await dialog.wait('Waiting for an answer in Slack; Ctrl-C ends this', () =>
      app.next(isDelivered),
    );
    if (outcome === 'completed') return 'answered';
    const fix = `the message in Slack says why; run "deepsearch-slack doctor --env-file ${options.draft.paths.env}"`;
    dialog.show([{ state: 'problem', says: `the question in Slack is ${outcome}`, fix }]);
    return 'failed';
  } catch (error) {
    if (error instanceof Cancelled) return 'stopped';
    if (!(error instanceof AppEnded)) throw error;
    dialog.show([{ state: 'problem', says: error.message, fix: 'fix that, and run init again' }]);
    return 'failed';
  } finally {
    await app.stop();
  }
}

const WHAT_TO_TYPE =
  'In Slack, ask a first question about your code: type "/deepsearch how does … work?" in any channel, or write to Deep Search directly.';

function howToVerify(
  draft: Draft,
  { url, port }: { readonly url: string; readonly port: number | undefined },
): string {
  const pages = draft.isDistributed() ? ', /slack/install and /slack/oauth_redirect' : '';
  return `Forward ${url}/slack/events${pages} to port ${port} of this machine, and let Slack verify the first address under Event Subscriptions on the app's page.`;
}

/** Such as what only a request from Slack shows: a wrong signing secret. */
function describeWarning({ msg, err, reason: why = err?.message, fix }: LogLine) {
  const reason = why === undefined ? '' : `: ${why}`;
  const says = `the app says: ${msg}${reason}`;
  return { state: 'warning', says, fix: fix ?? `look for "${msg}" in docs/logs.md` } as const;
}

const isReady = ({ msg }: LogLine) => msg === 'ready';
const isDelivered = ({ msg }: LogLine) => msg === 'question delivered';

/** Runs the app with the settings in `.env`, whatever the shell has. */
function startApp({ draft, env, program }: FirstQuestion) {
  const ours = new Set(describeSettings().map(({ name }) => name));
  const others = Object.entries(env).filter(([name]) => !ours.has(name));
  const settings = { ...draft.env(), LOG_LEVEL: 'info' };
  const app = spawn(process.execPath, [program], {
    env: { ...Object.fromEntries(others), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines = createInterface({ input: app.stdout });
  let printed = '';
  app.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed = `${printed}${text}`.slice(0, 2_000);
  });
  const ended = once(app, 'close').then(([code]) => {
    throw new AppEnded(`the app ended with ${code}: ${withoutTerminalEscapes(printed).trim()}`);
  });
  ended.catch(() => undefined);
  const next = (isWanted: (line: LogLine) => boolean) => {
    const found = new Promise<LogLine>((resolve) => {
      lines.on('line', (text) => {
        const line = parseLine(text);
        if (isWanted(line)) resolve(line);
      });
    });
    return Promise.race([found, ended]);
  };
  const seen = new Set<string | undefined>();
  const onWarning = (tell: (line: LogLine) => void) => {
    lines.on('line', (text) => {
      const line = parseLine(text);
      const isNew = WARNINGS.has(line.level) && !seen.has(line.msg);
      if (isNew) tell(line);
      if (isNew) seen.add(line.msg);
    });
  };
  return { next, onWarning, stop: () => stopApp(app) };
}

const WARNINGS: ReadonlySet<string | undefined> = new Set(['warn', 'error', 'fatal']);

async function stopApp(app: ChildProcess): Promise<void> {
  if (app.exitCode !== null || app.signalCode !== null) return;
  app.kill('SIGTERM');
  await once(app, 'close');
}

function parseLine(text: string): LogLine {
  try {
    return JSON.parse(text) as LogLine;
  } catch {
    return {};
  }
}
