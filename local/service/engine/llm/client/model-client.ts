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
import { type ModelOptions, TIMEOUT_MS } from '../options.js';
import { toModelError } from './to-model-error.js';

export type { ModelMessage } from 'ai';

/** A model behind its wire form. Only this folder knows the library. */
export interface ModelClient {
  /** One call. Throws a `ModelTrouble`, or the signal's reason once it fires. */
  generate(asking: ModelRequest): Promise<ModelReply>;
}

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  /** Whether it may call tools. */
  readonly tools: boolean;
  readonly signal: AbortSignal;
}

export interface ModelReply {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /** What it said, to be sent back with the results of its calls. */
  readonly messages: readonly ModelMessage[];
  readonly usage: Partial<Stats>;
  /** Whether the text was ended by its length. */
  readonly truncated: boolean;
}

/** What the model wants to be run; `input` is whatever it wrote. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** One form has to be told how long an answer may be; the other decides by itself. */
const MAX_OUTPUT_TOKENS = 8_192;
/** So far the next call sends the same again, which costs a fraction where it is kept. */
const CACHED = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } } as const;

/** An endpoint at exactly the address that was set: no gateway, no key of the surroundings. */
export function createModelClient(options: ModelOptions, tools: readonly Tool[]): ModelClient {
  // It would write to the console on its own.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  const model = wrapLanguageModel({
    model: languageModel(options),
    // Local models think aloud in their text.
    middleware: extractReasoningMiddleware({ tagName: 'think' }),
  });
  const offered = toToolSet(tools);
  return {
    async generate({ system, messages, tools: mayCall, signal }) {
      const { bound, time, clear } = withTimeout(signal, options.timeoutMs ?? TIMEOUT_MS);
      try {
        const result = await generateText({
          ...{ model, system, abortSignal: bound, maxRetries: 0 },
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
  // Without a key of its own the library would look for one in the environment.
  if (api === 'anthropic') return createAnthropic({ ...wire, apiKey: apiKey ?? '' })(name);
  return createOpenAICompatible({ ...wire, name: 'model', ...(apiKey && { apiKey }) })(name);
}

function messageOptions({ api }: ModelOptions, messages: readonly ModelMessage[]) {
  if (api === 'openai') return { messages: [...messages] };
  const last = messages.at(-1);
  const marked = last ? [...messages.slice(0, -1), { ...last, ...CACHED }] : [];
  return { messages: marked, maxOutputTokens: MAX_OUTPUT_TOKENS };
}

/** Follows no redirect: the key and the code are for the address that was set. */
const fetchWithoutRedirects: typeof fetch = (input, init) =>
  fetch(input, { ...init, redirect: 'manual' });

function toToolSet(tools: readonly Tool[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, input }) => {
      const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', target: 'draft-7' });
      // Told, not checked: the tool's own check says what to do.
      return [name, tool({ description, inputSchema: jsonSchema(schema as object) })];
    }),
  );
}

/** One form wants the tools that earlier calls name, the other's local servers know no "none". */
function toolOptions({ api }: ModelOptions, tools: ToolSet, mayCall: boolean) {
  if (mayCall) return { tools };
  return api === 'anthropic' ? { tools, toolChoice: 'none' as const } : {};
}

function toToolCall(call: { toolCallId: string; toolName: string; input: unknown }): ToolCall {
  return { id: call.toolCallId, name: call.toolName, input: call.input };
}

/** Without the results that the library makes up for calls that it cannot read. */
function assistantOnly(message: ModelMessage): ModelMessage[] {
  if (message.role !== 'assistant') return [];
  if (typeof message.content === 'string') return [message];
  const content = message.content.map((part) =>
    // Arguments that are no JSON object cannot be sent back in every form.
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

/** The asker's signal and a time, whichever comes first. */
function withTimeout(signal: AbortSignal, ms: number) {
  const time = new AbortController();
  const timer = setTimeout(() => time.abort(), ms);
  return {
    bound: AbortSignal.any([signal, time.signal]),
    time: time.signal,
    clear: () => clearTimeout(timer),
  };
}
