import { createRequire } from 'node:module';
import { McpServer } from '@modelcontextprotocol/server';
import type { Tool } from '../tools/tool.js';
import { runTool } from './run-tool.js';

const INSTRUCTIONS =
  'Search, read and navigate code in git repositories, and look into their history. Start with ' +
  'nls_search where you do not know the names, with keyword_search where you do; read_file shows ' +
  'the lines. The names of repositories come from list_repos.';

const { version } = createRequire(import.meta.url)('../../../../package.json') as {
  readonly version: string;
};

interface Offer {
  readonly tools: readonly Tool[];
  readonly prefix: string;
  readonly timeoutMs: number;
}

/** A server for one request: nothing is kept between two. */
export function createProtocol({ tools, prefix, timeoutMs }: Offer): McpServer {
  const info = { name: 'deepsearch-slack-service', title: 'Code tools', version };
  const server = new McpServer(info, { instructions: INSTRUCTIONS });
  for (const tool of tools) {
    const { title, description, output: outputSchema } = tool;
    const inputSchema = unchecked(tool.input);
    const annotations = { title, readOnlyHint: true, openWorldHint: false };
    const config = { title, description, inputSchema, outputSchema, annotations };
    server.registerTool(`${prefix}${tool.name}`, config, (given, { mcpReq }) =>
      runTool(tool, given, { signal: mcpReq.signal, timeoutMs }),
    );
  }
  return server;
}

/** Tells the schema and leaves the check to the tool, whose words say what to do. */
function unchecked<S extends Tool['input']>(schema: S) {
  const { jsonSchema, vendor, version } = schema['~standard'];
  const validate = (value: unknown) => ({ value });
  return { '~standard': { jsonSchema, vendor, version, validate } };
}
