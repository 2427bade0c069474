import type { PostEphemeral } from '../../deliver/post-ephemeral.js';
import type { Logger } from '../../log.js';
import type { IncompleteStep, Intent } from '../../model/intent.js';
import type { Place } from '../../model/place.js';
import * as limitTexts from '../../render/texts/limits.js';
import type { PersonLimits } from '../../store/person-limits.js';

export interface LimitRequestsOptions {
  readonly limits: PersonLimits;
  readonly postEphemeral: PostEphemeral;
  /** Queues the end of a workflow's step; its id makes a repeat harmless. */
  readonly accept: (step: IncompleteStep) => Promise<void>;
  /** Counts what is dropped. */
  readonly observe: (limit: 'requests') => void;
  readonly logger: Logger;
}

/**
 * Whether a request may be stored. If not, whoever it is from is told in the background. Throws if the end
 * of a workflow's step cannot be stored.
 */
export type MayAccept = (intent: Intent) => Promise<boolean>;

/**
 * Bounds what one person makes us store: what Slack sends is acknowledged in any case, and kept until
 * a worker takes it up. Events without a user, such as an uninstall, are always accepted.
 */
export function createLimitRequests(options: LimitRequestsOptions): MayAccept {
  const { limits, observe, logger } = options;

  /** A person is told once a minute. */
  async function tell(place: Place, user: string): Promise<void> {
    if (await limits.mayTell('requests', { workspace: place.workspace, user })) {
      await options.postEphemeral({ place, user }, limitTexts.tooManyRequests);
    }
  }

  return async (intent) => {
    const { user } = intent as { user?: string };
    const place = placeOf(intent);
    if (user === undefined || place === undefined) return true;
    const kind = intent.kind === 'ask' ? 'question' : 'other';
    if (await limits.mayRequest(kind, { workspace: place.workspace, user })) return true;
    observe('requests');
    logger.debug({ intent: intent.kind, user }, 'request dropped: too many of one person');
    const step = stepOf(intent);
    if (step !== undefined) {
      await options.accept(step);
      return false;
    }
    tell(place, user).catch((error: unknown) => {
      logger.warn({ err: error }, 'not told that a request was dropped');
    });
    return false;
  };
}

/**
 * A workflow waits for the end of each step, so that is stored, as a small job without the question.
 */
function stepOf(intent: Intent): IncompleteStep | undefined {
  if (intent.kind !== 'ask' || intent.execution === undefined) return undefined;
  const { execution, place } = intent;
  return {
    kind: 'incomplete-step',
    id: `step-${execution}`,
    workspace: place.workspace,
    execution,
    missing: 'budget',
  };
}

/** Where its user is told; a direct message if it names no channel. */
function placeOf(intent: Intent): Place | undefined {
  if ('place' in intent && intent.place !== undefined) return intent.place;
  if (!('user' in intent && 'workspace' in intent)) return undefined;
  return { workspace: intent.workspace, channel: intent.user, direct: true };
}
