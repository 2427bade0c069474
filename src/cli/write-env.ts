import { fixFor, type Variable } from '../config/environment.js';
import { ConfigError, describeSettings, readConfig } from '../config.js';

interface EnvOptions {
  /** For `ENCRYPTION_KEY`. */
  readonly key: string;
  readonly socketMode: boolean;
  readonly url?: string;
  readonly instance?: string;
}

const HEAD = `# Settings of deepsearch-slack. Settings that have a value, or need one, are active; the others are
# commented out and show their default. This file contains secrets: keep it out of version control.
`;

/** The text of a new `.env`: all variables with their meaning; those that must be set are empty. */
export function writeEnv({ key, socketMode, url, instance }: EnvOptions): string {
  const needed = neededFor(socketMode);
  const values = new Map([['ENCRYPTION_KEY', key]]);
  if (url !== undefined) values.set('PUBLIC_URL', url);
  if (instance !== undefined) values.set('DEEPSEARCH_URL', instance);
  const entries = describeSettings().map(({ name, meaning, fallback = '' }) => {
    const value = values.get(name);
    const isActive = value !== undefined || needed.has(name);
    const about = needed.has(name) && value === undefined ? sentence(fixFor(name as Variable)) : [];
    const lines = [...sentence(meaning), ...about].map((line) => `# ${line}`);
    return [...lines, `${isActive ? '' : '# '}${name}=${value ?? fallback}`].join('\n');
  });
  return `${[HEAD.trimEnd(), ...entries].join('\n\n')}\n`;
}

/** The variables that are required if only the transport is set. */
function neededFor(socketMode: boolean): ReadonlySet<string> {
  const needed = new Set(socketMode ? ['SLACK_APP_TOKEN'] : []);
  try {
    readConfig(socketMode ? { SLACK_APP_TOKEN: 'xapp-' } : {}, 'both');
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const { name } of error.issues) needed.add(name);
  }
  return needed;
}

/** A sentence without Markdown. */
function sentence(text: string): string[] {
  const plain = text.replaceAll('`', '');
  return [`${plain.charAt(0).toUpperCase()}${plain.slice(1)}.`];
}
