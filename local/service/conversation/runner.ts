import { logError } from '../logging/log.js';
import type { ConversationStore } from './conversation-store.js';
import { type CreditPrices, withCredits } from './credits.js';
import { type Engine, type EngineAnswer, type EngineContext, EngineError } from './engine.js';
import { readPrompt } from './prompt.js';
import { addStats, type QuestionOutcome, type QuestionRecord } from './records.js';

/** Runs up to `slots` questions at once, and those of one conversation in order. */
export interface QuestionRunner {
  /** Starts it, or lets it wait; its place in line is then one of its turns. */
  submit(question: QuestionRecord): void;
  /** Cancels it; false if it had an outcome already. */
  cancel(question: QuestionRecord): boolean;
  /** Aborts the running questions and starts no more. */
  stop(): void;
}

interface QuestionRunnerDependencies {
  readonly store: ConversationStore;
  readonly engine: Engine;
  readonly slots: number;
  readonly prices: CreditPrices;
}

export function createQuestionRunner({
  store,
  engine,
  slots,
  prices,
}: QuestionRunnerDependencies): QuestionRunner {
  const waiting: QuestionRecord[] = [];
  const running = new Map<QuestionRecord, AbortController>();
  let stopped = false;

  function startWaiting(): void {
    while (!stopped && running.size < slots) {
      const next = waiting.findIndex((question) => isNextInConversation(question, store));
      const [question] = next < 0 ? [] : waiting.splice(next, 1);
      if (!question) break;
      start(question);
    }
    for (const [index, question] of waiting.entries()) {
      const isNext = isNextInConversation(question, store);
      setWaitingTurn(
        question,
        isNext ? placeInLine(index + 1) : 'Waiting for the question before.',
      );
    }
    if (waiting.length > 0) store.notify();
  }

  function start(question: QuestionRecord): void {
    const controller = new AbortController();
    running.set(question, controller);
    question.phase = 'processing';
    if (question.turns.length > 1) setWaitingTurn(question, 'Waited for other questions.');
    question.startedAt = Date.now();
    question.updatedAt = question.startedAt;
    // In a later turn of the event loop, so that the response to its creation has no progress yet.
    setImmediate(() => void work(question, controller.signal));
  }

  async function work(question: QuestionRecord, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    question.stats = addStats(question.stats, { credits: prices.question });
    const running = runEngine({ engine, store, question, signal, prices });
    store.notify();
    const outcome = await running;
    if (!signal.aborted) finish(question, outcome);
  }

  function finish(question: QuestionRecord, outcome: QuestionOutcome): void {
    running.delete(question);
    saveOutcome(question, outcome, store);
    startWaiting();
  }

  return {
    submit(question) {
      waiting.push(question);
      startWaiting();
    },
    cancel(question) {
      if (question.phase === 'ended') return false;
      const position = waiting.indexOf(question);
      if (position >= 0) waiting.splice(position, 1);
      running.get(question)?.abort();
      finish(question, { kind: 'cancelled' });
      return true;
    },
    stop() {
      stopped = true;
      for (const controller of running.values()) controller.abort();
    },
  };
}

function placeInLine(place: number): string {
  return `Waiting for a free slot: number ${place} in line.`;
}

/** The turn stays when the work begins, so that clients can count turns. */
function setWaitingTurn(question: QuestionRecord, reasoning: string): void {
  question.turns = [...question.turns.slice(0, 1), toTurn(reasoning)];
}

/** A follow-up waits for the earlier questions, because it builds on their answers. */
function isNextInConversation(question: QuestionRecord, store: ConversationStore): boolean {
  const siblings = store.get(question.conversationId)?.questions ?? [];
  return siblings.every(({ id, phase }) => id >= question.id || phase === 'ended');
}

function saveOutcome(
  question: QuestionRecord,
  outcome: QuestionOutcome,
  store: ConversationStore,
): void {
  const now = Date.now();
  question.phase = 'ended';
  question.outcome = outcome;
  question.updatedAt = now;
  question.stats = { ...question.stats, time_millis: now - (question.startedAt ?? now) };
  const conversation = store.get(question.conversationId);
  if (conversation) conversation.updatedAt = now;
  store.save(question.conversationId).catch((error: unknown) => {
    logError(`conversation ${question.conversationId} could not be saved:`, error);
  });
}

interface EngineRun {
  readonly engine: Engine;
  readonly store: ConversationStore;
  readonly question: QuestionRecord;
  readonly signal: AbortSignal;
  readonly prices: CreditPrices;
}

async function runEngine(run: EngineRun): Promise<QuestionOutcome> {
  try {
    const { question, context } = readPrompt(run.question.text);
    return answeredOutcome(question, await run.engine(question, engineContext(run, context)));
  } catch (error) {
    if (error instanceof EngineError) return { kind: 'failed', failure: error.questionError };
    if (!run.signal.aborted) logError(`question ${run.question.id}:`, error);
    return { kind: 'failed', failure: INTERNAL_ERROR };
  }
}

const INTERNAL_ERROR = {
  title: 'Something went wrong',
  kind: 'InternalError',
  message: 'The service could not finish this question. Its log says why.',
};

function engineContext(run: EngineRun, added: string): EngineContext {
  const { store, question, signal, prices } = run;
  const conversation = store.get(question.conversationId);
  const change = (apply: () => void) => {
    if (signal.aborted || question.phase === 'ended') return;
    apply();
    // Progress is not saved: after a restart the question starts again.
    store.notify();
  };
  return {
    history: (conversation?.questions ?? [])
      .filter(({ id }) => id < question.id)
      .map(({ text, outcome }) => {
        const { question: asked } = readPrompt(text);
        return outcome?.kind === 'answered'
          ? { question: asked, answer: outcome.answer, sources: outcome.sources }
          : { question: asked, sources: [] };
      }),
    added,
    signal,
    report: (turn) => change(() => question.turns.push(toTurn(turn))),
    stats: (stats) =>
      change(() => {
        question.stats = addStats(question.stats, withCredits(stats, prices));
      }),
  };
}

function toTurn(turn: string | { readonly reasoning: string; readonly role?: string }) {
  const { reasoning, role = 'assistant' } = typeof turn === 'string' ? { reasoning: turn } : turn;
  return { reasoning, timestamp: Math.floor(Date.now() / 1000), role };
}

function answeredOutcome(text: string, result: EngineAnswer): QuestionOutcome {
  return {
    kind: 'answered',
    title: result.title ?? shortTitle(text),
    answer: result.answer,
    sources: result.sources ?? [],
    followups: result.suggested_followups ?? [],
  };
}

/** The first question in the text without `repo:NAME` around it, otherwise its first words; at most 80 characters. */
function shortTitle(text: string): string {
  const words = text.trim().split(/\s+/);
  const isSaid = (word: string) => !/^repo:./.test(word);
  const said = words.slice(words.findIndex(isSaid), words.findLastIndex(isSaid) + 1);
  const line = (said.length > 0 ? said : words).join(' ');
  if (line.length <= 80) return line;
  const [question] = /^.{8,78}?\?(?= )/.exec(line) ?? [];
  if (question !== undefined) return question;
  const cut = line.slice(0, 79);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 40)).trimEnd()}…`;
}
