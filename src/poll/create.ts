import { Refused, ServiceError } from '../deepsearch/errors.js';
import { threadOf } from '../deliver/threads.js';
import type { Snapshot } from '../model/answer.js';
import type { Question } from '../model/question.js';
import type { ClaimStore } from '../store/claims.js';
import type { Held } from '../store/questions.js';
import type { ThreadStore } from '../store/threads.js';
import { conversationOf, saidTs } from './conversation.js';
import type { Look } from './facts.js';
import { type Instance, lookAt } from './service.js';
import { type Talks, talkNote } from './talk.js';

export interface CreateOptions {
  readonly instance: Instance;
  readonly claims: ClaimStore;
  readonly threads: Pick<
    ThreadStore,
    'begin' | 'conversation' | 'setConversation' | 'settle' | 'startsAfresh'
  >;
  readonly talks: Talks;
  /** The credential that this question runs with. */
  readonly credentialFor: (question: Question) => Promise<string>;
  /** The text for the service: the question with its context. */
  readonly promptFor: (held: Held) => Promise<string>;
  readonly now: () => number;
  readonly random: () => number;
}

/** Longer than a create may take: its lock ends by itself, should its holder die. */
const LOCK_MS = 90_000;
/** The service may cut its times to the second, and its clock may differ from ours. */
const CLOCK_SKEW_MS = 3_000;
const MOST_TO_SEARCH = 1_000;

/**
 * A question's birth on the instance. Neither call is idempotent and both may take effect while
 * the reply is lost, so an attempt is written down before it is made; after one whose end nobody
 * knows, `adopt` looks for what it left.
 */
export class Create {
  readonly #by: CreateOptions;

  constructor(options: CreateOptions) {
    this.#by = options;
  }

