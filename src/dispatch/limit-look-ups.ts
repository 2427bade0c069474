import type { EphemeralTarget, PostEphemeral } from '../deliver/post-ephemeral.js';
import type { Logger } from '../log.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { NonAskIntent } from '../model/intent.js';
import type { ViewRequest } from '../model/view-request.js';
import * as limitTexts from '../render/texts/limits.js';
import { type PersonLimits, TooManyLookUps } from '../store/person-limits.js';

export interface LimitLookUpsOptions {
  readonly limits: Pick<PersonLimits, 'startLookUp' | 'endLookUp'>;
  readonly postEphemeral: PostEphemeral;
  /** Says in a view that too much is running. */
  readonly showTooMany: (request: ViewRequest) => Promise<void>;
  readonly observe: (limit: 'look-ups') => void;
  readonly logger: Logger;
}

export type LimitLookUps = ReturnType<typeof createLimitLookUps>;

/**
 * Bounds how many requests of one person call the instance or Slack at once, so that nobody waits
 * for one person's slow ones. Questions have limits of their own, and a stop is never refused.
 */
export function createLimitLookUps(options: LimitLookUpsOptions) {
  const { limits, postEphemeral, showTooMany, observe, logger } = options;

  async function refuse(intent: NonAskIntent): Promise<void> {
    const target = targetOf(intent);
    // Nobody waits for a reply: it is done later.
    if (target === undefined && intent.kind !== 'view-request') {
      throw new TooManyLookUps('Too many requests of one person are running');
    }
    observe('look-ups');
    logger.info({ intent: intent.kind, id: intent.id }, 'request refused: too many at once');
    if (intent.kind === 'view-request') await showTooMany(intent);
    else if (target !== undefined) await postEphemeral(target, limitTexts.tooManyLookUps);
  }

  return async (intent: NonAskIntent, lookUp: () => Promise<void>): Promise<void> => {
    const user = userOf(intent);
    if (user === undefined) return lookUp();
    if (!(await limits.startLookUp(user, intent.id))) return refuse(intent);
    try {
      await lookUp();
    } finally {
      await limits.endLookUp(user, intent.id);
    }
  };
}

/** Whose look-up it is; undefined if it is none. */
function userOf(intent: NonAskIntent): WorkspaceUser | undefined {
  switch (intent.kind) {
    case 'conversation-request':
      return isStop(intent.command.kind) ? undefined : inPlace(intent);
    case 'code':
    case 'reveal':
    case 'share-answer':
    case 'links-shared':
    case 'messages-tab-opened':
      return inPlace(intent);
    case 'home':
      return intent.stop === undefined ? intent : undefined;
    case 'links-drafted':
    case 'view-request':
      return intent;
    default:
      return undefined;
  }
}

const STOPS: ReadonlySet<string> = new Set(['cancel', 'stop', 'running']);
const isStop = (command: string): boolean => STOPS.has(command);

function inPlace({ place, user }: EphemeralTarget): WorkspaceUser {
  return { workspace: place.workspace, user };
}

function targetOf(intent: NonAskIntent): EphemeralTarget | undefined {
  switch (intent.kind) {
    case 'conversation-request':
    case 'code':
    case 'reveal':
    case 'share-answer':
      return intent;
    default:
      return undefined;
  }
}
