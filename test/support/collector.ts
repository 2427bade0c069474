import { z } from 'zod';
import { json, startHttpServer } from './http-server.js';

/** OTLP as JSON: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
const Attribute = z.object({
  key: z.string(),
  value: z.record(z.string(), z.unknown()).transform((value) => Object.values(value)[0]),
});
const Attributes = z
  .array(Attribute)
  .default([])
  .transform((all) => Object.fromEntries(all.map(({ key, value }) => [key, value])));
const SpanData = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.coerce.number(),
  endTimeUnixNano: z.coerce.number(),
  attributes: Attributes,
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
  events: z.array(z.unknown()).default([]),
  status: z.object({ code: z.number().default(0), message: z.string().optional() }).default({
    code: 0,
  }),
});
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(SpanData) })),
    }),
  ),
});

export type ExportedSpan = z.output<typeof SpanData> & {
  readonly resource: Readonly<Record<string, unknown>>;
};

/** A collector of traces, over OTLP and HTTP. */
export async function startCollector() {
  const server = await startHttpServer();
  server.handle(json(200, {}));
  return {
    url: server.url,
    server,
    /** What a bot exports there with, in JSON, and without waiting for more spans. */
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: server.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '20',
    },
    /** Every span that was accepted, in the order of arrival. */
    spans: (): ExportedSpan[] =>
      server.seen
        .filter(({ path }) => path === '/v1/traces')
        .flatMap(({ body }) => Export.parse(JSON.parse(body)).resourceSpans)
        .flatMap(({ resource, scopeSpans }) =>
          scopeSpans
            .flatMap(({ spans }) => spans)
            .map((span) => ({ ...span, resource: resource.attributes })),
        ),
    close: () => server.close(),
  };
}
