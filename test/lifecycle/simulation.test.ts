import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InstanceResult } from '../../src/lifecycle/call-instance.js';
import { type DecideInput, decide, type NextStep } from '../../src/lifecycle/decide.js';
import { UNKNOWN_HAZARDS } from '../../src/lifecycle/poll-schedule.js';
import {
  CANCEL_DEADLINE_MS,
  MAX_REST_MS,
  serviceRetryDelay,
} from '../../src/lifecycle/schedule.js';
import type { Outcome } from '../../src/model/outcome.js';
import type { Question, QuestionFlags } from '../../src/model/question.js';
import { questionRecord } from '../store/question-record.js';
import { ASKED_AT, POLL_INTERVAL, snapshotResult, TIMEOUT_MS } from './decide-input.js';

/** How the service answers one call. */
type Reply =
  | 'pending'
  | 'working'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | 'refused'
  /** A failure that certainly had no effect. */
  | 'busy'
  /** A failure that may have had an effect. */
  | 'lost'
  /** Nothing was found of an earlier attempt. */
  | 'absent'
  /** Somebody else is creating the same text. */
  | 'locked';

/** What happens between two runs. */
type ExternalEvent = 'nothing' | 'stop' | 'stop-sent' | 'keep' | 'queued' | 'turn-reached';

interface Script {
  readonly replies: readonly Reply[];
  readonly events: readonly ExternalEvent[];
  readonly retryAfterMs: number;
  /** The answer to every further call. */
  readonly lastReply: Reply;
}

interface TraceStep {
  readonly facts: DecideInput;
  readonly step: NextStep;
}

/** Runs a question against a scripted service; records each step with the input that led to it. */
class Simulation {
  question: Question = questionRecord();
  flags: QuestionFlags = {};
  now = ASKED_AT;
  readonly trace: TraceStep[] = [];
  readonly #script: Script;
  #queuePosition = 0;
  #replies: Reply[];
  #result: InstanceResult | undefined;

  constructor(script: Script) {
    this.#script = script;
    this.#replies = [...script.replies];
  }

  run(): void {
    const events = [...this.#script.events];
    for (let runs = 0; runs < 2_000; runs++) {
      this.#apply(events.shift() ?? 'turn-reached');
      if (this.#runJob() === 'done') return;
    }
    throw new Error('the question never ends');
  }

  get outcome(): Outcome | undefined {
    return this.question.outcome;
  }

  count(what: NextStep['kind']): number {
    return this.trace.filter(({ step }) => step.kind === what).length;
  }

  #apply(what: ExternalEvent): void {
    const flag = { by: 'U2', at: this.now };
    if (what === 'queued') this.#queuePosition = 1;
    if (what === 'turn-reached') this.#queuePosition = 0;
    if (what === 'keep') this.flags = { keep: flag, ...this.flags };
    if (what === 'stop' || what === 'stop-sent') this.flags = { stop: flag, ...this.flags };
    const { ref, cancelSentAt } = this.question;
    if (what === 'stop-sent' && ref && !cancelSentAt) {
      this.flags = { cancelSent: flag, ...this.flags };
    }
  }

  #runJob(): 'done' | 'rests' {
    this.#result = undefined;
    for (let steps = 0; steps < 25; steps++) {
      const step = this.#step();
      if (step.kind === 'done') return 'done';
      if (step.kind === 'rest') {
        // A day of waiting in leaps: a job may come late.
        const jump = this.flags.keep !== undefined && this.flags.stop === undefined;
        this.now = step.until + (jump ? 1_800_000 : 0);
        return 'rests';
      }
    }
    throw new Error('the job never rests');
  }

