import { createRequire } from 'node:module';
import { type CallToolResult, McpServer } from '@modelcontextprotocol/server';

import { runTool } from '../tools/run-tool.js';
import type { Tool } from '../tools/tool.js';

export interface McpOptions {
  /** Ids of users who may not use it. */
  readonly deniedUserIds?: readonly number[];
  /** A tool call that takes longer is an error; default 10 s. */
  readonly timeoutMs?: number;
  /** Whether responses are JSON or server-sent events; default: as the client's protocol version has it. */
  readonly responseFormat?: 'as-sent' | 'json' | 'sse';
  /** `wrapped` puts a tool's structured content into one more `content` field; default `bare`. */
  readonly structuredContent?: 'bare' | 'wrapped';
}

const INSTRUCTIONS =
  'Search, read and navigate code in git repositories, and search their history. Start with ' +
  'nls_search if you do not know the names, or with keyword_search if you do; read_file shows ' +
  'the lines. list_repos lists the repositories.';

const { version } = createRequire(import.meta.url)('../package.json') as {
  readonly version: string;
};

interface McpServerOptions {
  readonly tools: readonly Tool[];
  readonly prefix: string;
  readonly timeoutMs: number;
  readonly structuredContent?: McpOptions['structuredContent'];
}

/** An MCP server for one request: it is stateless. */
export function createMcpServer({
  tools,
  prefix,
  timeoutMs,
  structuredContent: record = 'bare',
}: McpServerOptions): McpServer {
  const info = { name: 'deepsearch-slack-service', title: 'Code tools', version };
  const server = new McpServer(info, { instructions: INSTRUCTIONS });
  for (const tool of tools) {
    const { title, description } = tool;
    const inputSchema = withoutValidation(tool.input);
    const annotations = { title, readOnlyHint: true, openWorldHint: false };
    const outputSchema = record === 'bare' ? { outputSchema: tool.output } : {};
    const config = { title, description, inputSchema, annotations, ...outputSchema };
    server.registerTool(`${prefix}${tool.name}`, config, async (args, { mcpReq }) => {
      const result = await runTool(tool, args, { signal: mcpReq.signal, timeoutMs });
      return record === 'bare' ? result : wrapStructuredContent(result);
    });
  }
  return server;
}

/** As some instances send it: the structured content within one more `content` field. */
function wrapStructuredContent(result: CallToolResult): CallToolResult {
  if (result.isError) return result;
  const structuredContent = { content: result.structuredContent };
  return {
    structuredContent,
    content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
  };
}

/** Publishes the schema but leaves validation to the tool, whose messages say how to fix a call. */
function withoutValidation<S extends Tool['input']>(schema: S) {
  const { jsonSchema, vendor, version } = schema['~standard'];
  const validate = (value: unknown) => ({ value });
  return { '~standard': { jsonSchema, vendor, version, validate } };
}
