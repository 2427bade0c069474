import type { Pool } from 'undici';
import { credential, INVALID_TOKEN, identifyingHeaders } from '../http/credential.js';
import { readDeprecation } from '../http/deprecation.js';
import type { Snapshot } from '../model/answer.js';
import { decodeConversation, decodeFollowUp, decodeRead, newestOf } from './decode.js';
import type {
  ApiCall,
  Conversation,
  ConversationCall,
  ConversationPage,
  CreateCall,
  DeepSearch,
  DeepSearchOptions,
  FollowUpCall,
  ListCall,
  QuestionCall,
} from './deep-search.js';
import { InvalidReply, Refused, type RequestLine } from './errors.js';
import { decodePage, iteratePages, listQuery } from './list.js';
import { assertSuccess, readJson } from './reply.js';
import {
  openPool,
  type ReadReply,
  type Reply,
  type Request,
  sendWithRetries,
} from './transport.js';

/** Opens no connection until the first call. Throws a TypeError if `baseUrl` is no http(s) URL. */
export function createDeepSearch(options: DeepSearchOptions): DeepSearch {
  return new Client(options);
}

interface RequestOptions {
  readonly method: Request['method'];
  /** The path below the API's root. */
  readonly path: string;
  readonly query?: URLSearchParams;
  /** Only create and follow-up have one: they have a longer time limit and are not idempotent. */
  readonly body?: object;
}

class Client implements DeepSearch {
  readonly #options;
  readonly #api: ApiRoot;
  readonly #pool: Pool;

  constructor(options: DeepSearchOptions) {
    const defaults = { timeoutMs: 30_000, askTimeoutMs: 60_000, attempts: 3, random: Math.random };
    this.#options = { ...defaults, ...options };
    this.#api = parseBaseUrl(options.baseUrl);
    this.#pool = openPool(this.#api.origin, options.connections ?? 64);
  }

  async create(call: CreateCall): Promise<Snapshot> {
    const request = { method: 'POST', path: '', body: { question: call.text } } as const;
    return this.#sendForJson(this.#request(call, request), (body) =>
      newestOf(decodeConversation(body)?.questions ?? [], call.text),
    );
  }

  async followUp(call: FollowUpCall): Promise<Snapshot> {
    const { conversationId, text } = call;
    const path = `${idSegment(conversationId)}/questions`;
    const body = { conversation_id: conversationId, question: text };
    return this.#sendForJson(this.#request(call, { method: 'POST', path, body }), (reply) =>
      decodeFollowUp(reply, { conversationId, text }),
    );
  }

  async read({ ref, ...call }: QuestionCall): Promise<Snapshot> {
    idSegment(ref.questionId);
    const request = this.#request(call, { method: 'GET', path: idSegment(ref.conversationId) });
    const { question } = await this.#sendForJson(request, (body) => decodeRead(body, ref));
    if (question !== undefined) return question;
    const message = `the conversation has no question ${ref.questionId}`;
    throw new Refused(request, { reason: 'not-found', message });
  }

  async conversation(call: ConversationCall): Promise<Conversation> {
    const request = this.#request(call, { method: 'GET', path: idSegment(call.id) });
    return this.#sendForJson(request, (body) => {
      const found = decodeConversation(body);
      return found?.id === call.id ? found : undefined;
    });
  }

  async list(call: ListCall): Promise<ConversationPage> {
    const request = { method: 'GET', path: '', query: listQuery(call) } as const;
    return this.#sendForJson(this.#request(call, request), decodePage);
  }

  all(call: Omit<ListCall, 'after'>): AsyncIterable<Conversation> {
    return iteratePages((page) => this.list(page), call);
  }

  async delete(call: ConversationCall): Promise<void> {
    const request = this.#request(call, { method: 'DELETE', path: idSegment(call.id) });
    await this.#send(request, (reply, { now, attempt }) => {
      // A 404 to a retry: the first attempt did it, and its reply was lost.
      if (attempt === 1 || reply.status !== 404) assertSuccess(request, reply, now);
    });
  }

  async cancel(call: QuestionCall): Promise<void> {
    const { conversationId, questionId } = call.ref;
    const path = `${idSegment(conversationId)}/questions${idSegment(questionId)}/cancel`;
    const request = this.#request(call, { method: 'POST', path });
    await this.#send(request, (reply, { now }) => assertSuccess(request, reply, now));
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  #request(call: ApiCall, request: RequestOptions): Request {
    const { version, timeoutMs, askTimeoutMs } = this.#options;
    const asks = request.body !== undefined;
    const line = { method: request.method, path: this.#api.root + request.path };
    return {
      ...line,
      ...(request.query && { query: request.query }),
      ...(asks && { body: JSON.stringify(request.body) }),
      headers: headersOf({ ...line, asks }, call, version),
      secret: credential(call.token).value,
      idempotent: !asks,
      timeoutMs: asks ? askTimeoutMs : timeoutMs,
      ...(call.signal && { signal: call.signal }),
    };
  }

  #send<T>(request: Request, readReply: ReadReply<T>): Promise<T> {
    const onReply = (reply: Reply) => this.#noteDeprecation(request, reply);
    const { tracing } = this.#options;
    const transport = { pool: this.#pool, retry: this.#options, onReply };
    return sendWithRetries(
      tracing === undefined ? transport : { ...transport, tracing },
      request,
      readReply,
    );
  }

  #noteDeprecation({ path }: Request, { status, header }: Reply): void {
    // To a request that names a conversation, 410 says that this one is gone.
    const hasEnded = path === this.#api.root && status === 410;
    const found = readDeprecation({ api: 'conversations', hasEnded, header });
    if (found) this.#options.onDeprecation?.(found);
  }

  #sendForJson<T>(request: Request, decode: (body: unknown) => T | undefined): Promise<T> {
    return this.#send(request, (reply, { now }) => {
      const decoded = decode(readJson(request, reply, now));
      if (decoded !== undefined) return decoded;
      const detail = 'the reply does not have the documented shape';
      throw new InvalidReply(request, 'shape', { detail });
    });
  }
}

interface ApiRoot {
  readonly origin: string;
  /** The API's root path, without a trailing slash. */
  readonly root: string;
}

function parseBaseUrl(baseUrl: string): ApiRoot {
  const url = new URL(baseUrl);
  if (!/^https?:$/.test(url.protocol)) throw new TypeError(`not an http(s) URL: ${url.protocol}`);
  return {
    origin: url.origin,
    root: `${url.pathname.replace(/\/+$/, '')}/.api/deepsearch/v1`,
  };
}

/**
 * One path segment. DELETE on the root would delete all of a person's conversations, so only a
 * positive integer ever becomes part of a URL. Throws a TypeError.
 */
function idSegment(id: number): string {
  if (!Number.isSafeInteger(id) || id <= 0) throw new TypeError(`not an id: ${String(id)}`);
  return `/${id}`;
}

/**
 * `Prefer: respond-async` is for instances that can also reply only when the answer is complete.
 * Throws `Refused` on an unusable token.
 */
function headersOf(
  request: RequestLine & { readonly asks: boolean },
  { token }: ApiCall,
  version: string,
): Record<string, string> {
  const identifying = identifyingHeaders(token, version);
  if (identifying === undefined) {
    throw new Refused(request, { reason: 'token', message: INVALID_TOKEN });
  }
  return {
    ...identifying,
    accept: 'application/json',
    'accept-encoding': 'identity',
    ...(request.asks && { 'content-type': 'application/json', prefer: 'respond-async' }),
  };
}
