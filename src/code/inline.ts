import type { Call } from '../mcp/client.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { InstanceLink } from '../model/instance-link.js';
import type { Place } from '../model/place.js';
import { callFor } from './link-call.js';
import { createLook, type LookOptions } from './look.js';
import { whyNot } from './trouble.js';

export interface InlineOptions extends LookOptions {
  /** Ids of the channels whose every reader may see code. */
  readonly inlineCodeIn: readonly string[];
  /** With whose account a person's calls run. */
  readonly credentialFor: (who: WorkspaceUser) => Promise<Call['token']>;
}

/** Of code, as `render/code/layout.ts` weighs it. */
const ROOM = 2_000;

/** Nobody asked for it: a service that takes longer is let be, ms. */
const SERVICE_MS = 5_000;

/**
 * The lines that a link names, read under the account of whoever said it; undefined in channels
 * where not every reader may see them, and where they are not to be had just then.
 */
export function createInline(options: InlineOptions) {
  const { inlineCodeIn, credentialFor } = options;
  const look = createLook(options);
  return async (
    link: InstanceLink,
    { place: { workspace, channel }, user }: { readonly place: Place; readonly user: string },
  ): Promise<string | undefined> => {
    const open = inlineCodeIn.includes(channel);
    if (!open || link.kind !== 'file' || link.lines === undefined) return undefined;
    const call = callFor(link);
    if (call === undefined) return undefined;
    try {
      const token = await credentialFor({ workspace, user });
      const sheet = await look(call, { token, signal: AbortSignal.timeout(SERVICE_MS) }, ROOM);
      return sheet.items[0]?.code?.text;
    } catch (error) {
      if (whyNot(error, call) === undefined) throw error;
      return undefined;
    }
  };
}
