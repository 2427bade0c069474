import { readTracingSettings } from '../../tracing/settings.js';
import { type Findings, ok, warning } from '../doctor.js';

/** Where traces go. Whether a collector takes them is seen once there is one to send. */
export function checkTraces(env: Readonly<Record<string, string | undefined>>): Findings {
  const settings = readTracingSettings(env);
  if (settings.kind === 'otlp') return ok(`exported to ${settings.endpoint.url}`);
  const { problem } = settings;
  if (problem === undefined) return ok('off');
  return warning(`off: ${problem.setting} has an unsupported value`, problem.fix);
}
