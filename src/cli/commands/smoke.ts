import { jsonWithoutTerminalEscapes } from '../../control-characters.js';
import { scrub } from '../../log.js';
import { createRecorder, isUsable, reportText } from '../smoke/report.js';
import { runSmoke } from '../smoke/run.js';
import { createSession } from '../smoke/session.js';
import { type Env, loadEnv, readSettings } from './settings.js';

interface SmokeCommandOptions {
  readonly channel: string;
  readonly user?: string;
  /** How long to wait for a click, s. */
  readonly wait: number;
  readonly json: boolean;
  readonly envFile?: string;
}

/** The settings do not name a token to call Slack with. */
const NO_TOKEN =
  'not checked: the smoke test needs a valid SLACK_BOT_TOKEN (and SLACK_API_URL, if that is set). With OAuth, set it to the token of one workspace for this run; docs/install.md says how.\n';

const EXAMPLE_URL = 'https://code.example.com';

/** With a bot token, smoke calls one workspace: the ID for installing into many would contradict it. */
function withoutOauth(env: Env): Env {
  if (!env['SLACK_BOT_TOKEN']?.trim()) return env;
  const { SLACK_CLIENT_ID: _id, ...one } = env;
  return one;
}

/** Tries everything that the bot does in Slack, in a channel. Throws if the file cannot be read. */
export async function smoke(
  { channel, user, wait, json, envFile }: SmokeCommandOptions,
  { env, version }: { env: Env; version: string },
): Promise<{ text: string; code: number }> {
  const source = envFile ?? 'the environment';
  const loaded = withoutOauth(loadEnv(env, envFile));
  const { values, invalid } = readSettings(loaded, { role: 'worker', source });
  const { SLACK_BOT_TOKEN: token, SLACK_API_URL: apiUrl, DEEPSEARCH_URL: baseUrl } = values;
  if (token === undefined || invalid.has('SLACK_BOT_TOKEN') || invalid.has('SLACK_API_URL')) {
    return { text: NO_TOKEN, code: 1 };
  }
  const recorder = createRecorder();
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  // What was posted is deleted all the same.
  process.once('SIGINT', stop);
  await runSmoke(createSession({ token, apiUrl }), recorder, {
    channel,
    ...(user === undefined ? {} : { user }),
    clickMs: wait * 1_000,
    baseUrl: baseUrl ?? EXAMPLE_URL,
    signal: stopping.signal,
  });
  process.off('SIGINT', stop);
  const { results } = recorder;
  const ok = isUsable(results);
  const text = json
    ? `${jsonWithoutTerminalEscapes({ ok, version, results }, 2)}\n`
    : `deepsearch-slack ${version}: smoke test\n\n${reportText(results)}`;
  return { text: scrub(text), code: ok ? 0 : 1 };
}
