import type { Logger } from '../log.js';
import type { StepOutcome } from '../model/workflow.js';
import { SlackRefused } from './errors.js';
import type { SlackCall, TokenFor } from './web-api.js';

/** `execution`: Slack's `function_execution_id`. */
export interface StepExecution {
  readonly workspace: string;
  readonly execution: string;
}

export type CompleteStep = ReturnType<typeof createCompleteStep>;

/**
 * `functions.completeSuccess`, `functions.completeError`: completes a workflow step. Slack accepts
 * this once: a step that is complete already counts as success, and other refusals are logged.
 */
export function createCompleteStep(options: {
  call: SlackCall;
  tokenFor: TokenFor;
  logger: Logger;
}) {
  const { call, tokenFor, logger } = options;
  return async ({ workspace, execution }: StepExecution, outcome: StepOutcome): Promise<void> => {
    const token = await tokenFor(workspace);
    const run = { function_execution_id: execution };
    try {
      if (outcome.kind === 'fail') {
        await call(token, 'functions.completeError', { ...run, error: outcome.error });
      } else {
        await call(token, 'functions.completeSuccess', { ...run, outputs: outcome.outputs });
      }
    } catch (error) {
      if (!(error instanceof SlackRefused)) throw error;
      if (error.category === 'auth' && !STEP_ERRORS.has(error.error)) throw error;
      if (!ALREADY_COMPLETE.has(error.error))
        logger.error({ err: error, execution }, 'failed to complete a workflow step');
    }
  };
}

/** For other methods these mean a problem with our token; here, that the step is not ours. */
const STEP_ERRORS = new Set(['access_denied', 'no_permission', 'missing_scope']);

const ALREADY_COMPLETE = new Set([
  'execution_not_in_running_state',
  'function_execution_not_found',
]);
