import type { WorkspaceOptions } from '../../local/workspace/api/workspace.js';
import { startWorkspace, type Workspace } from '../../local/workspace/workspace.js';
import type { BotIdentity } from '../../src/slack/directory.js';
import { createMessages } from '../../src/slack/messages.js';
import { createRateLimits } from '../../src/slack/rate-limits.js';
import { createSlackCall, type SlackCall } from '../../src/slack/web-api.js';
import { createRateLimiter } from '../../src/store/rate-limiter.js';
import { type RedisFixture, silentLogger, startRedisFixture } from '../support/redis-fixture.js';

export interface SlackFixture {
  readonly workspace: Workspace;
  readonly call: SlackCall;
  readonly messages: ReturnType<typeof createMessages>;
  /** The same client for another bot. */
  readonly messagesAs: (us: BotIdentity) => ReturnType<typeof createMessages>;
  readonly redisFixture: RedisFixture;
  /** The observed calls, as `method outcome`. */
  readonly observed: string[];
  stop(): Promise<void>;
}

/** Our Slack client with a workspace for the test, over HTTP. */
export async function startSlackFixture(
  options: WorkspaceOptions = {},
  timeoutMs = 10_000,
): Promise<SlackFixture> {
  const [workspace, redisFixture] = await Promise.all([
    startWorkspace(options),
    startRedisFixture(),
  ]);
  const observed: string[] = [];
  const call = createSlackCall({
    apiUrl: workspace.apiUrl,
    timeoutMs,
    logger: silentLogger,
    observe: ({ method, outcome }) => void observed.push(`${method} ${outcome}`),
  });
  const tokenFor = async () => workspace.app.botToken;
  const limiter = createRateLimiter(await redisFixture.connect());
  const rateLimits = createRateLimits({ call, tokenFor, limiter });
  const { teamId, botUserId: botUser, botId } = workspace.app;
  const messagesAs = (us: BotIdentity) =>
    createMessages(call, { tokenFor, identify: async () => us }, rateLimits.call);
  return {
    workspace,
    call,
    messages: messagesAs({ workspace: teamId, botUser, botId }),
    messagesAs,
    redisFixture,
    observed,
    async stop() {
      await workspace.stop();
      await redisFixture.stop();
    },
  };
}
