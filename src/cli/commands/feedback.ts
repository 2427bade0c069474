import { jsonWithoutTerminalEscapes, withoutTerminalEscapes } from '../../control-characters.js';
import { createLogger } from '../../log.js';
import { DeepSearchSlackError } from '../../model/error.js';
import type { Feedback } from '../../model/feedback.js';
import { closeRedis, connectRedis, whenReady } from '../../store/connection.js';
import { createFeedbackStore } from '../../store/feedback.js';
import { cannotReadRedis } from './redis-outage.js';
import { type Env, loadEnv, readSettings, type Settings } from './settings.js';

class FeedbackError extends DeepSearchSlackError {
  readonly code = 'feedback';
}

const CONNECT_TIMEOUT_MS = 3_000;

/** All stored votes, oldest first. Throws if Redis or the file cannot be read. */
export async function feedback(
  { json, envFile }: { readonly json: boolean; readonly envFile?: string },
  env: Env,
): Promise<{ text: string; code: number }> {
  const source = envFile ?? 'the environment';
  const settings = readSettings(loadEnv(env, envFile), { role: 'worker', source });
  if (settings.invalid.has('REDIS_URL')) {
    throw new FeedbackError(
      `REDIS_URL in ${source} is invalid: run "deepsearch-slack doctor" for details.`,
    );
  }
  const votes = await readVotes(settings);
  return { text: json ? asJson(votes) : asCsv(votes), code: 0 };
}

async function readVotes(settings: Settings): Promise<Feedback[]> {
  const logger = createLogger({ level: 'silent', name: 'feedback' });
  const redis = connectRedis(settings.values.REDIS_URL, 'store', logger);
  try {
    await whenReady(redis, CONNECT_TIMEOUT_MS);
    const votes: Feedback[] = [];
    for await (const vote of createFeedbackStore({ redis, retentionMs: 0 }).all()) votes.push(vote);
    return votes;
  } catch (cause) {
    throw new FeedbackError(cannotReadRedis(settings), { cause });
  } finally {
    await closeRedis(redis);
  }
}

function asJson(votes: readonly Feedback[]): string {
  return `${jsonWithoutTerminalEscapes(votes.map(row), 2)}\n`;
}

const COLUMNS = ['at', 'by', 'question', 'vote', 'reason', 'words'] as const;

function asCsv(votes: readonly Feedback[]): string {
  const rows = votes.map(row).map((vote) => COLUMNS.map((name) => cell(vote[name])).join(','));
  return `${[COLUMNS.join(','), ...rows].join('\n')}\n`;
}

/** RFC 4180. A leading `'` keeps spreadsheets from running a comment as a formula. */
function cell(raw = ''): string {
  const text = withoutTerminalEscapes(raw);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function row({ at, question, user, vote, reason, comment }: Feedback) {
  return {
    at: new Date(at).toISOString(),
    question,
    by: user,
    vote,
    ...(reason && { reason }),
    ...(comment && { words: comment }),
  };
}
