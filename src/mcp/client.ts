import { Agent } from 'undici';
import type { z } from 'zod';
import type { Token } from '../http/credential.js';
import { NO_TRACING } from '../tracing.js';
import { createListings } from './listings.js';
import { createMcpClient } from './mcp-client.js';
import type { AvailableTools, ToolName } from './names.js';
import * as records from './records.js';
import { readResult, textOf } from './results.js';
import { ToolCalls } from './tool-calls.js';
import type { ToolCallOptions, ToolServer, ToolServerOptions } from './tool-server.js';

const DEFAULTS = {
  timeoutMs: 20_000,
  attempts: 3,
  maxReplyBytes: 8 * 1024 * 1024,
  connections: 16,
  observe: () => undefined,
  tracing: NO_TRACING,
  onDeprecation: () => undefined,
  now: Date.now,
  random: Math.random,
} as const;

/** Opens no connection until the first call. Throws a TypeError if `baseUrl` is no URL. */
export function createToolServer(serverOptions: ToolServerOptions): ToolServer {
  const options = { ...DEFAULTS, ...serverOptions };
  const { baseUrl, connections, maxReplyBytes, now, timeoutMs, tracing } = options;
  const { onDeprecation, version } = options;
  const dispatcher = new Agent({ connections, connect: { timeout: 10_000 } });
  const mcp = createMcpClient({ dispatcher, version, maxReplyBytes, onDeprecation, tracing });
  const listings = createListings({ mcp, baseUrl, timeoutMs, now });
  const calls = new ToolCalls({ mcp, listings, options });
  const tool =
    <A extends object, R>(name: ToolName, schema: z.ZodType<R>) =>
    async (args: A, call: ToolCallOptions) =>
      readResult(schema, await calls.run({ name, args }, call));
  // Real instances refuse an empty path; no path means the root.
  const listFiles = tool('list_files', records.FileList);
  return {
    tools: async (call) => (await calls.listing(call)).available,
    readFile: tool('read_file', records.FileContent),
    listFiles: (args, call) => listFiles({ ...args, path: args.path || undefined }, call),
    listRepos: tool('list_repos', records.RepoList),
    keywordSearch: tool('keyword_search', records.Blocks),
    nlsSearch: tool('nls_search', records.Blocks),
    goToDefinition: tool('go_to_definition', records.FileBlocks),
    findReferences: tool('find_references', records.FileBlocks),
    commitSearch: tool('commit_search', records.Commits),
    diffSearch: tool('diff_search', records.Diffs),
    compareRevisions: tool('compare_revisions', records.Comparison),
    getContributorRepos: tool('get_contributor_repos', records.ContributedRepos),
    callOther: async (request, call) => textOf(await calls.run(request, call)),
    close: () => dispatcher.destroy(),
  };
}

/** Requests the tools once, without retries and without a cache. Throws a `ToolServerError`. */
export async function listToolsOnce(
  options: ToolServerOptions & { readonly token: Token },
): Promise<AvailableTools> {
  const server = createToolServer({ ...options, attempts: 1 });
  try {
    return await server.tools({ token: options.token });
  } finally {
    await server.close();
  }
}
