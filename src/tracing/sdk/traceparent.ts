import type { SpanContext } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';

/** https://www.w3.org/TR/trace-context/#traceparent-header-field-values, version 00. */
const LENGTH = '00-'.length + 32 + 1 + 16 + '-00'.length;

/** The trace context in a job's data; undefined if it is missing or malformed. */
export function readTraceparent(value: unknown): SpanContext | undefined {
  if (typeof value !== 'string' || value.length !== LENGTH) return undefined;
  const parsed = parseTraceParent(value);
  return parsed === null ? undefined : { ...parsed, isRemote: true };
}

export function writeTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}
