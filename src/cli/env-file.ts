import { fixFor, type Variable } from '../config/environment.js';
import { ConfigError, describeSettings, readConfig } from '../config.js';

interface First {
  /** For `ENCRYPTION_KEY`. */
  readonly key: string;
  readonly socketMode: boolean;
  readonly url?: string;
  readonly instance?: string;
}

const HEAD = `# Settings of deepsearch-slack. Settings that have a value, or need one, are active; the others are
# commented out and show their default. This file contains secrets: keep it out of version control.
`;

/** A first `.env`: every variable that is read, with its meaning; empty where one must be found. */
export function writeEnv({ key, socketMode, url, instance }: First): string {
  const needed = neededFor(socketMode);
  const given = new Map([['ENCRYPTION_KEY', key]]);
  if (url !== undefined) given.set('PUBLIC_URL', url);
  if (instance !== undefined) given.set('DEEPSEARCH_URL', instance);
  const entries = describeSettings().map(({ name, meaning, fallback = '' }) => {
    const value = given.get(name);
    const bare = value !== undefined || needed.has(name);
    const about = needed.has(name) && value === undefined ? sentence(fixFor(name as Variable)) : [];
    const lines = [...sentence(meaning), ...about].map((line) => `# ${line}`);
    return [...lines, `${bare ? '' : '# '}${name}=${value ?? fallback}`].join('\n');
  });
  return `${[HEAD.trimEnd(), ...entries].join('\n\n')}\n`;
}

/** What the settings themselves say is missing, where nothing is set but the transport. */
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

/** Without Markdown, and with the ending of a sentence. */
function sentence(text: string): string[] {
  const plain = text.replaceAll('`', '');
  return [`${plain.charAt(0).toUpperCase()}${plain.slice(1)}.`];
}
