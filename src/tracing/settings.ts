import type { TraceEndpoint } from '../tracing.js';

/** Whether traces are exported, and how. `problem`: why they are not, although somebody wants them. */
export type TracingSettings =
  | { readonly kind: 'off'; readonly problem?: SettingProblem }
  | { readonly kind: 'otlp'; readonly protocol: Protocol; readonly endpoint: TraceEndpoint };

export type Protocol = 'http/protobuf' | 'http/json';

export interface SettingProblem {
  readonly setting: string;
  readonly fix: string;
}

const OFF = { kind: 'off' } as const;
const PROTOCOLS = ['http/protobuf', 'http/json'] as const;

/**
 * Reads OpenTelemetry's own variables. Its specification turns traces on by default; here they are off until
 * there is somewhere to send them. What is not supported turns them off instead of stopping the app, since a
 * platform may set these variables for everything that it runs.
 * https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
export function readTracingSettings(env: Record<string, string | undefined>): TracingSettings {
  const value = (name: string) => env[name]?.trim() ?? '';
  if (value('OTEL_SDK_DISABLED').toLowerCase() === 'true') return OFF;
  const exporter = value('OTEL_TRACES_EXPORTER');
  const endpoint = ENDPOINTS.find((name) => value(name) !== '');
  if (exporter === 'none') return OFF;
  if (exporter === '' && endpoint === undefined) return OFF;
  if (exporter !== '' && exporter !== 'otlp') {
    return off('OTEL_TRACES_EXPORTER', 'set it to otlp, or to none');
  }
  if (endpoint !== undefined && !isHttp(value(endpoint))) {
    return off(endpoint, 'set it to a URL that starts with http:// or https://');
  }
  const named = PROTOCOL_NAMES.find((name) => value(name) !== '') ?? PROTOCOL_NAMES[1];
  const wanted = value(named) || 'http/protobuf';
  const protocol = PROTOCOLS.find((known) => known === wanted);
  if (protocol === undefined) return off(named, `set it to ${PROTOCOLS.join(' or ')}`);
  return { kind: 'otlp', protocol, endpoint: endpointOf(endpoint, value) };
}

function endpointOf(
  name: (typeof ENDPOINTS)[number] | undefined,
  value: (name: string) => string,
): TraceEndpoint {
  const [, general] = ENDPOINTS;
  const setting = name ?? general;
  const { origin, pathname } = new URL(name === undefined ? DEFAULT_ENDPOINT : value(name));
  const path = setting === general ? `${pathname.replace(/\/$/, '')}/v1/traces` : pathname;
  return { setting, url: `${origin}${path}` };
}

/** Of the exporter. */
const DEFAULT_ENDPOINT = 'http://localhost:4318';

/** The first that is set counts. */
const ENDPOINTS = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const;
const PROTOCOL_NAMES = [
  'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
  'OTEL_EXPORTER_OTLP_PROTOCOL',
] as const;

function off(setting: string, fix: string): TracingSettings {
  return { kind: 'off', problem: { setting, fix } };
}

function isHttp(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
}
