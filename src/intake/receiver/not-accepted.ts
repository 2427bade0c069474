import type { Logger } from '../../log.js';
import { isObject } from './bolt-shape.js';

/** Says what happens to a request of Slack's that could not be accepted. Only events are sent again. */
export function logNotAccepted(logger: Logger, body: unknown, error: unknown): void {
  const kind = kindOf(body);
  if (kind === 'event') {
    logger.error({ err: error }, 'event not accepted: Slack will send it again');
    return;
  }
  logger.error({ err: error, kind }, 'request not accepted: Slack shows the person an error');
}

const KINDS: ReadonlyMap<unknown, string> = new Map([
  ['block_actions', 'click'],
  ['shortcut', 'shortcut'],
  ['message_action', 'shortcut'],
  ['view_submission', 'form'],
]);

/** In words of an operator; `event` also for what is not known. */
function kindOf(body: unknown): string {
  if (!isObject(body) || 'event' in body) return 'event';
  return 'command' in body ? 'command' : (KINDS.get(body['type']) ?? 'interaction');
}
