import { randomUUID } from 'node:crypto';
import type { ExportResult } from '@opentelemetry/core';
import { ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import { withTimeout } from '../../timeout.js';
import type { TraceEndpoint, Tracing, TracingOptions } from '../../tracing.js';
import { Recorder } from './recorder.js';
import { RootIdGenerator } from './root-id-generator.js';

const NAME = 'deepsearch-slack';

export interface ExportOptions extends TracingOptions {
  readonly protocol: 'http/protobuf' | 'http/json';
  readonly endpoint: TraceEndpoint;
}

/** Traces that are exported over OTLP; the SDK reads the rest of its settings from the environment. */
export function createTracing(options: ExportOptions): Tracing {
  const { protocol, version, role } = options;
  const ids = new RootIdGenerator();
  const exporter = protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter();
  const ours = resourceFromAttributes({
    'service.name': NAME,
    'service.version': version,
    'service.instance.id': randomUUID(),
    'deepsearch_slack.role': role,
  });
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(ours)
      .merge(detectResources({ detectors: [envDetector] })),
    idGenerator: ids,
    // Holds at most 2,048 spans that were not sent yet; what is more is dropped.
    spanProcessors: [new BatchSpanProcessor(reporting(exporter, options))],
  });
  return new Recorder({
    tracer: provider.getTracer(NAME, version),
    ids,
    stop: (ms) =>
      withTimeout(
        provider.shutdown().catch(() => undefined),
        ms,
        () => undefined,
      ),
  });
}

/** The same exporter; says once that exports fail, and once that they succeed again. */
function reporting(
  exporter: SpanExporter,
  { logger, endpoint: { setting, url } }: ExportOptions,
): SpanExporter {
  const fix = `check that a collector takes traces over HTTP at ${url}, or correct ${setting}; without a collector, remove it`;
  let isFailing = false;
  function report({ code, error }: ExportResult): void {
    const failed = code !== ExportResultCode.SUCCESS;
    if (failed && !isFailing)
      logger.warn({ err: error, fix }, 'traces not exported: spans are dropped');
    if (!failed && isFailing) logger.info('traces are exported again');
    isFailing = failed;
  }
  return {
    export: (spans: ReadableSpan[], done) =>
      exporter.export(spans, (result) => {
        report(result);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
