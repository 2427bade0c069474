import type { Message } from '../render/blocks/message.js';
import { hasPlan } from '../render/blocks/plan.js';
import { simplify } from '../render/question/simplify.js';
import type { SlackRefused } from '../slack/errors.js';
import type { AgentStatusStore } from '../store/agent-status.js';

/** The name that a refusal of plan blocks is stored under. */
const PLAN = 'plan';
const REFUSED_MS = 3600_000;

/** Not every workspace takes plan blocks: one that refuses them gets messages without them for an hour. */
export function createPlanBlocks(refusals: Pick<AgentStatusStore, 'refuse' | 'isRefused'>) {
  return {
    /** The message without its plan block, if the workspace refused one recently. */
    async formFor(workspace: string, message: Message): Promise<Message> {
      const isPlain = hasPlan(message) && (await refusals.isRefused(workspace, PLAN));
      return isPlain ? withoutPlan(message) : message;
    },

    /** Records that Slack refused a message, if its plan block may be why. True: a plainer form may pass. */
    async noteRefusal(
      workspace: string,
      message: Message,
      { category }: SlackRefused,
    ): Promise<boolean> {
      const mayBeWhy = hasPlan(message) && category === 'content';
      if (mayBeWhy) await refusals.refuse(workspace, PLAN, REFUSED_MS);
      return mayBeWhy;
    },
  };
}

/** The same message, with a plan block as sections. */
export function withoutPlan(message: Message): Message {
  return hasPlan(message) ? (simplify(message) ?? message) : message;
}
