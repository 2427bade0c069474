/**
 * Slack's rate limits: https://docs.slack.dev/apis/web-api/rate-limits. Calls a minute are for each method and
 * workspace; posts are counted for each channel besides.
 */
export interface Limits {
  /** chat.postMessage in one channel: so many a second … */
  readonly postsPerSecondPerChannel: number;
  /** … with bursts of so many. */
  readonly postBurst: number;
  readonly postsPerMinute: number;
  /** chat.update. */
  readonly updatesPerMinute: number;
  /** conversations.replies and conversations.history; 1 for commercial apps outside the marketplace. */
  readonly repliesPerMinute: number;
  readonly tier1PerMinute: number;
  readonly tier2PerMinute: number;
  readonly tier3PerMinute: number;
  readonly tier4PerMinute: number;
}

export const SLACK_LIMITS: Limits = {
  postsPerSecondPerChannel: 1,
  postBurst: 5,
  postsPerMinute: 300,
  updatesPerMinute: 50,
  repliesPerMinute: 50,
  tier1PerMinute: 1,
  tier2PerMinute: 20,
  tier3PerMinute: 50,
  tier4PerMinute: 100,
};
