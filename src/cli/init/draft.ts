import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { OAUTH_VARIABLES, type Variable } from '../../config/environment.js';
import { apiRoot, encryptionKeys, httpUrl, isLoopback } from '../../config/formats.js';
import { describeSettings } from '../../config.js';
import { type InitCommand, publicUrl } from '../commands/init-arguments.js';
import type { Env } from '../commands/settings.js';
import { commentedOut, setVariables } from './env-text.js';
import { type InitPaths, pathsIn, readIfPresent, writeSettings } from './files.js';
import { InitError } from './init-error.js';
import { completeEnv, writeEnv } from './write-env.js';

/** How Slack reaches the app. */
export type Transport =
  | { readonly kind: 'socket' }
  | { readonly kind: 'http'; readonly url: string };

/** The settings as far as they are known: those in `.env`, and what was added to them. */
export interface Draft {
  readonly paths: InitPaths;
  /** There was a `.env` with something in it. */
  readonly existed: boolean;
  /** Its `ENCRYPTION_KEY` is kept. */
  readonly keptKey: boolean;
  env(): Env;
  /** Undefined if it is not set, or empty. */
  get(name: Variable): string | undefined;
  /** Known from now on, and in `.env` once that is saved. */
  set(values: Partial<Readonly<Record<Variable, string>>>): void;
  /** Commented out in `.env` once that is saved, if it has a value. `why` completes "with it, the app would …". */
  disable(name: Variable, why: string): void;
  /** Restores the value that is commented out in `.env`, unless the variable has one. */
  restore(name: Variable): void;
  /** What was commented out or restored, a sentence each. */
  readonly remarks: readonly string[];
  /** Several workspaces install the app by OAuth. */
  isDistributed(): boolean;
  /** Writes `.env` with everything that this transport needs. Throws `InitError`. */
  save(transport: Transport['kind']): void;
}

/** Reads `.env` in the folder, if there is one. Throws `InitError`. */
export function openDraft(dir: string): Draft {
  const paths = pathsIn(dir);
  let text = readIfPresent(paths.env) ?? '';
  const known = { ...parseEnv(text) };
  const changes = new Map<string, string | undefined>();
  const remarks: string[] = [];
  const key = known['ENCRYPTION_KEY']?.trim() ?? '';
  const keptKey = encryptionKeys.safeParse(key).success;
  // It may have a typo, and be the only copy of what decrypts everything stored.
  if (key !== '' && !keptKey) {
    throw new InitError(
      `ENCRYPTION_KEY in ${paths.env} is invalid: correct it, or remove it to get a new one.`,
    );
  }
  const draft: Draft = {
    paths,
    existed: text.trim() !== '',
    keptKey,
    env: () => known,
    get: (name) => known[name]?.trim() || undefined,
    set(values) {
      Object.assign(known, values);
      for (const [name, value] of Object.entries(values)) changes.set(name, value);
    },
    remarks,
    disable(name, why) {
      if (draft.get(name) === undefined) return;
      delete known[name];
      changes.set(name, undefined);
      remarks.push(`Commented out ${name} in ${paths.env}: with it, the app would ${why}.`);
    },
    restore(name) {
      const value = commentedOut(text, name);
      if (value === undefined || draft.get(name) !== undefined) return;
      known[name] = value;
      text = setVariables(text, new Map([[name, value]]));
      remarks.push(`Restored ${name}, which was commented out in ${paths.env}.`);
    },
    isDistributed: () =>
      draft.get('SLACK_BOT_TOKEN') === undefined &&
      OAUTH_VARIABLES.some((name) => draft.get(name) !== undefined),
    save(transport) {
      const kind = transport === 'http' && draft.isDistributed() ? 'distributed' : transport;
      const base = text.trim() === '' ? writeEnv(kind) : completeEnv(text, kind);
      writeSettings(paths.env, setVariables(base, changes));
    },
  };
  if (!keptKey) draft.set({ ENCRYPTION_KEY: randomBytes(32).toString('base64') });
  return draft;
}

/** How the app was reached so far; undefined if `.env` does not say. */
export function currentTransport(draft: Draft): Transport | undefined {
  if (draft.get('SLACK_APP_TOKEN') !== undefined) return { kind: 'socket' };
  const url = publicUrl(draft.get('PUBLIC_URL') ?? '');
  return url === undefined ? undefined : { kind: 'http', url };
}

/** With an app token, the app would use Socket Mode, which can serve only one workspace. */
export function setTransport(draft: Draft, transport: Transport): void {
  if (transport.kind === 'http') {
    draft.set({ PUBLIC_URL: transport.url });
    draft.disable('SLACK_APP_TOKEN', 'use Socket Mode');
    return;
  }
  draft.restore('SLACK_APP_TOKEN');
  if (!draft.isDistributed()) return;
  for (const name of OAUTH_VARIABLES) draft.disable(name, 'be for several workspaces');
  draft.restore('SLACK_BOT_TOKEN');
}

/** Whether the app is to use a stand-in for Slack on this machine, such as `npm run workspace`. */
export function usesLocalSlack(draft: Draft): boolean {
  const api = apiRoot.safeParse(draft.get('SLACK_API_URL'));
  return api.success && isLoopback(api.data);
}

/** Adds what the arguments say. Throws `InitError`. */
export function setGiven(draft: Draft, { values, instance, slackApiUrl }: InitCommand): void {
  if (values !== undefined) draft.set(readValues(values));
  if (instance !== undefined) draft.set({ DEEPSEARCH_URL: instance });
  if (slackApiUrl !== undefined) draft.set({ SLACK_API_URL: slackApiUrl });
}

/** Prepares the settings for several workspaces: with a bot token, the app would be for one. */
export function setDistributed(draft: Draft): void {
  draft.disable('SLACK_BOT_TOKEN', 'be for one workspace');
  for (const name of OAUTH_VARIABLES) draft.restore(name);
  if (draft.get('SLACK_STATE_SECRET') !== undefined) return;
  draft.set({ SLACK_STATE_SECRET: randomBytes(32).toString('hex') });
}

/** The URL of the instance; undefined if it is not set, or wrong. */
export function instanceOf(draft: Draft): string | undefined {
  const instance = httpUrl.safeParse(draft.get('DEEPSEARCH_URL'));
  return instance.success ? instance.data : undefined;
}

/** Settings from lines NAME=VALUE of a file, or of standard input (`-`). Throws `InitError`. */
function readValues(path: string): Partial<Record<Variable, string>> {
  let text: string;
  try {
    text = readFileSync(path === '-' ? 0 : path, 'utf8');
  } catch (cause) {
    throw new InitError(`--values cannot be read: ${(cause as Error).message}`, { cause });
  }
  const names = new Set(describeSettings().map(({ name }) => name));
  const given = Object.entries(parseEnv(text)).filter(([, value]) => value !== '');
  const unknown = given.map(([name]) => name).filter((name) => !names.has(name));
  if (unknown.length > 0) {
    throw new InitError(
      `--values has what is not a setting: ${unknown.join(', ')}. See docs/settings.md.`,
    );
  }
  return Object.fromEntries(given);
}