  #step(): NextStep {
    const { question, flags, now } = this;
    const bare = {
      question,
      flags,
      now,
      queuePosition: this.#queuePosition,
      timeoutMs: TIMEOUT_MS,
      pollInterval: POLL_INTERVAL,
      hazards: UNKNOWN_HAZARDS,
    };
    const facts: DecideInput =
      this.#result === undefined ? bare : { ...bare, result: this.#result };
    const step = decide(facts);
    this.trace.push({ facts, step });
    this.#act(step);
    return step;
  }

  #save(change: { readonly [K in keyof Question]?: Question[K] | undefined }): void {
    this.question = JSON.parse(JSON.stringify({ ...this.question, ...change })) as Question;
  }

  #act(step: NextStep): void {
    if (step.kind === 'end')
      this.#save({ phase: 'ended', outcome: step.outcome, endedAt: this.now });
    if (step.kind === 'ask-to-wait') this.#save({ overdueAskedAt: this.now });
    if (step.kind === 'deliver') this.#save({ phase: 'delivered' });
    if (step.kind === 'sweep') this.#save({ attempt: undefined, createdTwice: undefined });
    if (step.kind === 'cancel') this.#save({ cancelSentAt: this.now });
    if (step.kind === 'deliver' || step.kind === 'cancel') this.#result = undefined;
    if (step.kind === 'create') this.#call('create');
    if (step.kind === 'adopt') this.#call('adopt');
    if (step.kind === 'read') this.#call('read');
  }

  #call(what: 'create' | 'adopt' | 'read'): void {
    const reply = this.#replies.shift() ?? this.#script.lastReply;
    if (what === 'create' && reply === 'locked') {
      this.#result = { kind: 'transient-error' };
      return;
    }
    const attempt = { at: this.question.attempt?.at ?? this.now };
    if (what === 'create') this.#save({ phase: 'creating', prompt: 'p', attempt });
    if (reply === 'busy' || reply === 'lost') {
      this.#trouble(what, reply);
    } else if (reply === 'refused') {
      this.#result = { kind: 'refused', refusal: { reason: 'token', message: '' } };
    } else if (what === 'adopt' && (reply === 'absent' || reply === 'locked')) {
      this.#result = { kind: 'absent' };
    } else {
      this.#found(reply === 'absent' || reply === 'locked' ? 'working' : reply);
    }
  }

  #found(status: Exclude<Reply, 'refused' | 'busy' | 'lost' | 'absent' | 'locked'>): void {
    const ref = { conversationId: 7, questionId: 8 };
    const processingAt = this.question.processingAt ?? this.now;
    const settled = { attempt: undefined, trouble: undefined };
    this.#save({ phase: 'processing', ref, processingAt, ...settled });
    this.#result = snapshotResult(status);
  }

  #trouble(what: 'create' | 'adopt' | 'read', reply: 'busy' | 'lost'): void {
    const before = this.question.transientError;
    const times = (before?.attempts ?? 0) + 1;
    const wait = serviceRetryDelay(
      times,
      reply === 'busy' ? this.#script.retryAfterMs : undefined,
      0.5,
    );
    const since = before?.since ?? this.now;
    this.#save({
      ...(what === 'create' && reply === 'busy' ? { attempt: undefined } : {}),
      transientError: { kind: 'broken', since, attempts: times, retryAt: this.now + wait },
    });
    this.#result = { kind: 'transient-error' };
  }
}

const reply = fc.constantFrom<Reply>(
  ...(['pending', 'working', 'completed', 'failed', 'cancelled'] as const),
  ...(['refused', 'busy', 'lost', 'absent', 'locked'] as const),
);
const forEver = fc.constantFrom<Reply>('pending', 'working', 'completed', 'busy', 'lost');
const happening = fc.oneof(
  { arbitrary: fc.constant<ExternalEvent>('nothing'), weight: 4 },
  {
    arbitrary: fc.constantFrom<ExternalEvent>(
      ...(['stop', 'stop-sent', 'keep', 'queued', 'turn-reached'] as const),
    ),
    weight: 2,
  },
);
const aScript = fc.record<Script>({
  replies: fc.array(reply, { maxLength: 12 }),
  events: fc.array(happening, { maxLength: 12 }),
  retryAfterMs: fc.constantFrom(0, 2_000, 45_000, 3_600_000),
  lastReply: forEver,
});

/** Lives any scripted simulation to its end and looks at every step of it. */
function always(look: (simulation: Simulation) => void, script = aScript): void {
  fc.assert(
    fc.property(script, (trace) => {
      const simulation = new Simulation(trace);
      simulation.run();
      look(simulation);
    }),
    { numRuns: 300 },
  );
}

const keptWaiting = (simulation: Simulation) => simulation.flags.keep !== undefined;

