import { type DenialReason, denied, type PermissionVerdict } from '../model/verdict.js';
import type { MayAsk, PermissionQuery } from '../policy/may-ask.js';
import { isTokenRefused } from '../slack/errors.js';

/** What holds for one kind of intent, besides that its user may ask in its place. */
export interface MayAskRule<I> {
  /** Reasons that do not count for this kind. */
  readonly allowedDespite?: (why: DenialReason, intent: I) => boolean;
  /** Default: refused users are told nothing. */
  readonly refuse?: Refuse<I>;
  /** Also tells those who get no note otherwise, such as people from another company. */
  readonly tellEveryone?: true;
  /** While Slack refuses our token, it is tried again; default: it is refused, as if Slack did not tell. */
  readonly waitsForToken?: true;
  /** If Slack does not say who can read the channel; default: permitted. */
  readonly readersUnknown?: {
    readonly refuses: (intent: I) => boolean;
    readonly refuse?: (intent: I) => Promise<void>;
  };
}

/** Tells a user why they are refused. */
export type Refuse<I> = (intent: I, why: DenialReason) => Promise<void>;

/** True if the user may; else they have been told, or need not be. */
export type Check<I> = (intent: I) => Promise<boolean>;

/** Checks whether the user may ask in the place that `asking` gives, under the rule of its kind. */
export function createMayAskCheck(mayAsk: MayAsk) {
  return <I>(asking: (intent: I) => PermissionQuery, rule: MayAskRule<I>): Check<I> => {
    const { allowedDespite, refuse, tellEveryone, waitsForToken, readersUnknown } = rule;
    const judge = waitsForToken ? mayAsk : createRefuseWithoutToken(mayAsk);
    return async (intent) => {
      const verdict = await judge(asking(intent));
      if (verdict.ok) {
        if (verdict.here || !readersUnknown?.refuses(intent)) return true;
        await readersUnknown.refuse?.(intent);
        return false;
      }
      if (allowedDespite?.(verdict.why, intent)) return true;
      if (verdict.tell || tellEveryone) await refuse?.(intent, verdict.why);
      return false;
    };
  };
}

/** Nobody waits long for a list or a view: they are told at once, where that needs no token. */
function createRefuseWithoutToken(mayAsk: MayAsk): MayAsk {
  return (query) =>
    mayAsk(query).catch((error: unknown): PermissionVerdict => {
      if (!isTokenRefused(error)) throw error;
      return denied('unverified');
    });
}
