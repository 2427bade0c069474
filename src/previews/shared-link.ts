import type { InstanceLink } from '../model/instance-link.js';
import { instanceLink } from '../render/markdown/instance-link.js';
import { unescapeText } from '../slack/mrkdwn.js';

/**
 * What a URL of a `link_shared` event leads to; undefined where it is none of the instance's. Slack
 * escapes `&` in these URLs: https://github.com/slackapi/python-slack-events-api/issues/49
 */
export function sharedInstanceLink(url: string, baseUrl: string): InstanceLink | undefined {
  return instanceLink(unescapeText(url), baseUrl);
}
