import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { z } from 'zod';
import type { ModelOptions } from '../../../../../local/service/engine/llm/options.js';
import type { Service } from '../../../../../local/service/service.js';
import {
  type Handler,
  type HttpServer,
  json,
  startHttpServer,
} from '../../../../support/http-server.js';
import type { ServiceFixture } from '../../service-fixture.js';

export const MODEL_API_KEY = 'sk-very-secret-key';
export const MODEL_APIS = ['openai', 'anthropic'] as const;
type Form = (typeof MODEL_APIS)[number];

/** What the scripted model replies with. */
export interface ScriptedReply {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly input: unknown }[];
  readonly ends?: 'length' | 'refusal';
}

/** What the model was sent, whatever the wire form. */
export interface SentCall {
  readonly system: string;
  /** Who said what, in order; of tools their results. */
  readonly messages: readonly { readonly role: string; readonly text: string }[];
  readonly tools: readonly string[];
  readonly choice: unknown;
  readonly key: string | undefined;
  readonly path: string;
}

const Declared = z.object({ name: z.string(), parameters: z.unknown() });
const OpenAi = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string().nullish() })),
  tools: z.array(z.object({ function: Declared })).default([]),
  tool_choice: z.unknown().optional(),
});
const Text = z.union([z.string(), z.array(z.object({ text: z.string() }))]).transform(joined);
const Block = z.object({ type: z.string(), text: z.string().optional(), content: Text.optional() });
const Anthropic = z.object({
  system: Text,
  messages: z.array(z.object({ role: z.string(), content: z.array(Block) })),
  tools: z.array(z.object({ name: z.string() })).default([]),
  tool_choice: z.unknown().optional(),
});

function joined(content: string | { text: string }[]): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('');
}

/** A model's endpoint on a real server, for the tests of a file. */
export function scriptedEndpoint() {
  let server: HttpServer;
  beforeAll(async () => {
    server = await startHttpServer();
  });
  afterEach(() => {
    server.seen.length = 0;
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });
  afterAll(() => server.close());
  return {
    server: () => server,
    model: (api: Form, more: Partial<ModelOptions> = {}): ModelOptions => ({
      ...{ api, baseUrl: `${server.url}/v1`, name: 'tiny-1', apiKey: MODEL_API_KEY },
      ...more,
    }),
    /** Replies in this form, one after the other; the last one stays. */
    says: (form: Form, ...said: readonly ScriptedReply[]) =>
      server.script(...said.map((one) => reply(form, one))),
    sent: (): SentCall[] =>
      server.seen.map(({ path, headers, body }) => {
        const parsed: unknown = JSON.parse(body);
        const key = headers.authorization?.replace('Bearer ', '') ?? headers['x-api-key'];
        const form = path.endsWith('/messages') ? ofAnthropic(parsed) : ofOpenAi(parsed);
        return { ...form, path, key: key === undefined ? key : String(key) };
      }),
  };
}

/** Asks a follow-up, and waits for its end. */
export async function followUp(world: ServiceFixture, id: number, question: string) {
  await world.request('POST', `/${id}/questions`, { body: { question } });
  await world.service.waitFor(() => last(world.service, id)?.viewer, { what: 'the end' });
  return (await world.read(id)).questions.at(-1);
}

function last(service: Service, id: number) {
  return service.conversations().find((one) => one.id === id);
}

export function reply(form: Form, said: ScriptedReply): Handler {
  return json(200, form === 'openai' ? asOpenAi(said) : asAnthropic(said));
}

function asOpenAi({
  text = null,
  calls = [],
  ends,
}: { text?: string | null } & Omit<ScriptedReply, 'text'>) {
  const tool_calls = calls.map(({ name, input }, n) => ({
    ...{ id: `call-${name}-${n}`, type: 'function' },
    function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
  }));
  const reasons = { length: 'length', refusal: 'content_filter' };
  const done = calls.length > 0 ? 'tool_calls' : 'stop';
  const message = { role: 'assistant', content: text, ...(calls.length > 0 && { tool_calls }) };
  return {
    ...{ id: 'c1', object: 'chat.completion', created: 1, model: 'tiny-1' },
    choices: [{ index: 0, message, finish_reason: ends ? reasons[ends] : done }],
    usage: {
      ...{ prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
      prompt_tokens_details: { cached_tokens: 40 },
    },
  };
}

function asAnthropic({ text, calls = [], ends }: ScriptedReply) {
  const uses = calls.map(({ name, input }, n) => ({
    ...{ type: 'tool_use', id: `toolu_${name}_${n}`, name, input },
  }));
  const reasons = { length: 'max_tokens', refusal: 'refusal' };
  const done = calls.length > 0 ? 'tool_use' : 'end_turn';
  return {
    ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'tiny-1' },
    content: [...(text === undefined ? [] : [{ type: 'text', text }]), ...uses],
    ...{ stop_reason: ends ? reasons[ends] : done, stop_sequence: null },
    usage: {
      ...{ input_tokens: 55, output_tokens: 10 },
      ...{ cache_read_input_tokens: 40, cache_creation_input_tokens: 5 },
    },
  };
}

function ofOpenAi(body: unknown) {
  const { messages, tools, tool_choice: choice } = OpenAi.parse(body);
  const all = messages.map(({ role, content }) => ({ role, text: content ?? '' }));
  return {
    system: all.find(({ role }) => role === 'system')?.text ?? '',
    messages: all.filter(({ role }) => role !== 'system'),
    ...{ tools: tools.map((tool) => tool.function.name), choice },
  };
}

function ofAnthropic(body: unknown) {
  const { system, messages, tools, tool_choice: choice } = Anthropic.parse(body);
  const all = messages.flatMap(({ role, content }) =>
    content.map(({ type, text, content: result }) => ({
      role: type === 'tool_result' ? 'tool' : role,
      text: text ?? result ?? '',
    })),
  );
  return { system, messages: all, tools: tools.map(({ name }) => name), choice };
}
