/** What a span says of its work: never what people wrote, a secret, or an address with a query. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Where traces go. */
export interface TraceEndpoint {
  /** The variable that says so, set or not. */
  readonly setting: string;
  /** Without user, password and query. */
  readonly url: string;
}

/** What traces are exported with. */
export interface TracingOptions {
  /** Of the app. */
  readonly version: string;
  /** `bot`, `worker` or `both`. */
  readonly role: string;
  readonly logger: TracingLogger;
}

interface TracingLogger {
  warn(fields: object, message: string): void;
  info(message: string): void;
}

/** A request of Slack's that is accepted. */
export interface ReceivedRequest {
  readonly name: string;
  /** The ID of the question that it asks or is about, to whose trace it belongs. */
  readonly question?: string;
  /** ms since the epoch */
  readonly at: number;
  readonly attributes: SpanAttributes;
}

/** A job that is run. */
export interface TracedJob {
  readonly queue: string;
  readonly id: string;
  /** How often it was run, this time included. */
  readonly run: number;
  /** The ID of its question. */
  readonly question?: string;
  /** As it was found in the job's data. */
  readonly traceparent: unknown;
}

/** A call to another system. */
export interface TracedCall {
  readonly name: string;
  readonly attributes: SpanAttributes;
}

/** A question that needs no further work. */
export interface EndedQuestion {
  readonly id: string;
  /** ms since the epoch */
  readonly askedAt: number;
  /** As in the logs. */
  readonly outcome: string;
  readonly attributes?: SpanAttributes;
}

/**
 * Traces: what happened for one question, over all processes. A span belongs to the work that runs in it, and to
 * all that this work starts. `work` runs in any case, and its errors are thrown as they are.
 */
export interface Tracing {
  /** Accepts a request, in the trace of its question. */
  receive<T>(request: ReceivedRequest, work: () => Promise<T>): Promise<T>;
  /** Adds a job to a queue; `add` puts the trace context into the job's data. */
  send<T>(queue: string, add: (traceparent: string | undefined) => Promise<T>): Promise<T>;
  /** Runs a job. Where its result is not worth keeping, neither its span nor those in it are. */
  process<T>(job: TracedJob, work: () => Promise<T>, isKept?: (result: T) => boolean): Promise<T>;
  /** Makes a call, if that is part of a trace: what no question waits for is not traced. */
  call<T>(call: TracedCall, work: () => Promise<T>): Promise<T>;
  /** Adds to the span of the work that this is called in. */
  annotate(attributes: SpanAttributes): void;
  /** Marks the work that this is called in as failed. `type`: an error code. */
  failed(type: string): void;
  /** Ends a question's own span, which all others of its trace are below. */
  questionEnded(question: EndedQuestion): void;
  /** The ID of a question's trace; undefined if it is not recorded. */
  traceOf(question: string): string | undefined;
  /** What every log line says of the trace that it belongs to. */
  logFields(): Readonly<Record<string, string>>;
  /** The header that continues the trace in another system. */
  headers(): Readonly<Record<string, string>>;
  /** Sends what was not sent yet, within `ms`. */
  stop(ms: number): Promise<void>;
}

const NOTHING = {};

/** Does the work, and traces nothing. */
export const NO_TRACING: Tracing = {
  receive: (_request, work) => work(),
  send: (_queue, add) => add(undefined),
  process: (_job, work) => work(),
  call: (_call, work) => work(),
  annotate: () => undefined,
  failed: () => undefined,
  questionEnded: () => undefined,
  traceOf: () => undefined,
  logFields: () => NOTHING,
  headers: () => NOTHING,
  stop: async () => undefined,
};
