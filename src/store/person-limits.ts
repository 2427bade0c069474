import type { WorkspaceUser } from '../model/conversation-record.js';
import type { Connection } from './connection.js';
import { createRateLimiter } from './rate-limiter.js';

/** Questions have a bucket of their own, so that somebody who asks too much can still stop them. */
export type RequestKind = 'question' | 'other';

/** How often a person is told that a limit is reached: of questions, or of requests. */
const NOTICES = {
  questions: { perMinute: 2, burst: 5 },
  requests: { perMinute: 1, burst: 1 },
} as const;

export interface PersonLimitsOptions {
  readonly redis: Connection;
  /** How many requests of each kind are taken from one person; 0: any number. */
  readonly requestsPerMinute: number;
}

export type PersonLimits = ReturnType<typeof createPersonLimits>;

/** What one person may do within a minute, over all processes. */
export function createPersonLimits({ redis, requestsPerMinute }: PersonLimitsOptions) {
  const limiter = createRateLimiter(redis);

  async function take(
    name: string,
    { workspace, user }: WorkspaceUser,
    rate: { readonly perMinute: number; readonly burst: number },
  ): Promise<boolean> {
    const bucket = { name: `${name}:${workspace}:${user}`, ...rate, reserve: 0 };
    return (await limiter.take(bucket)) === 0;
  }

  return {
    async mayRequest(kind: RequestKind, who: WorkspaceUser): Promise<boolean> {
      if (requestsPerMinute === 0) return true;
      return take(kind, who, { perMinute: requestsPerMinute, burst: requestsPerMinute });
    },

    mayTell: (about: keyof typeof NOTICES, who: WorkspaceUser): Promise<boolean> =>
      take(`${about}-notice`, who, NOTICES[about]),
  };
}
