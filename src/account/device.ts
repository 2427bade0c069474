import type { ModalView } from '@slack/types';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { ViewRequest } from '../model/view-request.js';
import { renderDeviceCode } from '../render/account/view.js';
import type { DeviceSignInStore, PendingSignIn } from '../store/device-sign-ins.js';
import type { PendingTokenStore } from '../store/pending-tokens.js';
import type { OAuthClient } from './oauth/client.js';

export interface DeviceOptions {
  readonly oauth: Pick<OAuthClient, 'startDevice' | 'pollDevice'>;
  readonly signIns: DeviceSignInStore;
  readonly pendingTokens: Pick<PendingTokenStore, 'keep'>;
  /** Queues a request to run after a delay; its id makes a repeat harmless. */
  readonly acceptLater: (request: ViewRequest, delayMs: number) => Promise<void>;
  readonly now: () => number;
}

/**
 * What a look at a sign-in came to; `waits`: its view stays as it is; `spent`: the service refuses a code before its
 * time, such as after a token was sent for it that a process which was killed has not kept.
 */
export type DeviceResult = 'waits' | 'signed-in' | 'declined' | 'expired' | 'spent';

/** RFC 8628, section 3.5. */
const SLOWER_MS = 5_000;

export type DeviceFlow = ReturnType<typeof createDeviceFlow>;

/**
 * Signing in with a code: its view shows the code, to its owner alone, and jobs look whether it was entered,
 * until it expires. Each job is delayed, so none waits in a worker. Everything here may be repeated.
 */
export function createDeviceFlow(options: DeviceOptions) {
  const { oauth, signIns, pendingTokens, acceptLater, now } = options;

  async function begin(person: WorkspaceUser, id: string): Promise<PendingSignIn | undefined> {
    const started = await oauth.startDevice();
    if (started === undefined) return undefined;
    const signIn = { id, ...started };
    await signIns.keep(person, signIn);
    return signIn;
  }

  return {
    /**
     * The view with the code; undefined if the service does not offer this. A job that runs again shows the same
     * code. Throws as `OAuthClient` does.
     */
    async start(person: WorkspaceUser, request: ViewRequest): Promise<ModalView | undefined> {
      const before = await signIns.load(person);
      const signIn = before?.id === request.id ? before : await begin(person, request.id);
      if (signIn === undefined) return undefined;
      await acceptLater(lookAt(request, request.id, 1), signIn.intervalMs);
      return renderDeviceCode(request, signIn);
    },

    /** Looks once. The token is kept for the request that looks, before the code is forgotten. */
    async look(person: WorkspaceUser, request: ViewRequest): Promise<DeviceResult> {
      const [id = '', count = '0'] = request.id.split(SEPARATOR);
      const signIn = await signIns.load(person);
      if (signIn === undefined) return 'expired';
      // Another sign-in of theirs took its place, in another view or in this one.
      if (signIn.id !== id) return 'waits';
      const found = await oauth.pollDevice(signIn.deviceCode);
      if (found.kind === 'pending' && now() < signIn.expiresAt) {
        const intervalMs = signIn.intervalMs + (found.slowDown ? SLOWER_MS : 0);
        if (found.slowDown) await signIns.keep(person, { ...signIn, intervalMs });
        await acceptLater(lookAt(request, id, Number(count) + 1), intervalMs);
        return 'waits';
      }
      if (found.kind === 'signed-in')
        await pendingTokens.keep({ ...person, id: request.id }, found.sent);
      await signIns.remove(person);
      if (found.kind === 'expired' && now() < signIn.expiresAt) return 'spent';
      return found.kind === 'pending' ? 'expired' : found.kind;
    },
  };
}

const SEPARATOR = '.look-';

function lookAt(request: ViewRequest, id: string, count: number): ViewRequest {
  const { sealedResponseUrl: _none, ...rest } = request;
  const modal = { kind: 'connect', step: 'look' } as const;
  return {
    ...rest,
    externalId: request.externalId ?? request.id,
    id: `${id}${SEPARATOR}${count}`,
    modal,
  };
}
