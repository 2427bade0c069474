import { AsyncLocalStorage } from 'node:async_hooks';
import {
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type {
  EndedQuestion,
  ReceivedRequest,
  SpanAttributes,
  TracedCall,
  TracedJob,
  Tracing,
} from '../../tracing.js';
import { rootIdsOf } from './ids.js';
import type { RootIdGenerator } from './root-id-generator.js';
import { Run } from './run.js';
import { readTraceparent, writeTraceparent } from './traceparent.js';

export interface RecorderOptions {
  readonly tracer: Tracer;
  /** Of the tracer. */
  readonly ids: RootIdGenerator;
  /** Sends what was not sent yet, within `ms`. */
  readonly stop: (ms: number) => Promise<void>;
}

/** The span that something runs in. */
interface Active {
  readonly span: Span;
  readonly run?: Run | undefined;
  hasFailed: boolean;
}

interface NewSpan {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: SpanAttributes;
  /** Absent: it begins a trace. */
  readonly parent?: SpanContext | undefined;
  readonly link?: SpanContext | undefined;
  readonly run?: Run | undefined;
  /** ms since the epoch; default: now. */
  readonly at?: number;
}

/** Outcomes that are errors, in a question's span. */
const FAILURES: ReadonlySet<string> = new Set(['failed', 'unreachable', 'expired']);

/** Records spans with a tracer. What runs in a span is known by Node's async context. */
export class Recorder implements Tracing {
  readonly #by: RecorderOptions;
  readonly #storage = new AsyncLocalStorage<Active>();

  constructor(options: RecorderOptions) {
    this.#by = options;
  }

  receive<T>({ name, question, at, attributes }: ReceivedRequest, work: () => Promise<T>) {
    const parent = question === undefined ? undefined : this.#rootOf(question);
    return this.#inSpan({ name, kind: SpanKind.SERVER, attributes, at, parent }, work);
  }

  async send<T>(queue: string, add: (traceparent: string | undefined) => Promise<T>) {
    const active = this.#storage.getStore();
    if (active === undefined) return add(undefined);
    const sending = {
      name: `send ${queue}`,
      kind: SpanKind.PRODUCER,
      attributes: messaging(queue, { name: 'add', type: 'send' }),
      parent: active.span.spanContext(),
      run: active.run,
    };
    return this.#inSpan(sending, () => add(this.headers()['traceparent']));
  }

  async process<T>(
    job: TracedJob,
    work: () => Promise<T>,
    isKept: (result: T) => boolean = () => true,
  ): Promise<T> {
    const { queue, id, question } = job;
    const run = new Run();
    const attributes = {
      ...messaging(queue, { name: 'process', type: 'process' }),
      'messaging.message.id': id,
      'deepsearch_slack.job.run': job.run,
      ...(question === undefined ? {} : { [QUESTION_ID]: question }),
    };
    const context = this.#contextOf(job);
    const processing = {
      name: `process ${queue}`,
      kind: SpanKind.CONSUMER,
      attributes,
      ...context,
    };
    let kept = true;
    try {
      const result = await this.#inSpan({ ...processing, run }, work);
      kept = isKept(result);
      return result;
    } finally {
      run.settle(kept);
    }
  }

  async call<T>({ name, attributes }: TracedCall, work: () => Promise<T>): Promise<T> {
    const active = this.#storage.getStore();
    if (active === undefined) return work();
    const { span, run } = active;
    const parent = span.spanContext();
    return this.#inSpan({ name, kind: SpanKind.CLIENT, attributes, parent, run }, work);
  }

  annotate(attributes: SpanAttributes): void {
    this.#storage.getStore()?.span.setAttributes({ ...attributes });
  }

  failed(type: string): void {
    const active = this.#storage.getStore();
    if (active !== undefined) fail(active, type);
  }

  questionEnded({ id, askedAt, outcome, attributes }: EndedQuestion): void {
    const span = this.#startRoot(id, askedAt);
    span.setAttributes({ ...attributes, [OUTCOME]: outcome });
    if (FAILURES.has(outcome)) fail({ span, hasFailed: false }, outcome);
    this.#end(span, Math.max(askedAt, Date.now()));
  }

  traceOf(question: string): string | undefined {
    const root = this.#rootOf(question);
    return isSampled(root) ? root.traceId : undefined;
  }

  logFields(): Readonly<Record<string, string>> {
    const context = this.#storage.getStore()?.span.spanContext();
    if (context === undefined || !isSampled(context)) return {};
    return { trace_id: context.traceId, span_id: context.spanId };
  }

  headers(): Readonly<Record<string, string>> {
    const context = this.#storage.getStore()?.span.spanContext();
    return context === undefined ? {} : { traceparent: writeTraceparent(context) };
  }

  stop(ms: number): Promise<void> {
    return this.#by.stop(ms);
  }

  async #inSpan<T>(options: NewSpan, work: () => Promise<T>): Promise<T> {
    const { run, at = Date.now() } = options;
    const active: Active = { span: this.#start({ ...options, at }), run, hasFailed: false };
    const startedAt = performance.now() - (Date.now() - at);
    try {
      return await this.#storage.run(active, work);
    } catch (error) {
      fail(active, errorType(error));
      throw error;
    } finally {
      const endedAt = at + performance.now() - startedAt;
      const end = () => this.#end(active.span, endedAt);
      if (run === undefined) end();
      else run.end(end);
    }
  }

  #start({ name, kind, attributes, parent, link, at }: NewSpan): Span {
    const context =
      parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
    const startTime = at ?? Date.now();
    const links = link === undefined ? [] : [{ context: link }];
    const options = { kind, attributes: { ...attributes }, startTime, links };
    return this.#by.tracer.startSpan(name, options, context);
  }

  /** What the SDK starts then, such as a timer for its next export, belongs to no question. */
  #end(span: Span, at: number): void {
    this.#storage.exit(() => span.end(at));
  }

  /** The sampler decides by the trace's ID, so that each process comes to the same result. */
  #startRoot(question: string, at: number): Span {
    const attributes = { [QUESTION_ID]: question };
    return this.#by.ids.using(rootIdsOf(question), () =>
      this.#start({ name: 'question', kind: SpanKind.INTERNAL, attributes, at }),
    );
  }

  /** What a question's other spans are below. A span that is not ended is not exported. */
  #rootOf(question: string): SpanContext {
    return { ...this.#startRoot(question, 0).spanContext(), isRemote: true };
  }

  /**
   * A question's jobs are right below its root and link to what sent them, which may be lost if that process was
   * killed. A job's data may be anything: a context of another trace does not count.
   */
  #contextOf({ question, traceparent }: TracedJob): Pick<NewSpan, 'parent' | 'link'> {
    const sent = readTraceparent(traceparent);
    if (question === undefined) return { parent: sent };
    const root = this.#rootOf(question);
    if (sent?.traceId !== root.traceId) return { parent: root };
    return { parent: { ...root, traceFlags: sent.traceFlags }, link: sent };
  }
}

const QUESTION_ID = 'deepsearch_slack.question.id';
const OUTCOME = 'deepsearch_slack.outcome';

/** https://opentelemetry.io/docs/specs/semconv/messaging/messaging-spans/ */
function messaging(queue: string, operation: { readonly name: string; readonly type: string }) {
  return {
    'messaging.system': 'bullmq',
    'messaging.destination.name': queue,
    'messaging.operation.name': operation.name,
    'messaging.operation.type': operation.type,
  };
}

/** Not the error's message or stack, which may quote what somebody wrote. The first call counts. */
function fail(active: Active, type: string): void {
  if (active.hasFailed) return;
  active.hasFailed = true;
  active.span.setAttribute('error.type', CODE.test(type) ? type : 'error');
  active.span.setStatus({ code: SpanStatusCode.ERROR });
}

/** What an error code looks like. */
const CODE = /^[\w.-]{1,80}$/;

function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? code : error.name;
}

function isSampled({ traceFlags }: SpanContext): boolean {
  return (traceFlags & TraceFlags.SAMPLED) !== 0;
}
