import { NO_TRACING, type Tracing, type TracingOptions } from '../tracing.js';
import { readTracingSettings } from './settings.js';

/** Traces as the environment says. The SDK of OpenTelemetry is loaded only if they are exported. */
export async function startTracing(
  env: Record<string, string | undefined>,
  { version, role, logger }: TracingOptions,
): Promise<Tracing> {
  const settings = readTracingSettings(env);
  if (settings.kind === 'off') {
    const { problem } = settings;
    if (problem !== undefined) logger.warn(problem, 'traces are off: unsupported setting');
    return NO_TRACING;
  }
  const { createTracing } = await import('./sdk/create-tracing.js');
  return createTracing({ ...settings, version, role, logger });
}
