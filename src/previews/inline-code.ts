import type { RunTool } from '../code/run-tool.js';
import type { ToolCallOptions } from '../mcp/tool-server.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { InstanceLink } from '../model/instance-link.js';
import type { Place } from '../model/place.js';
import { callErrorText } from '../render/code/error-text.js';
import { codeCallFor } from './link-call.js';

export interface InlineCodeOptions {
  readonly runTool: RunTool;
  /** Ids of the channels whose members may all see code. */
  readonly inlineCodeIn: readonly string[];
  /** The token that a user's calls run with. */
  readonly credentialFor: (user: WorkspaceUser) => Promise<ToolCallOptions['token']>;
}

export type ReadInlineCode = ReturnType<typeof createReadInlineCode>;

/** The most code in a preview, measured as in `render/code/layout.ts`. */
const CODE_SIZE = 2_000;

/** A preview without code is better than a late one, ms. */
const SERVICE_TIMEOUT_MS = 5_000;

/**
 * Reads the lines that a link names. Undefined in
 * channels where not everybody may see code, and if the lines cannot be read now.
 */
export function createReadInlineCode({ runTool, inlineCodeIn, credentialFor }: InlineCodeOptions) {
  return async (
    link: InstanceLink,
    { place: { workspace, channel }, user }: { readonly place: Place; readonly user: string },
  ): Promise<string | undefined> => {
    const isAllowed = inlineCodeIn.includes(channel);
    if (!isAllowed || link.kind !== 'file' || link.lines === undefined) return undefined;
    const call = codeCallFor(link);
    if (call === undefined) return undefined;
    try {
      const token = await credentialFor({ workspace, user });
      const signal = AbortSignal.timeout(SERVICE_TIMEOUT_MS);
      const result = await runTool(call, { token, signal }, CODE_SIZE);
      return result.items[0]?.code?.text;
    } catch (error) {
      if (callErrorText(error, call) === undefined) throw error;
      return undefined;
    }
  };
}
