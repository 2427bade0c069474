import { expect, it } from 'vitest';
import { readTracingSettings } from '../../src/tracing/settings.js';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

it.each([
  ['nothing is set', {}],
  ['only the name and the sampler are set', { OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER: 'y' }],
  ['the SDK is disabled', { ...ENDPOINT, OTEL_SDK_DISABLED: 'TRUE' }],
  ['the exporter is none', { ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }],
  ['the endpoint is empty', { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }],
])('traces are off if %s', (_what, env) => {
  expect(readTracingSettings(env)).toEqual({ kind: 'off' });
});

it.each([
  ['an endpoint', ENDPOINT, 'http/protobuf'],
  ['an endpoint of traces', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://c/t' }, 'http/protobuf'],
  ['the exporter', { OTEL_TRACES_EXPORTER: 'otlp' }, 'http/protobuf'],
  ['JSON', { ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }, 'http/json'],
  [
    'JSON for traces',
    {
      ...ENDPOINT,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
    },
    'http/json',
  ],
])('traces are exported with %s', (_what, env, protocol) => {
  expect(readTracingSettings(env)).toMatchObject({ kind: 'otlp', protocol });
});

it.each([
  ['OTEL_EXPORTER_OTLP_PROTOCOL', { ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }],
  ['OTEL_TRACES_EXPORTER', { ...ENDPOINT, OTEL_TRACES_EXPORTER: 'zipkin' }],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'no url' }],
])('an unsupported %s turns them off and is named', (setting, env) => {
  expect(readTracingSettings(env)).toMatchObject({ kind: 'off', problem: { setting } });
});

it.each([
  ['http://collector:4318/v1/traces', ENDPOINT],
  ['http://c/base/v1/traces', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://me:secret@c/base/?key=1' }],
  ['https://c/t', { ...ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://c/t' }],
  ['http://localhost:4318/v1/traces', { OTEL_TRACES_EXPORTER: 'otlp' }],
])('traces go to %s', (url, env) => {
  expect(readTracingSettings(env)).toMatchObject({ endpoint: { url } });
});
