import { Refused, ServiceError } from '../deepsearch/errors.js';
import type { AgentStatus } from '../deliver/agent-status.js';
import type { DeleteReplies } from '../deliver/delete-replies.js';
import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { Token } from '../http/credential.js';
import type { Logger } from '../log.js';
import type { QuestionRef } from '../model/answer.js';
import { threadOf } from '../model/place.js';
import type { Question } from '../model/question.js';
import * as notes from '../render/texts/notes.js';
import { SlackBusy } from '../slack/errors.js';
import type { ClaimStore } from '../store/claims.js';
import type { ConversationStore } from '../store/conversations.js';
import type { QuestionHandle, QuestionStore } from '../store/questions.js';
import type { ThreadStore } from '../store/threads.js';
import type { Instance } from './call-instance.js';
import { threadAccount } from './conversation.js';
import { hasWaitedForDays } from './decide.js';

export interface WithdrawalOptions {
  readonly instance: Pick<Instance, 'conversation' | 'delete'>;
  readonly credentialFor: (question: Question) => Promise<Token>;
  readonly questions: Pick<QuestionStore, 'close'>;
  readonly conversations: Pick<ConversationStore, 'withdraw' | 'load' | 'forget'>;
  readonly threads: Pick<
    ThreadStore,
    'conversation' | 'setConversation' | 'accountConversation' | 'forgetAccountConversation'
  >;
  readonly claims: Pick<ClaimStore, 'isDone' | 'recordDone'>;
  readonly deleteReplies: DeleteReplies;
  readonly agentStatus: Pick<AgentStatus, 'forgetTitle'>;
  readonly postEphemeral: PostEphemeral;
  readonly now: () => number;
  readonly logger: Logger;
}

const TITLE_WITHIN_MS = 60_000;
const TITLE_RETRY_MS = 2_000;

/**
 * Removes a question whose message was deleted before its outcome was shown. Each effect may be
 * repeated, so a run that was interrupted is simply run again.
 */
export class Withdrawal {
  readonly #by: WithdrawalOptions;

  constructor(options: WithdrawalOptions) {
    this.#by = options;
  }

  /** From now on, nobody is shown it as part of its conversation. */
  async hide({ ref }: Question): Promise<void> {
    if (ref !== undefined) await this.#by.conversations.withdraw(ref);
  }

  /** Throws transient errors of Slack and of the instance; neither waits for the other. */
  async complete(held: QuestionHandle, signal: AbortSignal): Promise<void> {
    const { question } = held;
    const effects = await Promise.allSettled([
      this.#removeFromInstance(question, signal),
      this.#removeFromSlack(held),
    ]);
    for (const effect of effects) if (effect.status === 'rejected') throw effect.reason;
    const { subject: _asked, ...rest } = question;
    const closed = { ...rest, phase: 'delivered', text: '', withdrawn: true } as const;
    held.question = await this.#by.questions.close(closed);
  }

  /** What the instance has of it and does not delete is hidden, and its author is told. */
  async keep(question: Question, kept: readonly QuestionRef[]): Promise<void> {
    const [first] = kept;
    if (first === undefined) return;
    for (const ref of kept) await this.#by.conversations.withdraw(ref);
    await this.#tellKept(question, first.conversationId);
  }

  /**
   * The name of the thread's session first: the thread goes with its last reply. It is optional, as all of
   * the agent status is, so it is not tried for long.
   */
  async #removeFromSlack(held: QuestionHandle): Promise<void> {
    const { question } = held;
    const forgotten = await this.#by.agentStatus.forgetTitle(question);
    await this.#by.deleteReplies(held);
    if (forgotten) return;
    const triedMs = this.#by.now() - (question.endedAt ?? 0);
    if (triedMs < TITLE_WITHIN_MS) throw new SlackBusy('agents.sessions.rename', TITLE_RETRY_MS);
  }

  /** A conversation without other questions is deleted; a question inside of one cannot be. */
  async #removeFromInstance(question: Question, signal: AbortSignal): Promise<void> {
    const { ref } = question;
    if (ref === undefined) return;
    await this.hide(question);
    if (await this.#deleteConversation(question, ref, signal)) return this.#forget(question, ref);
    await this.#tellKept(question, ref.conversationId);
  }

  /** False: the instance keeps it. */
  async #deleteConversation(
    question: Question,
    { conversationId: id, questionId }: QuestionRef,
    signal: AbortSignal,
  ): Promise<boolean> {
    try {
      const call = { token: await this.#by.credentialFor(question), id, signal };
      const { questions } = await this.#by.instance.conversation(call);
      if (questions.some(({ ref }) => ref.questionId !== questionId)) return false;
      await this.#by.instance.delete(call);
      return true;
    } catch (error) {
      if (error instanceof Refused && error.refusal.reason === 'not-found') return true;
      const isFinal = error instanceof Refused || this.#isTooLate(question);
      if (!(error instanceof ServiceError) || !isFinal) throw error;
      this.#by.logger.warn({ err: error, question: question.id }, 'conversation not deleted');
      return false;
    }
  }

  #isTooLate(question: Question): boolean {
    return hasWaitedForDays({ question, now: this.#by.now() });
  }

  /** The thread's next question begins a new conversation. */
  async #forget(question: Question, { conversationId }: QuestionRef): Promise<void> {
    const { conversations, threads } = this.#by;
    await conversations.forget(conversationId);
    const thread = threadOf(question);
    if (thread === undefined) return;
    const account = threadAccount(question);
    if (account !== undefined) {
      const own = await threads.accountConversation(thread, account);
      if (own?.conversationId === conversationId) {
        await threads.forgetAccountConversation(thread, account);
      }
    }
    if ((await threads.conversation(thread)) !== conversationId) return;
    await threads.setConversation(thread, undefined);
  }

  async #tellKept(question: Question, conversationId: number): Promise<void> {
    const { claims, conversations, postEphemeral } = this.#by;
    const { id, place, user, messageTs } = question;
    const request = `withdrawn-${id}`;
    if (await claims.isDone(request)) return;
    const canBeDeleted = (await conversations.load(conversationId)) !== undefined;
    const text = notes.deletedQuestionKept(conversationId, canBeDeleted);
    const to = { place, user, ...(messageTs === undefined ? {} : { messageTs }) };
    await postEphemeral({ ...to, mustArrive: true }, text);
    await claims.recordDone(request);
  }
}
