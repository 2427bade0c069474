import type { Store } from './conversation-store.js';
import { type Engine, type EngineAnswer, EngineFailure } from './engine.js';
import { addStats, type Ending, type QuestionRecord } from './records.js';

/** Works on questions, `slots` at once, and on those of one conversation in order. */
export interface Runner {
  /** Begins it, or lets it wait as `pending`. */
  submit(question: QuestionRecord): void;
  /** Ends it as cancelled; false where it had ended before. */
  cancel(question: QuestionRecord): boolean;
  /** Drops what is in hand and begins nothing any more. */
  stop(): void;
}

interface RunnerParts {
  readonly store: Store;
  readonly engine: Engine;
  readonly slots: number;
}

export function createRunner({ store, engine, slots }: RunnerParts): Runner {
  const waiting: QuestionRecord[] = [];
  const working = new Map<QuestionRecord, AbortController>();
  let stopped = false;

  function pump(): void {
    while (!stopped && working.size < slots) {
      const next = waiting.findIndex((question) => isNext(question, store));
      const [question] = next < 0 ? [] : waiting.splice(next, 1);
      if (!question) return;
      begin(question);
    }
  }

  function begin(question: QuestionRecord): void {
    const controller = new AbortController();
    working.set(question, controller);
    question.phase = 'processing';
    question.startedAt = Date.now();
    question.updatedAt = question.startedAt;
    // In a later turn of the event loop: the reply to its creation shows it untouched.
    setImmediate(() => void work(question, controller.signal));
  }

  async function work(question: QuestionRecord, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const running = runEngine({ engine, store, question, signal });
    store.ring();
    const ending = await running;
    if (!signal.aborted) end(question, ending);
  }

  function end(question: QuestionRecord, ending: Ending): void {
    working.delete(question);
    settle(question, ending, store);
    pump();
  }

  return {
    submit(question) {
      waiting.push(question);
      pump();
    },
    cancel(question) {
      if (question.phase === 'ended') return false;
      const place = waiting.indexOf(question);
      if (place >= 0) waiting.splice(place, 1);
      working.get(question)?.abort();
      end(question, { kind: 'cancelled' });
      return true;
    },
    stop() {
      stopped = true;
      for (const controller of working.values()) controller.abort();
    },
  };
}

/** A follow-up waits for the questions before it: it builds on their answers. */
function isNext(question: QuestionRecord, store: Store): boolean {
  const siblings = store.get(question.conversationId)?.questions ?? [];
  return siblings.every(({ id, phase }) => id >= question.id || phase === 'ended');
}

function settle(question: QuestionRecord, ending: Ending, store: Store): void {
  const now = Date.now();
  question.phase = 'ended';
  question.ending = ending;
  question.updatedAt = now;
  question.stats = { ...question.stats, time_millis: now - (question.startedAt ?? now) };
  const conversation = store.get(question.conversationId);
  if (conversation) conversation.updatedAt = now;
  store.changed(question.conversationId).catch((error: unknown) => {
    console.error(`conversation ${question.conversationId} could not be kept:`, error);
  });
}

interface Run {
  readonly engine: Engine;
  readonly store: Store;
  readonly question: QuestionRecord;
  readonly signal: AbortSignal;
}

async function runEngine(run: Run): Promise<Ending> {
  try {
    return answered(run.question.text, await run.engine(run.question.text, contextOf(run)));
  } catch (error) {
    if (error instanceof EngineFailure) return { kind: 'failed', failure: error.failure };
    if (!run.signal.aborted) console.error(`question ${run.question.id}:`, error);
    return { kind: 'failed', failure: INTERNAL };
  }
}

const INTERNAL = {
  title: 'Something went wrong',
  kind: 'InternalError',
  message: 'The service could not finish this question. Its log says why.',
};

function contextOf({ store, question, signal }: Run): Parameters<Engine>[1] {
  const conversation = store.get(question.conversationId);
  const change = (apply: () => void) => {
    if (signal.aborted || question.phase === 'ended') return;
    apply();
    // Progress is shown, not kept: a restart begins the question anew.
    store.ring();
  };
  return {
    history: (conversation?.questions ?? [])
      .filter(({ id }) => id < question.id)
      .map(({ text, ending }) =>
        ending?.kind === 'answered'
          ? { question: text, answer: ending.answer, sources: ending.sources }
          : { question: text, sources: [] },
      ),
    signal,
    report: (turn) => change(() => question.turns.push(toTurn(turn))),
    stats: (added) =>
      change(() => {
        question.stats = addStats(question.stats, added);
      }),
  };
}

function toTurn(turn: string | { readonly reasoning: string; readonly role?: string }) {
  const { reasoning, role = 'assistant' } = typeof turn === 'string' ? { reasoning: turn } : turn;
  return { reasoning, timestamp: Math.floor(Date.now() / 1000), role };
}

function answered(text: string, result: EngineAnswer): Ending {
  return {
    kind: 'answered',
    title: result.title ?? shortTitle(text),
    answer: result.answer,
    sources: result.sources ?? [],
    followups: result.suggested_followups ?? [],
  };
}

/** The text's first question, or else its first words, at most 80 characters. */
export function shortTitle(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= 80) return line;
  const [question] = /^.{8,78}?\?(?= )/.exec(line) ?? [];
  if (question !== undefined) return question;
  const cut = line.slice(0, 79);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 40)).trimEnd()}…`;
}
