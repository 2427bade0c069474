import type { Pool } from 'undici';
import { credential } from '../http/token.js';
import type { Snapshot } from '../model/answer.js';
import {
  type Conversation,
  decodeConversation,
  decodeFollowUp,
  decodeRead,
  newestOf,
} from './conversation.js';
import type {
  ApiCall,
  ConversationCall,
  CreateCall,
  DeepSearch,
  DeepSearchOptions,
  FollowUpCall,
  QuestionCall,
} from './deep-search.js';
import { InvalidReply, Refused } from './errors.js';
import { type ReadReply, sendWithRetries } from './exchange.js';
import { type ListCall, listQuery, walkPages } from './list.js';
import { type ConversationPage, decodePage } from './page.js';
import { assertDone, jsonOf } from './reply.js';
import { type ApiRoot, headersOf, idSegment, parseBaseUrl, type Request } from './request.js';
import { openPool } from './transport.js';

export type { DeepSearch, DeepSearchOptions } from './deep-search.js';

/** Opens nothing until the first call. Throws a TypeError where `baseUrl` is no http(s) URL. */
export function createDeepSearch(options: DeepSearchOptions): DeepSearch {
  return new Client(options);
}

interface RequestOptions {
  readonly method: Request['method'];
  /** What follows the API's root. */
  readonly steps: string;
  readonly query?: URLSearchParams;
  /** Only what creates something has one: it is given more time, and never repeated. */
  readonly body?: object;
}

class Client implements DeepSearch {
  readonly #options;
  readonly #place: ApiRoot;
  readonly #pool: Pool;

  constructor(options: DeepSearchOptions) {
    const defaults = { timeoutMs: 30_000, askTimeoutMs: 60_000, attempts: 3, random: Math.random };
    this.#options = { ...defaults, ...options };
    this.#place = parseBaseUrl(options.baseUrl);
    this.#pool = openPool(this.#place.origin, options.connections ?? 64);
  }

  async create(call: CreateCall): Promise<Snapshot> {
    const request = { method: 'POST', steps: '', body: { question: call.text } } as const;
    return this.#fetch(this.#request(call, request), (body) =>
      newestOf(decodeConversation(body)?.questions ?? [], call.text),
    );
  }

  async followUp(call: FollowUpCall): Promise<Snapshot> {
    const { conversationId, text } = call;
    const steps = `${idSegment(conversationId)}/questions`;
    const body = { conversation_id: conversationId, question: text };
    return this.#fetch(this.#request(call, { method: 'POST', steps, body }), (reply) =>
      decodeFollowUp(reply, { conversationId, text }),
    );
  }

  async read({ ref, ...call }: QuestionCall): Promise<Snapshot> {
    idSegment(ref.questionId);
    const request = this.#request(call, { method: 'GET', steps: idSegment(ref.conversationId) });
    const { question } = await this.#fetch(request, (body) => decodeRead(body, ref));
    if (question !== undefined) return question;
    const message = `the conversation has no question ${ref.questionId}`;
    throw new Refused(request, { reason: 'not-found', message });
  }

  async conversation(call: ConversationCall): Promise<Conversation> {
    const request = this.#request(call, { method: 'GET', steps: idSegment(call.id) });
    return this.#fetch(request, (body) => {
      const found = decodeConversation(body);
      return found?.id === call.id ? found : undefined;
    });
  }

  async list(call: ApiCall & ListCall): Promise<ConversationPage> {
    const request = { method: 'GET', steps: '', query: listQuery(call) } as const;
    return this.#fetch(this.#request(call, request), decodePage);
  }

  all(call: ApiCall & Omit<ListCall, 'after'>): AsyncIterable<Conversation> {
    return walkPages((page) => this.list(page), call);
  }

  async delete(call: ConversationCall): Promise<void> {
    const request = this.#request(call, { method: 'DELETE', steps: idSegment(call.id) });
    await this.#exchange(request, (reply, { now, attempt }) => {
      // A repeat that finds nothing: the first try did it, and its reply was lost.
      if (attempt === 1 || reply.status !== 404) assertDone(request, reply, now);
    });
  }

  async cancel(call: QuestionCall): Promise<void> {
    const { conversationId, questionId } = call.ref;
    const steps = `${idSegment(conversationId)}/questions${idSegment(questionId)}/cancel`;
    const request = this.#request(call, { method: 'POST', steps });
    await this.#exchange(request, (reply, { now }) => assertDone(request, reply, now));
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  #request(call: ApiCall, request: RequestOptions): Request {
    const { version, timeoutMs, askTimeoutMs } = this.#options;
    const asks = request.body !== undefined;
    const target = { method: request.method, path: this.#place.root + request.steps };
    return {
      ...target,
      ...(request.query && { query: request.query }),
      ...(asks && { body: JSON.stringify(request.body) }),
      headers: headersOf({ ...target, asks }, { token: call.token, version }),
      secret: credential(call.token).value,
      repeatable: !asks,
      timeoutMs: asks ? askTimeoutMs : timeoutMs,
      ...(call.signal && { signal: call.signal }),
    };
  }

  #exchange<T>(request: Request, judge: ReadReply<T>): Promise<T> {
    return sendWithRetries({ pool: this.#pool, patience: this.#options }, request, judge);
  }

  #fetch<T>(request: Request, decode: (body: unknown) => T | undefined): Promise<T> {
    return this.#exchange(request, (reply, { now }) => {
      const decoded = decode(jsonOf(request, reply, now));
      if (decoded !== undefined) return decoded;
      throw new InvalidReply(request, 'shape', {
        says: 'the answer is not of the documented shape',
      });
    });
  }
}
