import { closestMatch } from 'leven';
import { type Document, LineCounter, parseDocument, visit } from 'yaml';
import type { z } from 'zod';
import { DeepSearchSlackError } from '../model/error.js';
import {
  CHANNEL_SETTING_NAMES,
  LANGUAGES,
  SAME_LANGUAGE,
  SETTING_LIMITS,
  SETTING_NAMES,
  type SettingName,
  SettingsValues,
} from '../model/settings.js';
import { isBudget } from '../model/settings-groups.js';
import { createLocator, type Locate, type Position } from './locate.js';

/** What a settings file says. */
export type SettingsFile = readonly FileWorkspace[];

interface FileOwner {
  /** Where it is named in the file. */
  readonly at: Position;
  readonly values: SettingsValues;
}

export interface FileWorkspace extends FileOwner {
  readonly id: string;
  readonly channels: readonly FileChannel[];
}

export interface FileChannel extends FileOwner {
  /** An ID, or `#` and a name. */
  readonly channel: string;
}

export interface FileProblem {
  readonly at: Position;
  /** What is wrong, and how to correct it. */
  readonly says: string;
}

/** A settings file that says something wrong. */
export class SettingsFileError extends DeepSearchSlackError {
  readonly code = 'settings_file';

  constructor(file: string, problems: readonly FileProblem[]) {
    const inOrder = problems.toSorted((a, b) => a.at.line - b.at.line || a.at.column - b.at.column);
    super(inOrder.map(({ at, says }) => `${file}:${at.line}:${at.column}: ${says}`).join('\n'));
  }
}

const MAX_CHARACTERS = 1_000_000;
const MAX_ALIASES = 100;
const START: Position = { line: 1, column: 1 };

const WORKSPACE_ID = /^[TE][A-Z0-9]{1,30}$/;
const CHANNEL = /^(?:[CG][A-Z0-9]{1,30}|#[^\s#]{1,80})$/u;

/** Reads a settings file. `name` is the file's, for messages. Throws `SettingsFileError` with all that is wrong. */
export function parseSettingsFile(text: string, name: string): SettingsFile {
  const problems: FileProblem[] = [];
  const file = readFile(text, problems);
  if (problems.length > 0) throw new SettingsFileError(name, problems);
  return file;
}

function readFile(text: string, problems: FileProblem[]): SettingsFile {
  if (text.length > MAX_CHARACTERS) {
    problems.push({ at: START, says: `the file has more than ${MAX_CHARACTERS} characters.` });
    return [];
  }
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
  });
  for (const { pos, message } of document.errors) {
    const { line, col } = lines.linePos(pos[0]);
    problems.push({ at: { line, column: col }, says: `this is not valid YAML: ${message}.` });
  }
  if (problems.length > 0) return [];
  visit(document, {
    Alias(_key, alias) {
      if (alias.resolve(document) !== undefined) return;
      const { line, col } = lines.linePos(alias.range?.[0] ?? 0);
      problems.push({ at: { line, column: col }, says: `*${alias.source} is defined nowhere.` });
    },
  });
  const value = problems.length > 0 ? undefined : toValue(document, problems);
  if (problems.length > 0) return [];
  return new Reader(createLocator(document, lines), problems).file(value);
}

function toValue(document: Document, problems: FileProblem[]): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch {
    problems.push({
      at: START,
      says: 'aliases make the file too large: write less of it with them.',
    });
    return undefined;
  }
}

type Path = readonly PropertyKey[];

/** Reads the value of a file, and notes what is wrong in it. */
class Reader {
  constructor(
    readonly locate: Locate,
    readonly problems: FileProblem[],
  ) {}

  file(value: unknown): SettingsFile {
    const { workspaces, ...others } = this.map(value ?? {}, []);
    for (const name of Object.keys(others)) {
      this.report([name], `unknown key ${quote(name)}: list workspaces under "workspaces".`);
    }
    if (workspaces === undefined) {
      if (this.problems.length === 0) this.report([], 'list workspaces under "workspaces".');
      return [];
    }
    return Object.entries(this.map(workspaces, ['workspaces'])).map(([id, of]) =>
      this.workspace(id, of, ['workspaces', id]),
    );
  }

  workspace(id: string, value: unknown, path: Path): FileWorkspace {
    if (!WORKSPACE_ID.test(id)) {
      this.report(path, `${quote(id)} is not the ID of a workspace, such as T012AB3CD.`);
    }
    const { channels, ...set } = this.map(value ?? {}, path);
    const values = this.values(set, path, SETTING_NAMES);
    this.requirePeople(values, values, path);
    const inside = [...path, 'channels'];
    return {
      id,
      at: this.locate(path, 'key'),
      values,
      channels: Object.entries(this.map(channels ?? {}, inside)).map(([channel, of]) =>
        this.channel(channel, of, { path: [...inside, channel], workspace: values }),
      ),
    };
  }

