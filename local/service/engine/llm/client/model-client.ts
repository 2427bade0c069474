import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  extractReasoningMiddleware,
  generateText,
  jsonSchema,
  type LanguageModelUsage,
  type ModelMessage,
  type ToolSet,
  tool,
  wrapLanguageModel,
} from 'ai';
import { z } from 'zod';
import type { Stats } from '../../../conversation/resources.js';
import type { Tool } from '../../../tools/tool.js';
import { ModelError } from '../model-error.js';
import { DEFAULT_MODEL_TIMEOUT_MS, type ModelOptions } from '../options.js';
import { toModelError } from './to-model-error.js';

export type { ModelMessage } from 'ai';

/** Calls a language model. Only this folder uses the AI SDK. */
export interface ModelClient {
  /** One call. Throws a `ModelError`, or the signal's reason once it is aborted. */
  generate(asking: ModelRequest): Promise<ModelReply>;
}

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  /** Whether the model may call tools. */
  readonly tools: boolean;
  readonly signal: AbortSignal;
}

export interface ModelReply {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /** The assistant's messages, to be sent back with the results of its tool calls. */
  readonly messages: readonly ModelMessage[];
  readonly usage: Partial<Stats>;
  /** The text reached the maximum length. */
  readonly truncated: boolean;
}

/** `input` is whatever the model wrote, and not validated. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** Anthropic's API requires a limit, OpenAI's has a default. */
const MAX_OUTPUT_TOKENS = 8_192;
/** Prompt caching: the next call starts with the same messages. */
const CACHED = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } } as const;

/** Uses only the configured URL and key: no gateway, no key from the environment. */
export function createModelClient(options: ModelOptions, tools: readonly Tool[]): ModelClient {
  // The SDK would log warnings to the console.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  const model = wrapLanguageModel({
    model: languageModel(options),
    // Local models write their reasoning into the text.
    middleware: extractReasoningMiddleware({ tagName: 'think' }),
  });
  const offered = toToolSet(tools);
  return {
    async generate({ system, messages, tools: mayCall, signal }) {
      const { bound, time, clear } = withTimeout(
        signal,
        options.timeoutMs ?? DEFAULT_MODEL_TIMEOUT_MS,
      );
      try {
        const result = await generateText({
          model,
          system,
          abortSignal: bound,
          maxRetries: 0,
          ...messageOptions(options, messages),
          ...toolOptions(options, offered, mayCall),
        });
        const { finishReason } = result;
        if (finishReason === 'content-filter') throw new ModelError('declined', 'it declined');
        return {
          text: result.text,
          toolCalls: result.toolCalls.map(toToolCall),
          messages: result.response.messages.flatMap(assistantOnly),
          usage: statsOf(result.usage),
          truncated: finishReason === 'length',
        };
      } catch (error) {
        signal.throwIfAborted();
        if (time.aborted) throw new ModelError('timeout', 'it took too long');
        throw toModelError(error, options);
      } finally {
        clear();
      }
    },
  };
}

function languageModel({ api, baseUrl, name, apiKey }: ModelOptions) {
  const wire = { baseURL: baseUrl, fetch: fetchWithoutRedirects };
  // Without an explicit key the SDK would look for one in the environment.
  if (api === 'anthropic') return createAnthropic({ ...wire, apiKey: apiKey ?? '' })(name);
  return createOpenAICompatible({ ...wire, name: 'model', ...(apiKey && { apiKey }) })(name);
}

function messageOptions({ api }: ModelOptions, messages: readonly ModelMessage[]) {
  if (api === 'openai') return { messages: [...messages] };
  const last = messages.at(-1);
  const marked = last ? [...messages.slice(0, -1), { ...last, ...CACHED }] : [];
  return { messages: marked, maxOutputTokens: MAX_OUTPUT_TOKENS };
}

/** The key and the code must go to the configured URL only. */
const fetchWithoutRedirects: typeof fetch = (input, init) =>
  fetch(input, { ...init, redirect: 'manual' });

function toToolSet(tools: readonly Tool[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, input }) => {
      const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', target: 'draft-7' });
      // Not validated here: the tool's own validation explains what is wrong.
      return [name, tool({ description, inputSchema: jsonSchema(schema as object) })];
    }),
  );
}

/** Anthropic requires the tools of earlier calls; local servers with OpenAI's API do not know `none`. */
function toolOptions({ api }: ModelOptions, tools: ToolSet, mayCall: boolean) {
  if (mayCall) return { tools };
  return api === 'anthropic' ? { tools, toolChoice: 'none' as const } : {};
}

function toToolCall(call: { toolCallId: string; toolName: string; input: unknown }): ToolCall {
  return { id: call.toolCallId, name: call.toolName, input: call.input };
}

/** Drops the results that the SDK makes up for tool calls that it cannot parse. */
function assistantOnly(message: ModelMessage): ModelMessage[] {
  if (message.role !== 'assistant') return [];
  if (typeof message.content === 'string') return [message];
  const content = message.content.map((part) =>
    // Not every API accepts arguments that are no JSON object.
    part.type === 'tool-call' && !isObject(part.input) ? { ...part, input: {} } : part,
  );
  return [{ ...message, content }];
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function statsOf(usage: LanguageModelUsage): Partial<Stats> {
  const { inputTokens = 0, outputTokens = 0, inputTokenDetails: details } = usage;
  const { cacheReadTokens = 0, cacheWriteTokens = 0 } = details;
  return {
    total_input_tokens: inputTokens,
    cached_tokens: cacheReadTokens,
    cache_creation_input_tokens: cacheWriteTokens,
    prompt_tokens: details.noCacheTokens ?? inputTokens - cacheReadTokens - cacheWriteTokens,
    completion_tokens: outputTokens,
    total_tokens: usage.totalTokens ?? inputTokens + outputTokens,
  };
}

/** Aborts with the caller's signal, or after the timeout. */
function withTimeout(signal: AbortSignal, ms: number) {
  const time = new AbortController();
  const timer = setTimeout(() => time.abort(), ms);
  return {
    bound: AbortSignal.any([signal, time.signal]),
    time: time.signal,
    clear: () => clearTimeout(timer),
  };
}
