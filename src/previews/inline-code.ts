import type { RunTool, ToolCaller } from '../code/run-tool.js';
import type { ToolCallOptions, ToolServer } from '../mcp/tool-server.js';
import type { CodeCall } from '../model/code.js';
import type { InstanceLink } from '../model/instance-link.js';
import type { Audience } from '../policy/audience.js';
import { callErrorText } from '../render/code/error-text.js';
import { codeCallFor } from './link-call.js';

export interface InlineCodeOptions {
  readonly runTool: RunTool;
  readonly tools: Pick<ToolServer, 'commitSearch'>;
  /** Ids of the channels whose members may all see code. */
  readonly inlineCodeIn: readonly string[];
  /** Of the account that everyone shares: nobody's own account shows code to a whole channel. */
  readonly token: ToolCallOptions['token'] | undefined;
}

export type ReadInlineCode = ReturnType<typeof createReadInlineCode>;

/** The most code in a preview, measured as in `render/code/layout.ts`. */
const CODE_SIZE = 2_000;

/** A preview without code is better than a late one, ms. */
const SERVICE_TIMEOUT_MS = 5_000;

/** Of a repository's newest commits, as many as the tool lists. */
const MAX_COMMITS = 100;

/** What a preview shows of the code itself, raw. */
export interface InlineCode {
  /** The lines that the link names. */
  readonly code?: string;
  /** The first line of the commit's message. */
  readonly subject?: string;
}

/**
 * Reads the lines that a link names, or the subject of its commit, if that is among the newest. Nothing in
 * channels where not everybody may see code, and if it cannot be read now.
 */
export function createReadInlineCode(options: InlineCodeOptions) {
  const { runTool, tools, inlineCodeIn, token } = options;

  async function lines(call: CodeCall, by: ToolCaller): Promise<InlineCode> {
    const code = (await runTool(call, by, CODE_SIZE)).items[0]?.code?.text;
    return code === undefined ? {} : { code };
  }

  /** The tools find no commit by its id. */
  async function subject(
    { repo, commit }: InstanceLink & { readonly kind: 'commit' },
    by: ToolCallOptions,
  ): Promise<InlineCode> {
    const found = await tools.commitSearch({ repos: [repo], count: MAX_COMMITS }, by);
    const commits = found.kind === 'record' ? found.record.commits : [];
    const title = commits.find((each) => each.commit.startsWith(commit))?.title ?? '';
    return title === '' ? {} : { subject: title };
  }

  return async (link: InstanceLink, channel: string, audience: Audience): Promise<InlineCode> => {
    const isCode = link.kind !== 'conversation' && audience.sees(link.repo);
    if (token === undefined || !inlineCodeIn.includes(channel) || !isCode) return {};
    const isShown = link.kind === 'commit' || (link.kind === 'file' && link.lines !== undefined);
    const call = isShown ? codeCallFor(link) : undefined;
    if (call === undefined) return {};
    try {
      const by = { token, signal: AbortSignal.timeout(SERVICE_TIMEOUT_MS), audience };
      return await (link.kind === 'commit' ? subject(link, by) : lines(call, by));
    } catch (error) {
      if (callErrorText(error, call) === undefined) throw error;
      return {};
    }
  };
}
