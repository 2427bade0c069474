import type { NonAskIntent } from '../model/intent.js';
import { NewerIntent } from '../queue/retry.js';
import type { LimitLookUps } from './limit-look-ups.js';

export type IntentOf<K extends NonAskIntent['kind']> = NonAskIntent & { readonly kind: K };

/** What each kind of intent does. It is called only where the user has the permission for it. */
export type Handlers = {
  readonly [K in NonAskIntent['kind']]: (intent: IntentOf<K>, signal: AbortSignal) => Promise<void>;
};

/** Whether an intent is permitted. Where it is not, the user has been told, or nobody needs to be. */
export type Permissions = {
  readonly [K in NonAskIntent['kind']]: (intent: IntentOf<K>) => Promise<boolean>;
};

export interface DispatchOptions {
  readonly permissions: Permissions;
  readonly handlers: Handlers;
  readonly limitLookUps: LimitLookUps;
}

/**
 * Hands an intent to the handler of its kind, if its user has the permission. Throws `NewerIntent` for a kind that
 * only a newer version knows.
 */
export function createDispatch({ permissions, handlers, limitLookUps }: DispatchOptions) {
  return async (intent: NonAskIntent, signal: AbortSignal): Promise<void> => {
    const isPermitted = permissions[intent.kind] as (intent: NonAskIntent) => Promise<boolean>;
    const handle = handlers[intent.kind] as
      | ((intent: NonAskIntent, by: AbortSignal) => Promise<void>)
      | undefined;
    if (handle === undefined) throw new NewerIntent(intent.kind);
    if (await isPermitted(intent)) await limitLookUps(intent, () => handle(intent, signal));
  };
}
