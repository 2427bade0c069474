/**
 * Slack's rate limits: https://docs.slack.dev/apis/web-api/rate-limits. Calls a minute are for each method and
 * workspace; posts are counted for each channel besides.
 */
export interface RateLimits {
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
