import { ServiceError } from '../deepsearch/errors.js';
import type { AgentStatus } from '../deliver/agent-status.js';
import type { Reactions } from '../deliver/reactions.js';
import type { Status } from '../deliver/status.js';
import { DirectMessageRefused, type Threading } from '../deliver/threads.js';
import type { Token } from '../http/credential.js';
import type { Logger } from '../log.js';
import type { Snapshot } from '../model/answer.js';
import { APP_FAILED, type Outcome, type Progress, UNDELIVERABLE } from '../model/outcome.js';
import { threadOf } from '../model/place.js';
import { hasEnded, type Question, type QuestionFlags } from '../model/question.js';
import type { Reach } from '../model/reach.js';
import type { Policy } from '../policy/policy.js';
import type { RunAgain } from '../queue/retry.js';
import { isFinalRefusal, isSlackError, SlackBusy, type SlackRefused } from '../slack/errors.js';
import { isAccessLost } from '../slack/workspaces.js';
import { StaleQuestion } from '../store/question-writes.js';
import { NewerQuestion, type QuestionHandle, type QuestionStore } from '../store/questions.js';
import type { ThreadStore } from '../store/threads.js';
import type { AccountWait } from './account-wait.js';
import { callInstance, type Instance, type InstanceResult } from './call-instance.js';
import { costOf, saveCostSoFar } from './cost.js';
import {
  type DecideInput,
  decide,
  hasWaitedForDays,
  type NextStep,
  reachNeeded,
} from './decide.js';
import { logEnd } from './log-end.js';
import type { AnswerTimes } from './poll-schedule.js';
import { progressOfCreation } from './progress.js';
import type { QuestionCreator } from './question-creator.js';
import type { QuestionFinisher } from './question-finisher.js';
import { hasStatus, isUnchanged, mayRun } from './question-state.js';
import type { RecordEnd } from './record-end.js';
import {
  type PollInterval,
  pollIntervalUnderLoad,
  STATUS_RETRY_MS,
  statusRetryMs,
} from './schedule.js';
import { sweepAttempts } from './sweep-attempts.js';

export interface QuestionJobOptions {
  readonly questions: QuestionStore;
  readonly threads: Pick<ThreadStore, 'queuePosition'>;
  readonly instance: Instance;
  readonly credentialFor: (question: Question) => Promise<Token>;
  readonly accountWait: AccountWait;
  readonly creator: QuestionCreator;
  /** Moves a private question to its direct message. */
  readonly openPlace: Threading['openPlace'];
  readonly status: Status;
  readonly agentStatus: Pick<AgentStatus, 'show'>;
  readonly reactions: Pick<Reactions, 'show'>;
  readonly finisher: QuestionFinisher;
  readonly reach: Policy['reach'];
  readonly answerTimes: () => Promise<AnswerTimes>;
  /** How many questions are open, of all processes; may be a second old. */
  readonly countOpen: () => Promise<number>;
  /** How often to read a question, ms, while a list tells of the outcomes of all; undefined: none does. */
  readonly watchedPollMs: () => Promise<number | undefined>;
  /** Called with each outcome that was read. */
  readonly outcomeRead: (outcome: Snapshot) => void;
  readonly limits: { readonly timeoutMs: number; readonly pollInterval: PollInterval };
  readonly recordEnd: RecordEnd;
  /** Called when nothing is left to do for it; again if its job could not be finished then. */
  readonly done?: (question: Question) => void;
  readonly now: () => number;
  readonly random: () => number;
  readonly logger: Logger;
}

/** More of them are not remembered, but tried at each read. */
const MAX_REFUSED = 1_000;

/** More steps than any question takes in one run: exceeding it is a bug. */
const MAX_STEPS = 25;

/** Runs a question's job: gather the input, decide, act, until it has to wait or is done. */
export class QuestionJob {
  readonly #by: QuestionJobOptions;
  /** When a status message that a direct message refused is tried again, by the question's id. */
  readonly #refusedUntil = new Map<string, number>();

  constructor(options: QuestionJobOptions) {
    this.#by = options;
  }

