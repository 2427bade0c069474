import type { Logger } from '../log.js';
import type { Place } from '../model/place.js';
import type { Prompts } from '../render/prompts.js';
import type { SlackAgent } from '../slack/agent.js';
import { isSlackError, SlackBusy, SlackRefused } from '../slack/errors.js';
import type { AgentStatusStore } from '../store/agent-status.js';

export interface PromptSuggestionOptions {
  readonly agent: Pick<SlackAgent, 'setSuggestedPrompts'>;
  /** Which workspaces refuse the call. */
  readonly refusals: Pick<AgentStatusStore, 'refuse' | 'isRefused'>;
  readonly logger: Logger;
}

export type SetSuggestedPrompts = ReturnType<typeof createPromptSuggestion>;

/** The manifest has prompts too, which remain. */
const REFUSED_MS = 24 * 3600_000;
const METHOD = 'assistant.threads.setSuggestedPrompts';

/**
 * Suggests prompts in a user's direct message. For apps with `agent_view`, Slack was seen to answer
 * with `internal_error` (https://github.com/openclaw/openclaw/issues/136510): then the workspace is
 * not asked again for a day.
 */
export function createPromptSuggestion({ agent, refusals, logger }: PromptSuggestionOptions) {
  return async (place: Place, { title, prompts }: Prompts): Promise<void> => {
    const { workspace } = place;
    if (await refusals.isRefused(workspace, METHOD)) return;
    try {
      await agent.setSuggestedPrompts(place, title, prompts);
    } catch (error) {
      if (!isSlackError(error)) throw error;
      logger.debug({ err: error }, 'prompts not suggested');
      if (!isAboutOneUser(error)) await refusals.refuse(workspace, METHOD, REFUSED_MS);
    }
  };
}

/** Another user's direct message, or a later call, may be accepted. */
function isAboutOneUser(error: Error): boolean {
  return (
    error instanceof SlackBusy || (error instanceof SlackRefused && error.category === 'channel')
  );
}
