import type { Logger } from '../log.js';
import type { StepOutcome } from '../model/workflow.js';
import { SlackRefused } from './errors.js';
import type { TokenFor } from './messages.js';
import type { SlackCall } from './web-api.js';

/** A run of a workflow's step, by Slack's name for it. */
export interface StepExecution {
  readonly workspace: string;
  readonly execution: string;
}

export type CompleteStep = ReturnType<typeof createCompleteStep>;

/**
 * `functions.completeSuccess`, `functions.completeError`: tells a workflow how its step ended. Slack
 * takes it once: that it has ended before counts as told, and what Slack refuses for good is over.
 */
export function createCompleteStep(by: { call: SlackCall; tokenFor: TokenFor; logger: Logger }) {
  const { call, tokenFor, logger } = by;
  return async ({ workspace, execution }: StepExecution, end: StepOutcome): Promise<void> => {
    const token = await tokenFor(workspace);
    const run = { function_execution_id: execution };
    try {
      if (end.kind === 'fail') {
        await call(token, 'functions.completeError', { ...run, error: end.error });
      } else {
        await call(token, 'functions.completeSuccess', { ...run, outputs: end.outputs });
      }
    } catch (error) {
      if (!(error instanceof SlackRefused)) throw error;
      if (error.category === 'auth' && !OF_THE_RUN.has(error.error)) throw error;
      if (!OVER.has(error.error))
        logger.error({ err: error, execution }, 'a workflow was not told');
    }
  };
}

/** Elsewhere these are about our token; here, which has no scope of its own, about whose run it is. */
const OF_THE_RUN = new Set(['access_denied', 'no_permission', 'missing_scope']);

const OVER = new Set(['execution_not_in_running_state', 'function_execution_not_found']);
