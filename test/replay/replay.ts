import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeConversation } from '../../src/deepsearch/decode.js';
import { planDelivery } from '../../src/deliver/plan.js';
import { parseAction } from '../../src/intake/parse/action.js';
import { parseEvent, readEvent } from '../../src/intake/parse/event.js';
import { parseSlashCommand } from '../../src/intake/parse/slash-command.js';
import type { InstanceResult } from '../../src/lifecycle/call-instance.js';
import { type DecideInput, decide, type NextStep } from '../../src/lifecycle/decide.js';
import { outcomeMessages } from '../../src/lifecycle/outcome-messages.js';
import { UNKNOWN_HAZARDS } from '../../src/lifecycle/poll-schedule.js';
import { serviceRetryDelay } from '../../src/lifecycle/schedule.js';
import type { Question } from '../../src/model/question.js';
import { newQuestion } from '../../src/question/record-question.js';
import type { Message } from '../../src/render/blocks/message.js';
import { renderOverdue } from '../../src/render/question/overdue.js';
import { renderProgress } from '../../src/render/question/progress.js';

/** What the service answers from `afterMs` after the question on: a conversation, or trouble. */
interface Answered {
  readonly afterMs: number;
  readonly body?: unknown;
}

/** One step of the question's life, and what people see of it. */
export interface Replayed {
  /** ms after the question was asked. */
  readonly afterMs: number;
  readonly step: NextStep['kind'];
  readonly messages: readonly { readonly does: string; readonly message: Message }[];
}

/** What the bot makes of a folder's payload and of what the service then answers. */
export interface Replay {
  readonly intent: unknown;
  readonly steps: readonly Replayed[];
}

const ASKED_AT = 1_700_000_000_000;
const LIMITS = {
  timeoutMs: 900_000,
  pollInterval: { minMs: 1_000, maxMs: 5_000 },
  hazards: UNKNOWN_HAZARDS,
};
const BASE_URL = 'https://code.example.com';
const BOT = 'U0BOT';
/** More than any question takes that ends. */
const MAX_STEPS = 2_000;

/**
 * Walks a question through its life without Redis, Slack or a service: the bot's own parsing,
 * deciding and rendering, over `payload.json` (as Slack sent it) and `responses.json` (what the service
 * answered when). Throws where a file is missing or no JSON.
 */
export function replay(folder: string): Replay {
  const payload = readJson(join(folder, 'payload.json')) as Record<string, unknown>;
  const intent = parse(payload);
  if (intent.kind !== 'ask') return { intent, steps: [] };
  const looks = (readJson(join(folder, 'responses.json')) ?? []) as readonly Answered[];
  return { intent, steps: live(newQuestion(intent), looks) };
}

function parse(payload: Record<string, unknown>) {
  if ('command' in payload) return parseSlashCommand(payload, ASKED_AT);
  if (payload['type'] === 'block_actions') return parseAction(payload, ASKED_AT);
  const received = readEvent(payload);
  if (received.kind === 'ignored') return received;
  const parsed = parseEvent(received, { botUser: BOT });
  return parsed.kind === 'reply' ? parsed.intent : parsed;
}

interface Life {
  question: Question;
  now: number;
  look: InstanceResult | undefined;
}

function live(asked: Question, looks: readonly Answered[]): Replayed[] {
  const life: Life = { question: asked, now: asked.askedAt, look: undefined };
  const steps: Replayed[] = [];
  for (let n = 0; n < MAX_STEPS; n++) {
    const { question, now, look } = life;
    const facts: DecideInput = {
      question,
      now,
      flags: {},
      queuePosition: 0,
      reach: { kind: 'here' },
      ...LIMITS,
      ...(look && { result: look }),
    };
    const step = decide(facts);
    if (step.kind === 'done') return steps;
    const messages = act(life, step, looks);
    steps.push({ afterMs: now - asked.askedAt, step: step.kind, messages });
  }
  throw new Error(`it does not end within ${MAX_STEPS} steps: responses.json must come to an end`);
}

/** Takes the step as the question's job would, and gives what is then to be seen in Slack. */
function act(life: Life, step: NextStep, looks: readonly Answered[]): Replayed['messages'] {
  const { question, now } = life;
  switch (step.kind) {
    case 'create':
    case 'read':
      life.look = lookAt(life, looks);
      return [];
    case 'rest':
      life.now = step.until;
      life.look = undefined;
      return [
        { does: 'status', message: renderProgress(step.progress, { questionId: question.id }) },
      ];
    case 'cancel':
      life.question = { ...question, cancelSentAt: now };
      return [];
    case 'ask-to-wait': {
      life.question = { ...question, overdueAskedAt: now };
      const { id: questionId, user } = question;
      const message = renderOverdue({ questionId, user, waitedMs: now - question.askedAt });
      return [{ does: 'post', message }];
    }
    case 'end':
      life.question = { ...question, phase: 'ended', outcome: step.outcome, endedAt: now };
      return [];
    default:
      return deliver(life);
  }
}

function lookAt(life: Life, looks: readonly Answered[]): InstanceResult {
  const { question, now } = life;
  const seen = looks.filter(({ afterMs }) => afterMs <= now - question.askedAt).at(-1);
  const snapshot = decodeConversation(seen?.body)?.questions.at(-1);
  if (snapshot === undefined) {
    const { since = now, attempts = 0 } = question.transientError ?? {};
    const retryAt = now + serviceRetryDelay(attempts + 1, undefined, 1);
    life.question = {
      ...question,
      transientError: { kind: 'broken', since, attempts: attempts + 1, retryAt },
    };
    return { kind: 'transient-error' };
  }
  const { transientError: _over, ...calm } = question;
  const begun = { phase: 'processing', ref: snapshot.ref, processingAt: now } as const;
  life.question = question.ref === undefined ? { ...calm, ...begun } : calm;
  return { kind: 'snapshot', snapshot };
}

function deliver(life: Life): Replayed['messages'] {
  const { question, now, look } = life;
  const { outcome } = question;
  if (outcome === undefined) throw new Error('nothing has ended');
  const snapshot = look?.kind === 'snapshot' ? look.snapshot : undefined;
  const answer = snapshot?.status === 'completed' ? snapshot.answer : undefined;
  const standing: Question = {
    ...question,
    posts: { status: { at: question.askedAt, ts: '1.1' } },
  };
  const said = outcomeMessages(
    standing,
    { outcome, answer },
    { baseUrl: BASE_URL, keptBy: undefined, now },
  );
  life.question = { ...question, phase: 'delivered' };
  return planDelivery(standing, said).map((effect) => {
    if (effect.kind !== 'attach')
      return { does: `${effect.kind} ${effect.slot}`, message: effect.message };
    const { name, content } = effect.file;
    return { does: `attach ${name}`, message: { text: content, blocks: [] } };
  });
}

function readJson(path: string): unknown {
  if (!existsSync(path)) throw new Error(`${path} is missing`);
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new Error(`${path} is no JSON`, { cause });
  }
}
