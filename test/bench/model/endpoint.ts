import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { json, startHttpServer } from '../../support/http-server.js';
import { type Asked, nextStep, type Step, seenFacts } from './policy.js';
import { ModelRequest, promptCharacters, readTranscript, withoutMaterial } from './transcript.js';

const CHARACTERS_PER_TOKEN = 4;

/** What a question cost. Tokens are characters / 4. */
export interface Cost {
  readonly modelCalls: number;
  readonly toolCalls: number;
  /** Of all calls together. */
  readonly promptTokens: number;
  readonly firstPromptTokens: number;
  readonly largestPromptTokens: number;
  /** How many facts the model had been shown at the end. */
  readonly facts: number;
}

export interface ScriptedModel {
  /** The base URL, for `LLM_BASE_URL`. */
  readonly url: string;
  /** Plays the model for one question from now on; `material: false` hides what a search found before it. */
  play(asked: Asked, options: { readonly material: boolean }): void;
  /** What the question has cost so far. */
  cost(): Cost;
  close(): Promise<void>;
}

/** With their descriptions and parameters: they are part of the prompt. */
const Tools = z.object({ tools: z.array(z.unknown()).default([]) });
const FREE: Cost = {
  modelCalls: 0,
  toolCalls: 0,
  promptTokens: 0,
  firstPromptTokens: 0,
  largestPromptTokens: 0,
  facts: 0,
};

/** An endpoint of the OpenAI-compatible API that plays a model with a fixed policy. */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const server = await startHttpServer();
  let asked: Asked | undefined;
  let material = true;
  let cost: Cost = FREE;
  server.handle((seen, response) => {
    server.seen.length = 0;
    if (!asked)
      return json(500, { error: { message: 'no question was set: call play() first' } })(
        seen,
        response,
      );
    const parsed: unknown = JSON.parse(seen.body);
    const whole = ModelRequest.parse(parsed);
    const request = material ? whole : withoutMaterial(whole);
    const characters = promptCharacters(request) + JSON.stringify(Tools.parse(parsed)).length;
    const tokens = Math.ceil(characters / CHARACTERS_PER_TOKEN);
    const transcript = readTranscript(request);
    const step = nextStep(asked, transcript);
    cost = {
      modelCalls: cost.modelCalls + 1,
      toolCalls: cost.toolCalls + ('call' in step ? 1 : 0),
      promptTokens: cost.promptTokens + tokens,
      firstPromptTokens: cost.firstPromptTokens || tokens,
      largestPromptTokens: Math.max(cost.largestPromptTokens, tokens),
      facts: seenFacts(asked, transcript).length,
    };
    return json(200, completion(step, tokens))(seen, response);
  });
  return {
    url: `${server.url}/v1`,
    play: (next, options) => {
      [asked, material, cost] = [next, options.material, FREE];
    },
    cost: () => cost,
    close: server.close,
  };
}

function completion(step: Step, prompt_tokens: number) {
  const called =
    'call' in step
      ? [
          {
            id: randomUUID(),
            type: 'function',
            function: { name: step.call.name, arguments: JSON.stringify(step.call.input) },
          },
        ]
      : undefined;
  const content = 'text' in step ? step.text : null;
  const message = { role: 'assistant', content, ...(called && { tool_calls: called }) };
  const completion_tokens = Math.ceil(JSON.stringify(message).length / CHARACTERS_PER_TOKEN);
  return {
    id: randomUUID(),
    object: 'chat.completion',
    created: 1,
    model: 'scripted',
    choices: [{ index: 0, message, finish_reason: called ? 'tool_calls' : 'stop' }],
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
  };
}