  channel(
    channel: string,
    value: unknown,
    { path, workspace }: { readonly path: Path; readonly workspace: SettingsValues },
  ): FileChannel {
    if (!CHANNEL.test(channel)) {
      this.report(
        path,
        `${quote(channel)} is not a channel: write its ID, such as C012AB3CD, or its name with # in quotes, such as "#payments".`,
      );
      return { channel, at: START, values: {} };
    }
    const values = this.values(this.map(value ?? {}, path), path, CHANNEL_SETTING_NAMES);
    this.requirePeople(values, workspace, path);
    return { channel, at: this.locate(path, 'key'), values };
  }

  values(
    set: Readonly<Record<string, unknown>>,
    path: Path,
    allowed: readonly SettingName[],
  ): SettingsValues {
    const known: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(set)) {
      if (allowed.some((one) => one === name)) known[name] = value;
      else this.report([...path, name], unknownSetting(name, allowed));
    }
    const parsed = SettingsValues.safeParse(known);
    if (parsed.success) {
      for (const name of LISTS) this.requireOnce(name, parsed.data[name] ?? [], path);
      return parsed.data;
    }
    for (const issue of parsed.error.issues) this.reportIssue(issue, path);
    return {};
  }

  reportIssue(issue: z.core.$ZodIssue, path: Path): void {
    const name = issue.path[0] as SettingName;
    const at = [...path, ...issue.path];
    const isTooLarge = issue.code === 'too_big' && isBudget(name);
    const says = `${name}: ${isTooLarge ? AT_MOST : EXPECTED[name]}.`;
    if (issue.code !== 'unrecognized_keys') this.reportValue(at, says);
    else for (const key of issue.keys) this.report([...at, key], says);
  }

  requireOnce(name: SettingName, listed: readonly string[], path: Path): void {
    for (const [i, one] of listed.entries()) {
      if (listed.indexOf(one) === i) continue;
      this.reportValue([...path, name, i], `${name}: ${quote(one)} is listed twice: remove one.`);
    }
  }

  requirePeople({ who, people }: SettingsValues, inherited: SettingsValues, path: Path): void {
    if (who !== 'listed' || (people ?? inherited.people ?? []).length > 0) return;
    this.reportValue([...path, 'who'], 'who: list who may ask under "people", or set "everyone".');
  }

  map(value: unknown, path: Path): Readonly<Record<string, unknown>> {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
    this.reportValue(path, `${quote(String(path.at(-1) ?? 'the file'))} must be a map of keys.`);
    return {};
  }

  report(path: Path, says: string): void {
    this.problems.push({ at: this.locate(path, 'key'), says });
  }

  reportValue(path: Path, says: string): void {
    this.problems.push({ at: this.locate(path, 'value'), says });
  }
}

const LISTS = ['people', 'repositories', 'audience'] as const;

const AT_MOST = `set at most ${SETTING_LIMITS.amount}`;

const BUDGET =
  'set numbers, such as {day: {questions: 200}, month: {questions: 2000, credits: 50}}';

/** What is to be set. */
const EXPECTED: Readonly<Record<SettingName, string>> = {
  who: 'set "everyone" or "listed"',
  people: `list at most ${SETTING_LIMITS.people} user IDs, such as U012AB3CD`,
  replies: 'set "all" or "mention"',
  answers: 'set "thread" or "asker"',
  language: `set "${SAME_LANGUAGE}" (the language of the question), or one of ${LANGUAGES.join(', ')}`,
  repositories: `list at most ${SETTING_LIMITS.repositories} repositories by the names that the instance lists, such as github.com/acme/shop`,
  instructions: `set a text of at most ${SETTING_LIMITS.instructions} characters, without control characters`,
  audience: `list at most ${SETTING_LIMITS.audience} repositories or patterns, such as github.com/acme/*`,
  personBudget: BUDGET,
  channelBudget: BUDGET,
  workspaceBudget: BUDGET,
};

function unknownSetting(name: string, allowed: readonly SettingName[]): string {
  if (SETTING_NAMES.some((one) => one === name)) {
    return `${name} can be set for a workspace only: move it out of the channel.`;
  }
  const similar = closestMatch(name, [...allowed], { maxDistance: 3 });
  const hint =
    similar === undefined ? `use one of ${allowed.join(', ')}` : `did you mean ${similar}?`;
  return `unknown setting ${quote(name)}: ${hint}${hint.endsWith('?') ? '' : '.'}`;
}

function quote(text: string): string {
  return JSON.stringify(text);
}
