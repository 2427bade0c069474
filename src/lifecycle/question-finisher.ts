import { Refused, ServiceError } from '../deepsearch/errors.js';
import type { AgentStatus } from '../deliver/agent-status.js';
import type { MessageDeletion } from '../deliver/delete-messages.js';
import type { Deliver } from '../deliver/deliver.js';
import type { LeaveChannel } from '../deliver/leave-channel.js';
import type { Outbox } from '../deliver/outbox.js';
import { hasAnswerPosts } from '../deliver/plan.js';
import type { Reactions } from '../deliver/reactions.js';
import type { TellMoved } from '../deliver/tell-moved.js';
import { DirectMessageRefused, type Threading } from '../deliver/threads.js';
import type { Token } from '../http/credential.js';
import { MAX_OPEN_MS } from '../model/limits.js';
import { APP_FAILED, type Outcome, UNDELIVERABLE } from '../model/outcome.js';
import { threadOf } from '../model/place.js';
import type { Question, QuestionFlags } from '../model/question.js';
import type { Message } from '../render/blocks/message.js';
import { citedRepositories } from '../render/question/cited-repositories.js';
import { renderOutsideAudience } from '../render/question/outcome.js';
import { renderOverdue } from '../render/question/overdue.js';
import {
  ignoreRefusal,
  SlackBusy,
  SlackOutcomeUnknown,
  type SlackRefused,
  throwUnlessRefused,
} from '../slack/errors.js';
import type { QuestionHandle } from '../store/questions.js';
import type { ThreadStore } from '../store/threads.js';
import type { Instance, InstanceResult } from './call-instance.js';
import {
  type ConversationRecorder,
  conversationUpdate,
  leaveConversation,
} from './conversation.js';
import { hasWaitedForDays } from './decide.js';
import { ANSWER_GONE, outcomeMessages, type QuestionResult } from './outcome-messages.js';
import type { ShowCitationIssues } from './show-citation-issues.js';
import type { Withdrawal } from './withdrawal.js';
import type { JudgeResult } from './within-audience.js';
import type { WorkflowReport } from './workflow-report.js';

export interface QuestionFinisherOptions {
  readonly instance: Pick<Instance, 'read'>;
  readonly credentialFor: (question: Question) => Promise<Token>;
  readonly outbox: Outbox;
  readonly deliver: Deliver;
  readonly leaveChannel: LeaveChannel;
  readonly deletion: Pick<MessageDeletion, 'deleteAnswer'>;
  /** Where the outcome's message started the thread. */
  readonly recordThread: (held: QuestionHandle) => Promise<void>;
  readonly reportToWorkflow: WorkflowReport;
  readonly agentStatus: Pick<AgentStatus, 'clear'>;
  readonly reactions: Pick<Reactions, 'end'>;
  readonly withdrawal: Withdrawal;
  readonly tellMoved: TellMoved;
  readonly threads: Pick<
    ThreadStore,
    'queue' | 'recordCited' | 'setConversation' | 'forgetAccountConversation'
  >;
  readonly threading: Pick<Threading, 'beginThread'>;
  readonly judgeResult: JudgeResult;
  readonly conversations: ConversationRecorder;
  readonly checkCitations: ShowCitationIssues;
  readonly wake: (questionId: string) => Promise<void>;
  readonly baseUrl: string;
  readonly now: () => number;
  readonly observe: (ended: ObservedOutcome) => void;
  /** Called after delivery; never throws. */
  readonly ended: (question: Question) => Promise<void>;
}

/** Delivers a question's outcome, and starts the next question of its thread. */
export class QuestionFinisher {
  readonly #by: QuestionFinisherOptions;

  constructor(options: QuestionFinisherOptions) {
    this.#by = options;
  }

