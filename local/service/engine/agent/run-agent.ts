import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineContext } from '../../conversation/engine.js';
import { runTool } from '../../tools/run-tool.js';
import type { Tool } from '../../tools/tool.js';
import type {
  ModelClient,
  ModelMessage,
  ModelReply,
  ModelRequest,
  ToolCall,
} from '../llm/client/model-client.js';
import { ModelError } from '../llm/model-error.js';
import { retryDelay } from '../llm/retry-delay.js';
import {
  type Budget,
  canCallTools,
  createBudget,
  MAX_TOOL_CALLS,
  maxPromptCharacters,
  maxResultCharacters,
  spend,
} from './budget.js';
import { createEvidence, type Evidence } from './evidence.js';
import {
  delimitData,
  FINAL_ANSWER_PROMPT,
  messagesBefore,
  questionMessage,
  questionText,
  systemPrompt,
} from './prompt.js';
import { describeToolCall } from './tool-call-description.js';
import { type RenderedResult, renderToolResult, truncateResult } from './tool-result.js';

export interface AgentOptions {
  readonly client: ModelClient;
  readonly tools: readonly Tool[];
  readonly repositories: readonly string[];
  readonly context: EngineContext;
  /** What a search found for the question: the model may answer from it, and cite its lines. */
  readonly found?: RenderedResult;
  /** The model's context window, in tokens. Default: not limited. */
  readonly contextTokens?: number | undefined;
}

/** The model's final text, and the evidence that it was shown. */
export interface AgentResult {
  readonly text: string;
  readonly truncated: boolean;
  readonly evidence: Evidence;
}

interface AgentRun extends AgentOptions {
  readonly budget: Budget;
  readonly evidence: Evidence;
  readonly nonce: string;
}

const TOOL_TIMEOUT_MS = 20_000;

/**
 * Lets the model call tools until it answers or its budget is used up. Then a last call without
 * tools must give the answer. Throws a `ModelError`, or the signal's reason.
 */
export async function runAgent(question: string, options: AgentOptions): Promise<AgentResult> {
  const nonce = randomBytes(6).toString('hex');
  const { contextTokens, found, context } = options;
  const maxCharacters = maxPromptCharacters(contextTokens);
  const before = messagesBefore(context.history, maxCharacters);
  const asked = questionText(question, context.added, maxCharacters);
  const budget = createBudget(contextTokens, JSON.stringify([...before, asked]).length);
  const run: AgentRun = { ...options, budget, evidence: createEvidence(), nonce };
  const { evidence } = run;
  const system = systemPrompt(options.repositories);
  if (found) addEvidence(run, found);
  const material = found && delimitData(found.text, nonce);
  const messages = [...before, questionMessage(asked, material)];
  let callsTools = true;
  while (callsTools) {
    const reply = await callModel(run, { system, messages, tools: true, signal: context.signal });
    if (reply.toolCalls.length === 0 && reply.text.trim() !== '') return { ...reply, evidence };
    messages.push(...reply.messages, ...(await runToolCalls(run, reply.toolCalls)));
    callsTools = reply.toolCalls.length > 0 && canCallTools(budget);
  }
  context.report('Writing the answer');
  messages.push({ role: 'user', content: FINAL_ANSWER_PROMPT });
  const last = await callModel(run, { system, messages, tools: false, signal: context.signal });
  if (last.text.trim() === '') throw new ModelError('empty', 'it returned no text');
  return { ...last, evidence };
}

/** Calls the model, and retries transient errors. */
async function callModel(
  { client, context, budget }: AgentRun,
  request: ModelRequest,
): Promise<ModelReply> {
  budget.modelCalls -= 1;
  for (let failures = 1; ; failures += 1) {
    try {
      const reply = await client.generate(request);
      context.stats(reply.usage);
      return reply;
    } catch (error) {
      const delayMs = error instanceof ModelError ? retryDelay(error, failures) : undefined;
      if (delayMs === undefined) throw error;
      context.report(`The model does not respond: retrying in ${Math.ceil(delayMs / 1000)} s`);
      await sleep(delayMs, undefined, { signal: context.signal });
    }
  }
}

/** Runs the calls in order. Returns their results as one message, or nothing without calls. */
async function runToolCalls(run: AgentRun, calls: readonly ToolCall[]): Promise<ModelMessage[]> {
  if (calls.length === 0) return [];
  const content = [];
  for (const call of calls) {
    const { id: toolCallId, name: toolName } = call;
    const value = delimitData(await runToolCall(run, call), run.nonce);
    content.push({
      type: 'tool-result' as const,
      toolCallId,
      toolName,
      output: { type: 'text' as const, value },
    });
  }
  return [{ role: 'tool', content }];
}

async function runToolCall(run: AgentRun, call: ToolCall): Promise<string> {
  const { budget, context } = run;
  if (budget.toolCalls === 0)
    return `Not run: the limit of ${MAX_TOOL_CALLS} tool calls is reached.`;
  budget.toolCalls -= 1;
  context.report(describeToolCall(call));
  context.stats({ tool_calls: 1 });
  const result = await toolResult(run, call);
  context.signal.throwIfAborted();
  addEvidence(run, result);
  return result.text;
}

function addEvidence({ budget, evidence }: AgentRun, { text, lines }: RenderedResult): void {
  spend(budget, text);
  for (const { start, end, ...file } of lines) evidence.addLines(file, { start, end });
  evidence.addText(text);
}

/** A tool's error message is passed to the model as it is: it says what to do. */
async function toolResult(
  { tools, context, budget, repositories }: AgentRun,
  { name, input }: ToolCall,
): Promise<RenderedResult> {
  const maxCharacters = maxResultCharacters(budget);
  const tool = tools.find((one) => one.name === name);
  if (!tool) {
    const names = tools.map((one) => one.name).join(', ');
    return truncateResult(
      `There is no tool with this name. The tools are ${names}.`,
      maxCharacters,
    );
  }
  const bounds = { signal: context.signal, timeoutMs: TOOL_TIMEOUT_MS };
  const { structuredContent, content } = await runTool(tool, input, bounds);
  if (structuredContent) return renderToolResult(structuredContent, maxCharacters, repositories);
  return truncateResult(
    content.map((part) => (part.type === 'text' ? part.text : '')).join('\n'),
    maxCharacters,
  );
}
