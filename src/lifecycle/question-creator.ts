import { Refused, ServiceError } from '../deepsearch/errors.js';
import { accountOf, type Token } from '../http/credential.js';
import type { Logger } from '../log.js';
import type { QuestionRef, Snapshot } from '../model/answer.js';
import { threadOf } from '../model/place.js';
import { openAttempt, type Question } from '../model/question.js';
import type { ClaimStore } from '../store/claims.js';
import type { QuestionHandle } from '../store/questions.js';
import type { ThreadStore } from '../store/threads.js';
import { afterError, callInstance, type Instance, type InstanceResult } from './call-instance.js';
import {
  type ConversationRecorder,
  conversationOf,
  conversationUpdate,
  leaveConversation,
  questionTs,
  threadAccount,
} from './conversation.js';
import { type Access, type Attempt, findOrphans, type OrphanSearch } from './orphans.js';
import type { PromptFor, WrittenPrompt } from './prompt.js';

export interface QuestionCreatorOptions {
  readonly instance: Instance;
  readonly claims: ClaimStore;
  readonly threads: Pick<
    ThreadStore,
    | 'takeTurn'
    | 'conversation'
    | 'setConversation'
    | 'recordConversation'
    | 'startsNewConversation'
    | 'newConversationSince'
    | 'accountConversation'
    | 'recordAccountConversation'
    | 'forgetAccountConversation'
  >;
  readonly conversations: ConversationRecorder;
  /** The credential that this question runs with. */
  readonly credentialFor: (question: Question) => Promise<Token>;
  /** The prompt: the question with its context. */
  readonly promptFor: PromptFor;
  /** The instance keeps these of a question whose message was deleted. */
  readonly keepWithdrawn: (question: Question, kept: readonly QuestionRef[]) => Promise<void>;
  readonly now: () => number;
  readonly logger: Logger;
  readonly random: () => number;
}

/**
 * Creates a question on the instance. Neither call is idempotent, and both may take effect although
 * their reply is lost. So each attempt is recorded first; after one with an unknown result, `adopt`
 * looks for what it left.
 */
export class QuestionCreator {
  readonly #by: QuestionCreatorOptions;

  constructor(options: QuestionCreatorOptions) {
    this.#by = options;
  }

