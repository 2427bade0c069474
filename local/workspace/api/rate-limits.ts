/**
 * Slack's rate limits, as https://docs.slack.dev/apis/web-api/rate-limits describes them. The
 * limits per minute apply to each method and workspace; posts are also limited per channel.
 */
export interface RateLimits {
  /** chat.postMessage, in one channel. */
  readonly postsPerSecondPerChannel: number;
  /** How many posts in a row a channel takes before `postsPerSecondPerChannel` applies. */
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
