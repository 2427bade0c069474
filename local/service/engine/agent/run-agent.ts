import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineContext } from '../../conversation/engine.js';
import { runTool } from '../../tools/run-tool.js';
import type { Tool } from '../../tools/tool.js';
import type {
  Asking,
  Endpoint,
  ModelMessage,
  Reply,
  ToolCall,
} from '../llm/client/model-client.js';
import { ModelTrouble } from '../llm/model-error.js';
import { waitBefore } from '../llm/retry-delay.js';
import { type Budget, fullBudget, MOST_TOOL_CALLS, mayLook, roomIn } from './budget.js';
import { createLedger, type Ledger } from './evidence.js';
import { ANSWER_NOW, fenced, firstMessages, systemPrompt } from './prompt.js';
import { stepWords } from './tool-call-description.js';
import { clipped, type Shown, shownOf } from './tool-result.js';

export interface LoopParts {
  readonly endpoint: Endpoint;
  readonly tools: readonly Tool[];
  readonly repositories: readonly string[];
  readonly context: EngineContext;
}

/** What the model wrote in the end, and what it was shown before. */
export interface Written {
  readonly text: string;
  readonly cut: boolean;
  readonly ledger: Ledger;
}

/** A question at work. */
interface Work extends LoopParts {
  readonly budget: Budget;
  readonly ledger: Ledger;
  readonly mark: string;
}

const TOOL_TIMEOUT_MS = 20_000;

/**
 * Lets the model look with the tools until it answers or its budget is used up; then one last call
 * without tools must answer. Throws a `ModelTrouble`, or the signal's reason.
 */
export async function lookAndAnswer(question: string, parts: LoopParts): Promise<Written> {
  const mark = randomBytes(6).toString('hex');
  const work: Work = { ...parts, budget: fullBudget(), ledger: createLedger(), mark };
  const { budget, ledger, context } = work;
  const system = systemPrompt(parts.repositories);
  const messages = firstMessages(question, context.history);
  let looking = true;
  while (looking) {
    const reply = await ask(work, { system, messages, tools: true, signal: context.signal });
    if (reply.calls.length === 0 && reply.text.trim() !== '') return { ...reply, ledger };
    messages.push(...reply.messages, ...(await resultsOf(work, reply.calls)));
    looking = reply.calls.length > 0 && mayLook(budget);
  }
  context.report('Writing the answer');
  messages.push({ role: 'user', content: ANSWER_NOW });
  const last = await ask(work, { system, messages, tools: false, signal: context.signal });
  if (last.text.trim() === '') throw new ModelTrouble('empty', 'it gave no text');
  return { ...last, ledger };
}

/** One call of the model, tried again where its trouble may pass. */
async function ask({ endpoint, context, budget }: Work, asking: Asking): Promise<Reply> {
  budget.modelCalls -= 1;
  for (let failures = 1; ; failures += 1) {
    try {
      const reply = await endpoint.ask(asking);
      context.stats(reply.usage);
      return reply;
    } catch (error) {
      const wait = error instanceof ModelTrouble ? waitBefore(error, failures) : undefined;
      if (wait === undefined) throw error;
      context.report(`The model does not answer: trying again in ${Math.ceil(wait / 1000)} s`);
      await sleep(wait, undefined, { signal: context.signal });
    }
  }
}

/** The results of the calls, run in order; none for an answer without calls. */
async function resultsOf(work: Work, calls: readonly ToolCall[]): Promise<ModelMessage[]> {
  if (calls.length === 0) return [];
  const content = [];
  for (const call of calls) {
    const { id: toolCallId, name: toolName } = call;
    const value = fenced(await resultOf(work, call), work.mark);
    content.push({
      ...{ type: 'tool-result' as const, toolCallId, toolName },
      output: { type: 'text' as const, value },
    });
  }
  return [{ role: 'tool', content }];
}

async function resultOf(work: Work, call: ToolCall): Promise<string> {
  const { budget, ledger, context } = work;
  if (budget.toolCalls === 0) return `Not run: ${MOST_TOOL_CALLS} calls are all there are.`;
  budget.toolCalls -= 1;
  context.report(stepWords(call));
  context.stats({ tool_calls: 1 });
  const { text, lines } = await run(work, call);
  context.signal.throwIfAborted();
  budget.characters -= text.length;
  for (const { start, end, ...file } of lines) ledger.add(file, { start, end });
  ledger.addText(text);
  return text;
}

/** A refusal goes back as it is: it says what to do. */
async function run({ tools, context, budget }: Work, { name, input }: ToolCall): Promise<Shown> {
  const room = roomIn(budget);
  const tool = tools.find((one) => one.name === name);
  if (!tool) {
    const names = tools.map((one) => one.name).join(', ');
    return clipped(`There is no tool of this name. There are ${names}.`, room);
  }
  const bounds = { signal: context.signal, timeoutMs: TOOL_TIMEOUT_MS };
  const { structuredContent, content } = await runTool(tool, input, bounds);
  if (structuredContent) return shownOf(structuredContent, room);
  return clipped(content.map((part) => (part.type === 'text' ? part.text : '')).join('\n'), room);
}