  /** Asks the service. Undefined: look at the facts again, since the conversation was gone. */
  async create(held: Held, signal: AbortSignal): Promise<Look | undefined> {
    const { question } = held;
    const token = await this.#by.credentialFor(question);
    const text = question.prompt ?? (await this.#by.promptFor(held));
    if (question.prompt === undefined) await held.save({ prompt: text });
    return this.#alone({ token, text, id: question.id }, async () => {
      const thread = threadOf(question);
      if (thread !== undefined && !(await this.#by.threads.begin(thread, question.id))) return;
      const conversationId = await conversationOf(question, this.#by.threads);
      const ask = {
        token,
        text,
        ...(typeof conversationId === 'number' ? { conversationId } : {}),
      };
      return lookAt(held, this.#by, () => this.#ask(held, ask, signal));
    });
  }

  /** Looks for what an earlier attempt left; `absent` where it left nothing. */
  async adopt(held: Held, signal: AbortSignal): Promise<Look | undefined> {
    const { id, prompt: text = '' } = held.question;
    const token = await this.#by.credentialFor(held.question);
    return this.#alone({ token, text, id }, async () => {
      const look = await lookAt(held, this.#by, async () => {
        const { attempt = { at: this.#by.now() } } = held.question;
        const found = await this.#find(held.question, { token, signal, attempt }).catch(
          nothingWhereGone,
        );
        return found && this.#settle(held, found);
      });
      return look ?? { kind: 'absent' };
    });
  }

  /**
   * After a second create the first may turn up all the same: a twin that works and costs for
   * nobody. It is found by the same marks, claimed, and deleted; in a conversation, cancelled.
   */
  async sweep({ question }: Held, signal: AbortSignal): Promise<void> {
    const { createdTwice: attempt, id, prompt: text } = question;
    if (attempt === undefined || text === undefined) return;
    const token = await this.#by.credentialFor(question);
    await this.#alone({ token, text, id }, async () => {
      const twin = await this.#find(question, { token, signal, attempt });
      if (twin !== undefined) await this.#remove(twin, attempt, { token, signal });
      return undefined;
    });
  }

  /** A conversation that others ask in is never deleted: there the twin is only cancelled. */
  async #remove({ ref }: Snapshot, attempt: Attempt, by: Access): Promise<void> {
    if (attempt.conversationId !== undefined) await this.#by.instance.cancel({ ...by, ref });
    else await this.#by.instance.delete({ ...by, id: ref.conversationId });
  }

  /** Nobody else creates or adopts this text meanwhile: what one has made, only that one claims. */
  async #alone(
    lock: { token: string; text: string; id: string },
    work: () => Promise<Look | undefined>,
  ): Promise<Look | undefined> {
    const { claims } = this.#by;
    if (!(await claims.lockCreate(lock, LOCK_MS))) return { kind: 'trouble' };
    try {
      return await work();
    } finally {
      await claims.unlockCreate(lock);
    }
  }

  async #ask(held: Held, ask: Ask, signal: AbortSignal): Promise<Snapshot | undefined> {
    try {
      return await this.#settle(held, await this.#send(held, ask, signal));
    } catch (error) {
      if (isGone(error) && ask.conversationId !== undefined) return this.#startAnew(held);
      throw error;
    }
  }

  async #send(held: Held, ask: Ask, signal: AbortSignal): Promise<Snapshot> {
    const { instance, now } = this.#by;
    const { token, text, conversationId } = ask;
    // What the first try left may turn up after the look for it: the next look goes back as far.
    const at = held.question.attempt?.at ?? now();
    const attempt = { at, ...(conversationId === undefined ? {} : { conversationId }) };
    const again = held.question.attempt === undefined ? {} : { createdTwice: attempt };
    await held.save({ phase: 'creating', prompt: text, attempt, ...again });
    try {
      if (conversationId === undefined) return await instance.create({ token, text, signal });
      return await instance.followUp({ token, text, conversationId, signal });
    } catch (error) {
      const nothingDone = error instanceof ServiceError && !error.maybeTookEffect;
      if (nothingDone) await held.save({ attempt: undefined });
      throw error;
    }
  }

  async #settle(held: Held, snapshot: Snapshot): Promise<Snapshot> {
    const { ref } = snapshot;
    await this.#by.claims.claim(ref, held.question.id);
    const thread = threadOf(held.question);
    const { askedAt } = held.question;
    const { conversationId } = ref;
    const settled = { conversationId, askedAt, saidTs: saidTs(held.question) };
    if (thread !== undefined) await this.#by.threads.settle(thread, settled);
    await this.#by.talks.note(talkNote(held.question, ref.conversationId));
    const processingAt = this.#by.now();
    await held.save({ phase: 'processing', ref, processingAt, attempt: undefined });
    return snapshot;
  }

  /** A conversation that is gone ends no thread: the question starts a new one, and says so. */
  async #startAnew(held: Held): Promise<undefined> {
    const thread = threadOf(held.question);
    if (thread !== undefined) await this.#by.threads.setConversation(thread, undefined);
    const notes = [...(held.question.notes ?? []), 'new-conversation' as const];
    await held.save({ attempt: undefined, prompt: undefined, notes });
    return undefined;
  }

  /** The question that an earlier attempt left on the instance: exact text, not older, unclaimed. */
  async #find(question: Question, by: Attempted): Promise<Snapshot | undefined> {
    const { prompt, id, ref } = question;
    const { token, signal, attempt } = by;
    const notBefore = attempt.at - CLOCK_SKEW_MS;
    const where = { token, signal, within: attempt.conversationId, notBefore };
    for await (const found of candidates(this.#by.instance, where)) {
      if (found.createdAt < notBefore || found.text !== prompt) continue;
      if (found.ref.questionId === ref?.questionId) continue;
      if (await this.#by.claims.claim(found.ref, id)) return found;
    }
    return undefined;
  }
}

type Attempt = NonNullable<Question['attempt']>;

interface Access {
  readonly token: string;
  readonly signal: AbortSignal;
}

interface Attempted extends Access {
  readonly attempt: Attempt;
}

/** What may be our own question, newest first: those of one conversation, or the latest ones' firsts. */
async function* candidates(instance: Instance, where: Where): AsyncGenerator<Snapshot> {
  const { token, signal, within } = where;
  if (within !== undefined) {
    const { questions } = await instance.conversation({ token, id: within, signal });
    yield* [...questions].reverse();
    return;
  }
  let seen = 0;
  const newestFirst = { token, signal, sort: '-created_at', pageSize: 100 } as const;
  for await (const conversation of instance.all(newestFirst)) {
    yield* conversation.questions.slice(0, 1);
    if (conversation.createdAt < where.notBefore || ++seen >= MOST_TO_SEARCH) return;
  }
}

/** The conversation is gone, and with it whatever an attempt left in it. */
function nothingWhereGone(error: unknown): undefined {
  if (isGone(error)) return undefined;
  throw error;
}

function isGone(error: unknown): boolean {
  return error instanceof Refused && error.refusal.reason === 'not-found';
}

interface Ask {
  readonly token: string;
  readonly text: string;
  readonly conversationId?: number;
}

interface Where {
  readonly token: string;
  readonly signal: AbortSignal;
  readonly within: number | undefined;
  readonly notBefore: number;
}
