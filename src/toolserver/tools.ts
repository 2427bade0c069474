import { DeepSearchSlackError } from '../model/error.js';

/** The tools of the document, by what their names end in: an instance puts a prefix before them. */
export const TOOLS = [
  'read_file',
  'list_files',
  'list_repos',
  'keyword_search',
  'nls_search',
  'go_to_definition',
  'find_references',
  'commit_search',
  'diff_search',
  'compare_revisions',
  'get_contributor_repos',
] as const;

/** The tool server said no with this status, or (undefined) was not reached. */
export class ToolServerTrouble extends DeepSearchSlackError {
  readonly code = 'toolserver_trouble';

  constructor(
    readonly status: number | undefined,
    options: ErrorOptions,
  ) {
    super(
      `the tool server ${status === undefined ? 'was not reached' : `says ${status}`}`,
      options,
    );
  }
}

export interface ToolServerOptions {
  /** `{base_url}` of the instance. */
  readonly baseUrl: string;
  readonly token: string;
  /** Ours. */
  readonly version: string;
  readonly timeoutMs: number;
}

/** The names of all tools that the instance lists. Throws `ToolServerTrouble`. */
export async function listTools(options: ToolServerOptions): Promise<string[]> {
  // Only a check-up needs it so far: the bot starts without.
  const { Client, SdkHttpError, StreamableHTTPClientTransport } = await import(
    '@modelcontextprotocol/client'
  );
  const { baseUrl, token, version, timeoutMs } = options;
  const headers = {
    authorization: `token ${token}`,
    'x-requested-with': `deepsearch-slack ${version}`,
  };
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}/.api/mcp/v1`);
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } });
  const client = new Client({ name: 'deepsearch-slack', version });
  try {
    await client.connect(transport, { timeout: timeoutMs });
    const { tools } = await client.listTools({}, { timeout: timeoutMs });
    return tools.map(({ name }) => name);
  } catch (cause) {
    throw new ToolServerTrouble(cause instanceof SdkHttpError ? cause.status : undefined, {
      cause,
    });
  } finally {
    await client.close();
  }
}