  /** Posts the outcome, closes the record and wakes the thread's other questions. */
  async deliver(held: QuestionHandle, run: RunState): Promise<void> {
    if (run.flags.withdrawn !== undefined) {
      await this.#by.withdrawal.complete(held, run.signal);
      this.#by.reactions.end(held.question);
      await Promise.all([this.#wakeNext(held.question), this.#by.ended(held.question)]);
      return;
    }
    const result = await this.#withinAudience(held, await this.#ended(held, run));
    const { ended, later } = await this.#by.checkCitations(held, result, run.signal);
    const { keep } = run.flags;
    const { place } = held.question;
    await Promise.all([this.#note(held.question, ended), this.#recordCited(held.question, ended)]);
    const about = { baseUrl: this.#by.baseUrl, keptBy: keep?.by, now: this.#by.now() };
    await this.#by.deliver(held, {
      render: ({ question }) => outcomeMessages(question, ended, about),
      mayBeSent: run.endedBefore,
      afterDelivery: async () => {
        await this.#by.recordThread(held);
        await this.#by.reportToWorkflow(held, ended);
      },
    });
    this.#by.reactions.end(held.question);
    this.#by.observe(observed(held.question, ended.outcome.kind, this.#by.now()));
    await Promise.all([this.#wakeNext(held.question), this.#by.ended(held.question)]);
    if (held.question.place !== place) {
      await Promise.all([
        this.#note(held.question, ended),
        this.#recordCited(held.question, ended),
      ]);
    }
    later((shown) => outcomeMessages(held.question, shown, about));
  }

  /** Called in each run: the deletion may have arrived before the question was created. */
  async hideWithdrawn({ question }: QuestionHandle, { withdrawn }: QuestionFlags): Promise<void> {
    if (withdrawn !== undefined) await this.#by.withdrawal.hide(question);
  }

  /** What may be shown where the question is; where that is not the answer, it moves to the direct message. */
  async #withinAudience(held: QuestionHandle, ended: QuestionResult): Promise<QuestionResult> {
    if (ended.outcome.kind === 'withheld') return ended;
    const judged = await this.#by.judgeResult(held.question, ended);
    if (judged.kind === 'here') return judged.ended;
    if (held.question.outcomeSent === true) return ended;
    if (await this.#moveOutOfSight(held, judged.why)) return ended;
    await held.save({ outcome: UNDELIVERABLE, privately: undefined });
    return { outcome: UNDELIVERABLE };
  }

  /**
   * Its channel gets one line. The channel's thread goes on with a new conversation, since this one knows the
   * answer; the direct message goes on with this one if nobody else asked in it. False: there is no direct message.
   */
  async #moveOutOfSight(
    held: QuestionHandle,
    why: NonNullable<Question['outsideAudience']>,
  ): Promise<boolean> {
    const { notes = [], outsideAudience } = held.question;
    if (outsideAudience === undefined) {
      const added = [...notes, `${why}-audience` as const];
      await held.save({ outsideAudience: why, privately: true, notes: added });
    }
    const left = renderOutsideAudience(why);
    await this.#postLine(held, left);
    await leaveConversation(held.question, this.#by.threads);
    const isMoved = await this.#leave(held, { left });
    if (isMoved && (await this.#isOfOnePerson(held.question))) {
      await held.save({ startsThread: true });
    }
    return isMoved;
  }

  /** Nobody else has asked in its conversation, and reads it or has a link to it. */
  async #isOfOnePerson({ ref }: Question): Promise<boolean> {
    const record = ref && (await this.#by.conversations.load(ref.conversationId));
    return record?.users.length === 1;
  }

  /** Where no status message has begun its thread, or been posted there, the line is one. */
  async #postLine(held: QuestionHandle, message: Message): Promise<void> {
    if (held.question.posts.status?.ts !== undefined) return;
    try {
      await this.#by.threading.beginThread(held);
      await this.#by.outbox.postOnce(held, 'status', message);
    } catch (error) {
      throwUnlessRefused(error);
    }
  }

  /**
   * The channel takes no answers any more, or refuses our messages. False: Slack does not open a direct
   * message either.
   */
  async move(held: QuestionHandle, refusal?: SlackRefused): Promise<boolean> {
    if (refusal === undefined) await held.save({ leftChannel: true });
    return this.#leave(held, refusal === undefined ? {} : { refusal });
  }

  async #leave(held: QuestionHandle, leaving: Parameters<LeaveChannel>[1]): Promise<boolean> {
    const before = held.question;
    try {
      await this.#by.leaveChannel(held, leaving);
    } catch (error) {
      if (!this.#opensNoDirectMessage(held, error)) throw error;
      await this.deleteAnswer(held);
      return false;
    }
    const { ref } = held.question;
    // From now on, only its author may read it.
    if (ref !== undefined) {
      await this.#by.conversations.record(conversationUpdate(held.question, ref));
    }
    await this.#wakeNext(before);
    if (leaving?.refusal !== undefined) {
      await this.#by.tellMoved(before, leaving.refusal);
    }
    return true;
  }

  /** Slack refuses to open it, or has failed to for days. */
  #opensNoDirectMessage({ question }: QuestionHandle, error: unknown): boolean {
    if (error instanceof DirectMessageRefused) return true;
    const isOutage = error instanceof SlackBusy || error instanceof SlackOutcomeUnknown;
    return isOutage && hasWaitedForDays({ question, now: this.#by.now() });
  }

  /** An earlier run may have posted parts of an answer that nobody may see any more. */
  async deleteAnswer(held: QuestionHandle): Promise<void> {
    if (hasAnswerPosts(held.question))
      await this.#by.deletion.deleteAnswer(held).catch(ignoreRefusal);
  }

  /** Past the time limit: asks the user once whether to keep waiting. */
  async askToWait(held: QuestionHandle): Promise<void> {
    const { id, askedAt, user } = held.question;
    const waitedMs = this.#by.now() - askedAt;
    const message = renderOverdue({ questionId: id, waitedMs, user });
    // If the channel is no longer accessible, the outcome is posted elsewhere.
    await this.#by.outbox.postOnce(held, 'overdue', message).catch(throwUnlessRefused);
    await held.save({ overdueAskedAt: this.#by.now() });
  }

  /** Answers are not stored in Redis: after a restart it is read from the instance again. */
  async #ended(held: QuestionHandle, run: RunState): Promise<QuestionResult> {
    const { outcome } = held.question;
    // A record that has ended without one is a bug.
    if (outcome === undefined) return { outcome: APP_FAILED };
    if (outcome.kind !== 'completed') return { outcome };
    const snapshot = run.lastResult?.kind === 'snapshot' ? run.lastResult.snapshot : undefined;
    if (snapshot?.status === 'completed') return { outcome, answer: snapshot.answer };
    return this.#readAgain(held.question, run.signal);
  }

  async #readAgain(question: Question, signal: AbortSignal): Promise<QuestionResult> {
    const { ref, outcome } = question;
    if (ref === undefined || outcome === undefined) return { outcome: ANSWER_GONE };
    try {
      const token = await this.#by.credentialFor(question);
      const snapshot = await this.#by.instance.read({ token, ref, signal });
      return snapshot.status === 'completed'
        ? { outcome, answer: snapshot.answer }
        : { outcome: ANSWER_GONE };
    } catch (error) {
      if (error instanceof Refused) return { outcome: { kind: 'refused', refusal: error.refusal } };
      const waitedMs = this.#by.now() - (question.endedAt ?? this.#by.now());
      if (!(error instanceof ServiceError) || waitedMs < MAX_OPEN_MS) throw error;
      return { outcome: { kind: 'unreachable', waitedMs } };
    }
  }

  /** Its title may tell those who can read other questions of the conversation what they may not see. */
  #titleOf({ outsideAudience }: Question, answer: QuestionResult['answer']): string | undefined {
    return outsideAudience === undefined ? answer?.title : undefined;
  }

  /** Before delivery, and again if delivery moved the question to another place. */
  async #note(question: Question, { outcome, answer }: QuestionResult): Promise<void> {
    const { ref } = question;
    const { conversations } = this.#by;
    if (ref === undefined) return;
    // Without an answer, the conversation may have been deleted, and must not be listed again.
    if (answer === undefined && (await conversations.load(ref.conversationId)) === undefined)
      return;
    await conversations.record(
      conversationUpdate(question, ref, { outcome, title: this.#titleOf(question, answer) }),
    );
  }

  /** Follow-ups look there too. Also called again if delivery gave it a thread or another place. */
  async #recordCited(question: Question, { answer }: QuestionResult): Promise<void> {
    const thread = threadOf(question);
    const isOnly = question.scope === undefined || question.scope.only === true;
    if (thread === undefined || answer === undefined || isOnly) return;
    const cited = citedRepositories(answer, this.#by.baseUrl);
    await this.#by.threads.recordCited(thread, cited);
  }

  /** The next question starts, and the others show their new position. */
  async #wakeNext(question: Question): Promise<void> {
    const thread = threadOf(question);
    if (thread === undefined) return;
    const waiting = await this.#by.threads.queue(thread);
    if (waiting.length === 0) this.#by.agentStatus.clear(thread);
    await Promise.all(waiting.map((id) => this.#by.wake(id)));
  }
}

/** An outcome for the metrics; times in ms. */
interface ObservedOutcome {
  readonly kind: Outcome['kind'];
  readonly askedAgoMs: number;
  readonly shownAfterMs: number;
  /** How long the instance worked on it. */
  readonly tookMs?: number;
  readonly credits: number;
}

function observed(question: Question, kind: Outcome['kind'], now: number): ObservedOutcome {
  const { askedAt, endedAt = now, credits = 0 } = question;
  const times = { askedAgoMs: now - askedAt, shownAfterMs: now - endedAt, ...tookOf(question) };
  return { kind, credits, ...times };
}

function tookOf({ processingAt, endedAt }: Question): { tookMs?: number } {
  if (processingAt === undefined || endedAt === undefined) return {};
  return { tookMs: Math.max(0, endedAt - processingAt) };
}

/** What this run of the job knows. */
interface RunState {
  readonly lastResult: InstanceResult | undefined;
  readonly flags: QuestionFlags;
  readonly signal: AbortSignal;
  /** The outcome is of an earlier run, which may have sent it. */
  readonly endedBefore: boolean;
}