  /** Asks the instance. Undefined: decide again, because the conversation was deleted. */
  async create(held: QuestionHandle, signal: AbortSignal): Promise<InstanceResult | undefined> {
    const credential = await this.#credentialFor(held);
    if (credential.kind !== 'token') return credential;
    const { token } = credential;
    const { question } = held;
    const { prompt } = question;
    const written: WrittenPrompt =
      prompt === undefined ? await this.#by.promptFor(held, token) : { text: prompt };
    const thread = threadOf(question);
    if (thread !== undefined && !(await this.#by.threads.takeTurn(thread, question.id))) return;
    const conversationId = await conversationOf(question, this.#by.threads);
    const ask = {
      token,
      ...written,
      ...(typeof conversationId === 'number' ? { conversationId } : {}),
    };
    return callInstance(held, this.#by, () => this.#ask(held, ask, signal));
  }

  /** Looks for what an earlier attempt left; `absent` if there is nothing. */
  async adopt(held: QuestionHandle, signal: AbortSignal): Promise<InstanceResult | undefined> {
    const credential = await this.#credentialFor(held);
    if (credential.kind !== 'token') return credential;
    const { token } = credential;
    const look = await callInstance(held, this.#by, async () => {
      const { attempt = { at: this.#by.now() } } = held.question;
      const [found] = await this.#left(held.question, { token, signal, attempt }, 1);
      return found && this.#settle(held, found);
    });
    return look ?? { kind: 'absent' };
  }

  /** Whose account it runs with is recorded before the first call, and is the same from then on. */
  async #credentialFor(
    held: QuestionHandle,
  ): Promise<{ readonly kind: 'token'; readonly token: Token } | InstanceResult> {
    try {
      const token = await this.#by.credentialFor(held.question);
      const account = accountOf(token);
      if (account !== held.question.account && account !== undefined) await held.save({ account });
      return { kind: 'token', token };
    } catch (error) {
      return afterError(held, this.#by, error);
    }
  }

  /**
   * Removes what attempts left: duplicates that turned up after a second create, and questions that
   * were stopped before we knew of them.
   */
  async sweep({ question }: QuestionHandle, signal: AbortSignal): Promise<void> {
    const attempt = openAttempt(question);
    if (attempt === undefined) return;
    const by = { token: await this.#by.credentialFor(question), signal };
    const left = await this.#left(question, { ...by, attempt });
    const kept: QuestionRef[] = [];
    for (const each of left) {
      if (!(await this.#remove(each, attempt, by))) kept.push(each.ref);
    }
    if (question.withdrawn) await this.#by.keepWithdrawn(question, kept);
  }

  /** What attempts left, up to `most`; a deleted conversation has nothing. */
  async #left(question: Question, by: OrphanSearch, most = 100): Promise<Snapshot[]> {
    const left: Snapshot[] = [];
    try {
      for await (const each of findOrphans(this.#by, question, by)) {
        if (left.push(each) === most) break;
      }
    } catch (error) {
      if (!isGone(error)) throw error;
    }
    return left;
  }

  /** False: a duplicate in a conversation with other questions is only cancelled. */
  async #remove({ ref, status }: Snapshot, attempt: Attempt, by: Access): Promise<boolean> {
    const { instance } = this.#by;
    if (attempt.conversationId === undefined) {
      const { questions } = await instance.conversation({ ...by, id: ref.conversationId });
      if (questions.length === 1) {
        await instance.delete({ ...by, id: ref.conversationId });
        return true;
      }
    }
    if (status === 'pending' || status === 'working') await instance.cancel({ ...by, ref });
    return false;
  }

  async #ask(held: QuestionHandle, ask: Ask, signal: AbortSignal): Promise<Snapshot | undefined> {
    try {
      return await this.#settle(held, await this.#send(held, ask, signal));
    } catch (error) {
      if (isGone(error) && ask.conversationId !== undefined) return this.#startAnew(held);
      throw error;
    }
  }

  async #send(held: QuestionHandle, ask: Ask, signal: AbortSignal): Promise<Snapshot> {
    const { instance, now } = this.#by;
    const { token, text, scope, conversationId } = ask;
    // What the first attempt left may turn up late: the next search starts at the same time.
    const at = held.question.attempt?.at ?? now();
    const attempt = { at, ...(conversationId === undefined ? {} : { conversationId }) };
    const before = held.question.createdTwice ?? attempt;
    const again = held.question.attempt === undefined ? {} : { createdTwice: before };
    await held.save({
      phase: 'creating',
      prompt: text,
      attempt,
      ...again,
      ...(scope && { scope }),
    });
    try {
      if (conversationId === undefined) return await instance.create({ token, text, signal });
      return await instance.followUp({ token, text, conversationId, signal });
    } catch (error) {
      const nothingDone = error instanceof ServiceError && !error.maybeTookEffect;
      if (nothingDone) await held.save({ attempt: undefined });
      throw error;
    }
  }

  async #settle(held: QuestionHandle, snapshot: Snapshot): Promise<Snapshot> {
    const { ref } = snapshot;
    const thread = threadOf(held.question);
    await Promise.all([
      this.#by.claims.claim(ref, held.question.id),
      this.#recordConversation(held.question, ref),
    ]);
    const processingAt = this.#by.now();
    const startsThread = thread === undefined ? ({ startsThread: true } as const) : {};
    const created = { ref, processingAt, ...startsThread };
    await held.save({ phase: 'processing', ...created, attempt: undefined });
    const { conversationId: conversation } = ref;
    this.#by.logger.info({ question: held.question.id, conversation }, 'question created');
    return snapshot;
  }

  /** Once its thread has begun, its conversation is recorded there too: follow-ups continue it. */
  async recordThread(held: QuestionHandle): Promise<void> {
    const { startsThread, ref } = held.question;
    const hasThread = threadOf(held.question) !== undefined;
    if (startsThread !== true || ref === undefined || !hasThread) return;
    await this.#recordConversation(held.question, ref);
    await held.save({ startsThread: undefined });
  }

  async #recordConversation(question: Question, ref: QuestionRef): Promise<void> {
    const { threads, conversations } = this.#by;
    const { conversationId } = ref;
    const thread = threadOf(question);
    const settled = { conversationId, askedAt: question.askedAt, saidTs: questionTs(question) };
    const account = threadAccount(question);
    const isOwn = question.account === 'own';
    await Promise.all([
      thread === undefined || isOwn ? undefined : threads.recordConversation(thread, settled),
      thread === undefined || account === undefined
        ? undefined
        : threads.recordAccountConversation(thread, account, settled),
      conversations.record(conversationUpdate(question, ref)),
    ]);
  }

  /** After its conversation was deleted, the question starts a new one, and a note says so. */
  async #startAnew(held: QuestionHandle): Promise<undefined> {
    await leaveConversation(held.question, this.#by.threads);
    const notes = [...(held.question.notes ?? []), 'new-conversation' as const];
    await held.save({ attempt: undefined, createdTwice: undefined, prompt: undefined, notes });
    return undefined;
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Refused && error.refusal.reason === 'not-found';
}

interface Ask extends Pick<Question, 'scope'> {
  readonly token: Token;
  readonly text: string;
  readonly conversationId?: number;
}
