import { createLogger } from '../log.js';
import { DeepSearchSlackError } from '../model/error.js';
import type { Feedback } from '../model/feedback.js';
import { closeRedis, connectRedis, whenReady } from '../store/connection.js';
import { createFeedbackStore } from '../store/feedback.js';
import { loadEnv } from './given.js';
import { type Env, readSettings } from './settings.js';

/** The votes cannot be read from where the settings say they are. */
class FeedbackError extends DeepSearchSlackError {
  readonly code = 'feedback';
}

const CONNECT_MS = 3_000;

/** Prints every vote that is kept, oldest first. Throws where Redis or a file cannot be read. */
export async function feedback(
  { json, envFile }: { readonly json: boolean; readonly envFile?: string },
  env: Env,
): Promise<{ text: string; code: number }> {
  const source = envFile ?? 'the environment';
  const settings = readSettings(loadEnv(env, envFile), { role: 'worker', source });
  if (settings.invalid.has('REDIS_URL')) {
    throw new FeedbackError(`REDIS_URL in ${source} is wrong: "deepsearch-slack doctor" says how.`);
  }
  const votes = await readVotes(settings.values.REDIS_URL);
  return { text: json ? asJson(votes) : asCsv(votes), code: 0 };
}

async function readVotes(url: string): Promise<Feedback[]> {
  const redis = connectRedis(url, 'store', createLogger({ level: 'silent', name: 'feedback' }));
  try {
    await whenReady(redis, CONNECT_MS);
    const votes: Feedback[] = [];
    for await (const vote of createFeedbackStore({ redis, retentionMs: 0 }).all()) votes.push(vote);
    return votes;
  } catch (cause) {
    const says = 'Redis cannot be read: "deepsearch-slack doctor" says why.';
    throw new FeedbackError(says, { cause });
  } finally {
    await closeRedis(redis);
  }
}

function asJson(votes: readonly Feedback[]): string {
  return `${JSON.stringify(votes.map(row), null, 2)}\n`;
}

const COLUMNS = ['at', 'by', 'question', 'vote', 'reason', 'words'] as const;

function asCsv(votes: readonly Feedback[]): string {
  const rows = votes.map(row).map((vote) => COLUMNS.map((name) => cell(vote[name])).join(','));
  return `${[COLUMNS.join(','), ...rows].join('\n')}\n`;
}

/** As RFC 4180 has it. What people wrote must not begin as a formula does: spreadsheets run those. */
function cell(text = ''): string {
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
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
