import { type Service, startService } from '../../../../local/service/service.js';
import type { ServiceOptions } from '../../../../local/service/settings/service-options.js';
import { cleanUpAfterFile, cleanUpAfterTest } from '../../../support/cleanup.js';
import { ANN, BEN } from '../service-fixture.js';

/** What one POST got: the protocol's message, however it was wrapped. */
export interface McpResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly type: string;
  readonly text: string;
  readonly message: {
    readonly result?: {
      readonly isError?: boolean;
      readonly structuredContent?: unknown;
      readonly content?: readonly { readonly type: string; readonly text: string }[];
    };
    readonly error?: { readonly code: number; readonly message: string };
  };
}

export interface McpFixture {
  readonly service: Service;
  readonly url: string;
  post(body: unknown, headers?: Record<string, string>): Promise<McpResponse>;
  /** The record of a tool; throws the words of its refusal. */
  callTool<T = Record<string, unknown>>(name: string, args?: unknown): Promise<T>;
  /** The words that a tool refuses with. */
  toolError(name: string, args?: unknown): Promise<string>;
}

export const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

interface McpFixtureOptions extends Partial<ServiceOptions> {
  /** Whether questions are answered by the search, as without a test; else they are not answered. */
  readonly answers?: boolean;
}

/** A service for one test. */
export function startMcpFixture(options: McpFixtureOptions = {}): Promise<McpFixture> {
  return start(options, cleanUpAfterTest);
}

/** A service for all tests of a file. */
export function startSharedMcpFixture(options: McpFixtureOptions = {}): Promise<McpFixture> {
  return start(options, cleanUpAfterFile);
}

async function start(
  { answers = false, ...options }: McpFixtureOptions,
  cleanUp: typeof cleanUpAfterTest,
): Promise<McpFixture> {
  const engine: ServiceOptions['engine'] = async () => ({ answer: '' });
  // The first call starts the search thread, which takes long on a busy machine.
  const mcp = options.mcp !== false && { timeoutMs: 60_000, ...options.mcp };
  const silent = answers ? {} : { engine };
  const defaults = { repositories: [], users: [ANN, BEN], logCalls: true };
  const all = { ...defaults, ...silent, ...options, mcp };
  const service = await startService(all);
  cleanUp(() => service.stop());
  const url = `${service.url}/.api/mcp/v1`;
  const prefix = options.toolPrefix ?? 'svc_';
  const post: McpFixture['post'] = async (body, headers = {}) => {
    const given = { ...HEADERS, authorization: `token ${ANN.token}`, ...headers };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return parseResponse(await fetch(url, { method: 'POST', headers: given, body: text }));
  };
  const call = (name: string, args: unknown) => post(toolCall(`${prefix}${name}`, args));
  return {
    service,
    url,
    post,
    callTool: async <T>(name: string, args?: unknown) => {
      const { result, error } = (await call(name, args)).message;
      const [content] = result?.content ?? [];
      if (!result || result.isError) throw new Error(content?.text ?? error?.message);
      // The same record twice: for those who read structure, and for those who read text.
      if (JSON.stringify(result.structuredContent) !== content?.text)
        throw new Error('they differ');
      return result.structuredContent as T;
    },
    toolError: async (name, args) => {
      const { result } = (await call(name, args)).message;
      return result?.isError ? (result.content?.[0]?.text ?? '') : `no refusal: ${String(result)}`;
    },
  };
}

export function toolCall(name: string, args: unknown) {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
}

async function parseResponse(response: Response): Promise<McpResponse> {
  const { status, headers } = response;
  const type = headers.get('content-type') ?? '';
  const text = await response.text();
  const data = type.includes('event-stream') ? (/^data: (.*)$/m.exec(text)?.[1] ?? '') : text;
  return { status, headers, type, text, message: parsed(data) };
}

function parsed(text: string): McpResponse['message'] {
  try {
    return JSON.parse(text) as McpResponse['message'];
  } catch {
    return {};
  }
}
