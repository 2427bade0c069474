import type { WorkspaceOptions } from '../../local/workspace/api/workspace.js';
import { startWorkspace, type Workspace } from '../../local/workspace/workspace.js';
import { createMessages } from '../../src/slack/messages.js';
import { createSlackCall, type SlackCall } from '../../src/slack/web-api.js';
import { createRateLimiter } from '../../src/store/rate-limiter.js';
import { type RedisFixture, silentLogger, startRedisFixture } from '../support/redis-fixture.js';

export interface World {
  readonly workspace: Workspace;
  readonly call: SlackCall;
  readonly messages: ReturnType<typeof createMessages>;
  readonly stand: RedisFixture;
  /** What `observe` was told: `method outcome`. */
  readonly observed: string[];
  stop(): Promise<void>;
}

/** Our Slack client before a workspace of the test's own, over HTTP. */
export async function startWorld(
  options: WorkspaceOptions = {},
  timeoutMs = 10_000,
): Promise<World> {
  const [workspace, stand] = await Promise.all([startWorkspace(options), startRedisFixture()]);
  const observed: string[] = [];
  const call = createSlackCall({
    apiUrl: workspace.apiUrl,
    timeoutMs,
    logger: silentLogger,
    observe: ({ method, outcome }) => void observed.push(`${method} ${outcome}`),
  });
  const limiter = createRateLimiter(await stand.connect());
  return {
    workspace,
    call,
    messages: createMessages(call, async () => workspace.app.botToken, limiter),
    stand,
    observed,
    async stop() {
      await workspace.stop();
      await stand.stop();
    },
  };
}