describe('every simulated question', () => {
  it('every question ends once, and its outcome is posted once', () => {
    always((simulation) => {
      expect(simulation.outcome).toBeDefined();
      expect(simulation.count('end')).toBe(1);
      expect(simulation.count('deliver')).toBe(1);
    });
  });

  it('every rest is positive and bounded', () => {
    always((simulation) => {
      for (const { facts, step } of simulation.trace) {
        if (step.kind !== 'rest') continue;
        expect(step.until - facts.now).toBeGreaterThanOrEqual(POLL_INTERVAL.minMs);
        expect(step.until - facts.now).toBeLessThanOrEqual(MAX_REST_MS);
      }
    });
  });

  it('nothing is created after a stop', () => {
    always((simulation) => {
      const creates = simulation.trace.filter(({ step }) => step.kind === 'create');
      for (const { facts } of creates) expect(facts.flags.stop).toBeUndefined();
    });
  });

  it('nothing is created while an attempt’s result is unknown, unless a lookup found nothing', () => {
    always((simulation) => {
      for (const { facts, step } of simulation.trace) {
        const unsettled = facts.question.attempt !== undefined && facts.result?.kind !== 'absent';
        if (unsettled) expect(step.kind).not.toBe('create');
      }
    });
  });

  it('nothing is created once the question is on the instance', () => {
    always((simulation) => {
      for (const { facts, step } of simulation.trace) {
        if (facts.question.ref !== undefined) expect(['create', 'adopt']).not.toContain(step.kind);
      }
    });
  });

  it('a question is created only when it is its turn', () => {
    always((simulation) => {
      const creates = simulation.trace.filter(({ step }) => step.kind === 'create');
      for (const { facts } of creates) expect(facts.queuePosition).toBe(0);
    });
  });

  it('a question ends as soon as the instance is done', () => {
    always((simulation) => {
      for (const { facts, step } of simulation.trace) {
        if (facts.question.phase === 'ended' || facts.question.phase === 'delivered') continue;
        if (facts.result?.kind !== 'snapshot') continue;
        const { status } = facts.result.snapshot;
        if (status === 'pending' || status === 'working') continue;
        expect(step.kind).toBe('end');
        if (status === 'completed') expect(step).toMatchObject({ outcome: { kind: 'completed' } });
      }
    });
  });

  it('a question is cancelled at most once, and not after a click has cancelled it', () => {
    always((simulation) => {
      expect(simulation.count('cancel')).toBeLessThanOrEqual(1);
      for (const { facts, step } of simulation.trace) {
        if (step.kind === 'cancel') expect(facts.flags.cancelSent).toBeUndefined();
      }
    });
  });

  it('the overdue prompt is posted at most once, and not after a choice', () => {
    always((simulation) => {
      expect(simulation.count('ask-to-wait')).toBeLessThanOrEqual(1);
      const asked = simulation.trace.filter(({ step }) => step.kind === 'ask-to-wait');
      for (const { facts } of asked) expect(facts.flags).toEqual({});
    });
  });

  it('a question is given up because of errors only after its timeout', () => {
    always((simulation) => {
      const { outcome } = simulation;
      if (outcome?.kind === 'unreachable') expect(outcome.waitedMs).toBeGreaterThan(TIMEOUT_MS);
      if (outcome?.kind === 'expired') expect(outcome.waitedMs).toBeGreaterThan(2 * TIMEOUT_MS);
    });
  });

  it('a question ends by twice its timeout, unless it waited for others or somebody chose to wait', () => {
    const alone = aScript.map((script) => ({
      ...script,
      events: script.events.map((what) => (what === 'queued' ? 'nothing' : what)),
    }));
    always((simulation) => {
      if (keptWaiting(simulation)) return;
      // Trouble before the create has its own time, and each limit is met at the next look.
      const most = 3 * TIMEOUT_MS + CANCEL_DEADLINE_MS + 15 * MAX_REST_MS;
      expect(simulation.now - ASKED_AT).toBeLessThanOrEqual(most);
    }, alone);
  });

  it('the outcome names who stopped the question', () => {
    always((simulation) => {
      const { outcome } = simulation;
      if (outcome?.kind !== 'cancelled') return;
      expect(outcome.by).toBe(simulation.flags.stop?.by);
    });
  });

  it('a stopped question ends soon after the stop', () => {
    always((simulation) => {
      const { stop } = simulation.flags;
      if (stop === undefined || simulation.question.ref === undefined) return;
      const most = CANCEL_DEADLINE_MS + 2 * MAX_REST_MS + 15 * POLL_INTERVAL.maxMs;
      expect((simulation.question.endedAt ?? 0) - stop.at).toBeLessThanOrEqual(most);
    });
  });
});
