import { parseEnv } from 'node:util';
import { fixFor, type Variable } from '../../config/environment.js';
import { ConfigError, describeSettings, readConfig } from '../../config.js';

const HEAD = `# Settings of deepsearch-slack. Settings that have a value, or need one, are active; the others are
# commented out and show their default. This file contains secrets: keep it out of version control.
`;

/** Which settings an app needs: `distributed` is HTTP, with installations in several workspaces. */
export type AppKind = 'socket' | 'http' | 'distributed';

/** The text of a new `.env`: all variables with their meaning; those that must be set are empty. */
export function writeEnv(kind: AppKind): string {
  const needed = neededFor(kind);
  const entries = describeSettings().map(({ name, fallback = '' }) => {
    const isActive = needed.has(name);
    const line = `${isActive ? '' : '# '}${name}=${isActive ? '' : fallback}`;
    return entry(name, { isActive, line });
  });
  return `${[HEAD.trimEnd(), ...entries].join('\n\n')}\n`;
}

/** The text of an existing `.env`, with what must be set and is not there at its end, still empty. */
export function completeEnv(text: string, kind: AppKind): string {
  const present = parseEnv(text);
  const missing = [...neededFor(kind)].filter((name) => !(name in present));
  if (missing.length === 0) return text;
  const entries = missing.map((name) => entry(name, { isActive: true, line: `${name}=` }));
  return `${[text.trimEnd(), ...entries].join('\n\n')}\n`;
}

function entry(name: string, { isActive, line }: { isActive: boolean; line: string }): string {
  const { meaning = '' } = describeSettings().find((setting) => setting.name === name) ?? {};
  const sentences = [meaning, ...(isActive ? [fixFor(name as Variable)] : [])].map(sentence);
  return [...sentences.map((text) => `# ${text}`), line].join('\n');
}

/** What makes an app one of this kind. */
const CHOSEN: Readonly<Record<AppKind, Partial<Record<Variable, string>>>> = {
  socket: { SLACK_APP_TOKEN: 'xapp-' },
  http: {},
  distributed: { SLACK_CLIENT_ID: '1.2' },
};

/** The variables that are required if only the kind is chosen. */
function neededFor(kind: AppKind): ReadonlySet<string> {
  const needed = new Set(Object.keys(CHOSEN[kind]));
  try {
    readConfig(CHOSEN[kind], 'both');
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const { name } of error.issues) needed.add(name);
  }
  return needed;
}

/** A sentence without Markdown. One that begins with a value keeps its case: it may be copied. */
function sentence(text: string): string {
  const plain = text.replaceAll('`', '');
  if (text.startsWith('`')) return `${plain}.`;
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}.`;
}