  /** `isFirst`: the job has not run before, so that no run of it was cut off. */
  async run(id: string, signal: AbortSignal, isFirst: boolean): Promise<RunAgain> {
    const found = await this.#by.questions.loadWithFlags(id);
    if (found === undefined) {
      await this.#by.questions.forgetLost(id);
      return undefined;
    }
    const held = this.#by.questions.hold(found.question);
    const again = await this.#advance(held, found.flags, signal).catch(async (error: unknown) => {
      if (error instanceof DirectMessageRefused) return this.#failUnreachable(held, error);
      if (!this.#isUndeliverable(held, error)) throw error;
      await this.#closeUndelivered(held, error);
      return undefined;
    });
    const { question } = held;
    const foundDone = isFirst && found.question.phase === 'delivered';
    if (again === undefined && question.phase === 'delivered' && !foundDone) {
      this.#by.done?.(question);
    }
    return again && isUnchanged(found.question, question) ? { ...again, isUnchanged: true } : again;
  }

  /** The status can be posted nowhere; delivery tells the user. */
  async #failUnreachable(held: QuestionHandle, error: DirectMessageRefused): Promise<RunAgain> {
    this.#by.logger.warn({ err: error, question: held.question.id }, 'question failed');
    await this.#end(held, APP_FAILED);
    return { at: this.#by.now() };
  }

  /**
   * After a repeated bug, or if no worker of the newer version that stored it has ended it in days: fails the question,
   * and the next run tells the user; if they have an outcome already, the question is only closed. False: it was delivered.
   */
  async giveUp(id: string, error: unknown): Promise<boolean> {
    const question = await this.#loadGivenUp(id, error);
    if (question === undefined) return false;
    if (question.phase === 'delivered') {
      this.#by.done?.(question);
      return false;
    }
    if (question.outcomeSent) {
      const closed = { ...question, phase: 'delivered' } as const;
      await this.#by.questions.close(closed);
      return true;
    }
    await this.#end(this.#by.questions.hold(question), APP_FAILED);
    return true;
  }

  async #loadGivenUp(id: string, error: unknown): Promise<Question | undefined> {
    const { logger, questions } = this.#by;
    const given = { err: error, question: id };
    if (error instanceof NewerQuestion) {
      logger.error(given, 'question given up: it is for a newer version');
      return questions.loadNewer(id);
    }
    logger.error(given, 'question given up: unexpected error');
    return questions.load(id);
  }

  async #advance(
    held: QuestionHandle,
    first: QuestionFlags,
    signal: AbortSignal,
  ): Promise<RunAgain> {
    let lastResult: InstanceResult | undefined;
    const endedBefore = hasEnded(held.question);
    for (let steps = 0; steps < MAX_STEPS; steps++) {
      signal.throwIfAborted();
      const flags = steps === 0 ? first : await this.#currentFlags(held);
      const input = await this.#gatherInput(held, flags, lastResult);
      if (!hasEnded(held.question)) await this.#by.finisher.hideWithdrawn(held, flags);
      const step = await this.#nextStep(input);
      if (step.kind === 'done') return undefined;
      if (step.kind === 'sweep') return sweepAttempts(held, this.#by, signal);
      const run = { signal, lastResult, flags: input.flags, endedBefore };
      if (step.kind === 'rest') return this.#rest(held, step, run);
      if (step.kind === 'wait-for-account') return this.#by.accountWait.begin(held, step);
      const before = held.question;
      lastResult =
        step.kind === 'create' && !hasStatus(held)
          ? await this.#createAndShow(held, progressOfCreation(input), run)
          : await this.#act(held, step, run);
      await this.#by.accountWait.leave(held, before);
    }
    throw new Error(`Question ${held.question.id} is still running after ${MAX_STEPS} steps`);
  }

  /** Where a step depends on it, the policy is asked again. */
  async #nextStep(input: DecideInput): Promise<NextStep> {
    const step = decide(input);
    const freshness = reachNeeded(input, step);
    if (freshness === undefined) return step;
    const reach = await this.#by.reach(input.question, freshness).catch((error: unknown) => {
      if (!isSlackError(error) && !isAccessLost(error)) throw error;
      // A running question is read all the same; its outcome waits for the look-up.
      if (freshness === 'recently') return undefined;
      if (isAccessLost(error) || !hasWaitedForDays(input)) throw error;
      return UNVERIFIED;
    });
    return reach === undefined ? step : decide({ ...input, reach });
  }

  /** Refuses a stale worker, which would overwrite what another one has posted. */
  async #currentFlags({ question }: QuestionHandle): Promise<QuestionFlags> {
    if (question.phase === 'delivered') return {};
    const now = await this.#by.questions.loadWithFlags(question.id);
    if (now?.question.revision !== question.revision) throw new StaleQuestion(question.id);
    return now.flags;
  }

  async #gatherInput(
    held: QuestionHandle,
    flags: QuestionFlags,
    lastResult: InstanceResult | undefined,
  ): Promise<DecideInput> {
    const { now, limits, answerTimes, countOpen, watchedPollMs: watchedPoll } = this.#by;
    const hasAccount = await this.#by.accountWait.isOver(held);
    const [queuePosition, times, open, watchedPollMs] = await Promise.all([
      this.#queuePosition(held),
      answerTimes(),
      countOpen(),
      // The list of the shared account does not tell of it.
      held.question.account === 'own' ? undefined : watchedPoll(),
    ]);
    return {
      question: held.question,
      flags,
      queuePosition,
      hasAccount,
      now: now(),
      timeoutMs: limits.timeoutMs,
      pollInterval: pollIntervalUnderLoad(limits.pollInterval, open),
      ...times,
      ...(watchedPollMs === undefined ? {} : { watchedPollMs }),
      ...(lastResult === undefined ? {} : { result: lastResult }),
    };
  }

  /** A revoked token or a removed app would keep a question open forever. */
  #isUndeliverable({ question }: QuestionHandle, error: unknown): boolean {
    return isAccessLost(error) && hasWaitedForDays({ question, now: this.#by.now() });
  }

  async #closeUndelivered(held: QuestionHandle, error: unknown): Promise<void> {
    const { question } = held;
    this.#by.logger.error(
      { err: error, question: question.id },
      'question closed without delivery: Slack refused access for days',
    );
    const closed = { ...question, phase: 'delivered' } as const;
    held.question = await this.#by.questions.close(closed);
  }

  /** A question on the instance has had its turn. */
  async #queuePosition({ question }: QuestionHandle): Promise<number> {
    const thread = threadOf(question);
    if (thread === undefined || question.ref !== undefined) return 0;
    return this.#by.threads.queuePosition(thread, question.id);
  }

  /** The instance does not wait for the status message, nor for room for it. */
  async #createAndShow(
    held: QuestionHandle,
    progress: Progress,
    run: RunState,
  ): Promise<InstanceResult | undefined> {
    await this.#by.openPlace(held);
    const [created, shown] = await Promise.allSettled([
      this.#by.creator.create(held, run.signal),
      this.#by.status.open(held, progress),
    ]);
    if (created.status === 'rejected') throw created.reason;
    if (shown.status === 'rejected') this.#noteDelay(held, shown.reason);
    return created.value;
  }

  /** The status message is posted by a later run, unless the outcome comes first. */
  #noteDelay({ question }: QuestionHandle, error: unknown): void {
    if (!isSlackError(error) && !isAccessLost(error)) throw error;
    this.#by.logger.debug({ err: error, question: question.id }, 'status message delayed');
  }

  async #rest(held: QuestionHandle, step: RestStep, run: RunState): Promise<RunAgain> {
    const { status, agentStatus, creator, reactions } = this.#by;
    agentStatus.show(held.question, step.progress.phase);
    if (step.progress.phase.kind !== 'stopping') reactions.show(held.question);
    if (!hasStatus(held)) return this.#openStatus(held, step, run);
    await creator.recordThread(held);
    const roomAt = await status.show(held, step.progress);
    // While working, the next poll updates it soon enough; a waiting question would be outdated for long.
    const waits = step.progress.phase.kind !== 'working' && step.progress.phase.kind !== 'pending';
    return { at: waits ? Math.min(step.until, roomAt ?? step.until) : step.until };
  }

  async #openStatus(held: QuestionHandle, step: RestStep, run: RunState): Promise<RunAgain> {
    // Its message was deleted: the status would be posted at the channel's root.
    if (run.flags.withdrawn !== undefined) return { at: step.until };
    if (this.#by.now() < (this.#refusedUntil.get(held.question.id) ?? 0)) return { at: step.until };
    try {
      await this.#by.status.open(held, step.progress);
    } catch (error) {
      if (isFinalRefusal(error)) return this.#leave(held, error, { ...run, until: step.until });
      this.#noteDelay(held, error);
      const waitMs = error instanceof SlackBusy ? error.retryAfterMs : 0;
      return { at: Math.min(step.until, this.#by.now() + statusRetryMs(held.question, waitMs)) };
    }
    await this.#by.creator.recordThread(held);
    return { at: step.until };
  }

  /** Where Slack takes no message of ours. In a direct message, that may still be right for the outcome. */
  async #leave(
    held: QuestionHandle,
    refusal: SlackRefused,
    run: RunState & Pick<RestStep, 'until'>,
  ): Promise<RunAgain> {
    if (held.question.place.direct) {
      if (this.#refusedUntil.size >= MAX_REFUSED) this.#refusedUntil.clear();
      this.#refusedUntil.set(held.question.id, this.#by.now() + STATUS_RETRY_MS);
      return { at: run.until };
    }
    await this.#move(held, run, refusal);
    return { at: this.#by.now() };
  }

  /** Without a direct message, nobody can be shown anything. */
  async #move(held: QuestionHandle, run: RunState, refusal?: SlackRefused): Promise<void> {
    if (await this.#by.finisher.move(held, refusal)) return;
    if (mayRun(held, run.flags)) await this.#cancel(held, run.signal);
    await this.#end(held, UNDELIVERABLE);
  }

  async #act(
    held: QuestionHandle,
    step: NextStep,
    run: RunState,
  ): Promise<InstanceResult | undefined> {
    const { creator, finisher } = this.#by;
    switch (step.kind) {
      case 'adopt':
        return creator.adopt(held, run.signal);
      case 'create':
        return creator.create(held, run.signal);
      case 'read':
        return this.#read(held, run.signal);
      case 'cancel':
        await this.#cancel(held, run.signal);
        return undefined;
      case 'ask-to-wait':
        await finisher.askToWait(held);
        return run.lastResult;
      case 'move':
        await this.#move(held, run);
        return run.lastResult;
      case 'end':
        if (run.lastResult?.kind === 'snapshot') this.#by.outcomeRead(run.lastResult.snapshot);
        if (step.outcome.kind === 'withheld') await finisher.deleteAnswer(held);
        await this.#end(held, step.outcome, run.lastResult);
        return run.lastResult;
      default:
        await finisher.deliver(held, run);
        return undefined;
    }
  }

  async #read(held: QuestionHandle, signal: AbortSignal): Promise<InstanceResult | undefined> {
    const { ref } = held.question;
    if (ref === undefined) return undefined;
    const { credentialFor, instance } = this.#by;
    const read = async () =>
      instance.read({ token: await credentialFor(held.question), ref, signal });
    return saveCostSoFar(held, await callInstance(held, this.#by, read));
  }

  /** One attempt; the outcome depends on what the instance reports afterwards. */
  async #cancel(held: QuestionHandle, signal: AbortSignal): Promise<void> {
    const { ref, id } = held.question;
    if (ref === undefined) return;
    try {
      const token = await this.#by.credentialFor(held.question);
      await this.#by.instance.cancel({ token, ref, signal });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.#by.logger.warn({ err: error, question: id }, 'cancel not confirmed by the instance');
    }
    await held.save({ cancelSentAt: this.#by.now() });
  }

  /** What it cost is saved, and so counted, with its outcome: once, also if it is given up after that. */
  async #end(held: QuestionHandle, outcome: Outcome, last?: InstanceResult): Promise<void> {
    const credits = costOf(held.question, last);
    // Before it is saved, so that no run that was cut off leaves it out.
    await this.#by.recordEnd(held.question, outcome);
    await held.save({ phase: 'ended', outcome, endedAt: this.#by.now(), credits });
    logEnd(this.#by.logger, held.question, outcome);
  }
}

/** After days in which Slack did not say who the author is. */
const UNVERIFIED: Reach = { kind: 'nobody', why: 'unverified' };

type RestStep = NextStep & { readonly kind: 'rest' };

interface RunState {
  readonly signal: AbortSignal;
  readonly lastResult: InstanceResult | undefined;
  readonly flags: QuestionFlags;
  readonly endedBefore: boolean;
}
