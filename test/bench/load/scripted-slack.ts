import { RateLimiter, SLACK_LIMITS } from '../../../local/workspace/web-api/rate-limits.js';
import type { RateLimits } from '../../../local/workspace/workspace.js';
import { type JsonReply, startJsonServer } from './json-server.js';
import { createMessageStore, type MessageStore } from './slack-messages.js';
import { type Arguments, slackMethods } from './slack-methods.js';

export interface ScriptedSlack {
  /** Base URL of the Web API, ending in a slash. */
  readonly apiUrl: string;
  readonly messages: MessageStore;
  /** How many calls were refused with a 429 so far. */
  refusals(): number;
  stop(): Promise<void>;
}

/** In each channel a post a second with bursts of 5; in the workspace 600 posts and 60 updates a minute. */
const LIMITS: RateLimits = { ...SLACK_LIMITS, postsPerMinute: 600, updatesPerMinute: 60 };

/** The limits of the methods that write, or read messages. Look-ups are not limited. */
const LIMIT_OF: Readonly<Record<string, keyof RateLimits>> = {
  'chat.postMessage': 'postsPerMinute',
  'chat.update': 'updatesPerMinute',
  'chat.delete': 'tier3PerMinute',
  'chat.postEphemeral': 'tier4PerMinute',
  'agents.sessions.setStatus': 'tier3PerMinute',
  'assistant.threads.setStatus': 'tier4PerMinute',
  'assistant.threads.setSuggestedPrompts': 'tier4PerMinute',
  'conversations.replies': 'repliesPerMinute',
  'conversations.history': 'repliesPerMinute',
};

/**
 * Slack as far as answering questions takes it, over HTTP, and so cheap that it hardly slows down what
 * is measured. `limited`: what exceeds Slack's rate limits is refused with 429 and `Retry-After`.
 */
export async function startScriptedSlack({
  limited,
}: {
  readonly limited: boolean;
}): Promise<ScriptedSlack> {
  const messages = createMessageStore();
  const methods = slackMethods(messages);
  const limiter = new RateLimiter(limited ? LIMITS : 'off', Date.now);
  let refusals = 0;

  function retryAfterSeconds(method: string, { channel = '' }: Arguments): number {
    const inChannel = method === 'chat.postMessage' ? limiter.post(channel) : 0;
    const limit = LIMIT_OF[method];
    if (inChannel > 0 || limit === undefined) return inChannel;
    return limiter.minute(limit, method);
  }

  function call(method: string, args: Arguments): JsonReply {
    const seconds = retryAfterSeconds(method, args);
    if (seconds > 0) {
      refusals += 1;
      const headers = { 'retry-after': String(seconds) };
      return { status: 429, headers, body: { ok: false, error: 'ratelimited' } };
    }
    const result = methods.get(method)?.(args) ?? 'unknown_method';
    return {
      body: typeof result === 'string' ? { ok: false, error: result } : { ok: true, ...result },
    };
  }

  const server = await startJsonServer(({ url = '' }, body) =>
    call(url.replace(/^\/api\/|\?.*$/g, ''), Object.fromEntries(new URLSearchParams(body))),
  );
  return {
    apiUrl: `${server.url}/api/`,
    messages,
    refusals: () => refusals,
    stop: server.stop,
  };
}
