import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '../../log.js';
import { createAgent } from '../../slack/agent.js';
import { createDirectory } from '../../slack/directory.js';
import { createDownloadFile } from '../../slack/download-file.js';
import { SlackBusy } from '../../slack/errors.js';
import { createFiles } from '../../slack/files.js';
import { createMessages, createUnfurl } from '../../slack/messages.js';
import { createRateLimits } from '../../slack/rate-limits.js';
import { createSlackCall, type SlackCall } from '../../slack/web-api.js';

const CALL_TIMEOUT_MS = 15_000;
/** Some apps may read a thread once a minute only. */
const MAX_WAIT_MS = 65_000;
const MAX_ATTEMPTS = 4;

/** No other process shares these calls: Slack's own limits are waited for. */
const NO_LIMITS = { take: async () => ({ waitMs: 0 }), refused: async () => undefined };

/** The workspace of the token. */
export interface Account {
  readonly workspace: string;
  readonly botUser: string;
}

/** Where the checks post. */
export interface Target extends Account {
  readonly channel: string;
  readonly person?: string;
}

export type Session = ReturnType<typeof createSession>;

/** What the bot calls Slack with, for one token. */
export function createSession({ token, apiUrl }: { token: string; apiUrl: string | undefined }) {
  const api = apiUrl === undefined ? {} : { apiUrl };
  const logger = createLogger({ level: 'silent', name: 'smoke' });
  const call = waitingWhenLimited(createSlackCall({ ...api, timeoutMs: CALL_TIMEOUT_MS, logger }));
  const tokenFor = async () => token;
  const directory = createDirectory(call, tokenFor);
  const identify = () => directory.identity(token);
  const { call: limited } = createRateLimits({ call, tokenFor, limiter: NO_LIMITS });
  return {
    call: (method: string, args: Record<string, unknown>) => call(token, method, args),
    messages: createMessages(call, { tokenFor, identify }, limited),
    directory,
    downloadFile: createDownloadFile(tokenFor, api),
    files: createFiles(call, tokenFor),
    agent: createAgent(limited),
    unfurl: createUnfurl(limited),
  };
}

function waitingWhenLimited(call: SlackCall): SlackCall {
  return async (token, method, args) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await call(token, method, args);
      } catch (error) {
        const canWait = error instanceof SlackBusy && error.retryAfterMs <= MAX_WAIT_MS;
        if (!canWait || attempt === MAX_ATTEMPTS) throw error;
        await sleep(error.retryAfterMs);
      }
    }
  };
}
