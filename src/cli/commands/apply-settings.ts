import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { jsonWithoutTerminalEscapes } from '../../control-characters.js';
import { createChangeSettings, type SettingsEdit } from '../../settings/change-settings.js';
import { describeChanges, type OwnedDifference } from '../../settings/describe-changes.js';
import { differences, editLayer } from '../../settings/edit-layer.js';
import { parseSettingsFile } from '../../settings/parse-file.js';
import { planFile } from '../../settings/plan-file.js';
import { resolveFile } from './resolve-settings.js';
import type { ApplySettingsCommand, DiffSettingsCommand } from './settings-arguments.js';
import { type Said, SettingsCommandError, type SettingsContext } from './settings-context.js';
import { channelNames, isKnown } from './workspace-channels.js';

/** If something would change: neither an error nor a wrong usage. */
const DIFFERS = 3;

const ADD_YES = 'Nothing was changed: add --yes to apply this.';
const CONFLICT =
  'Nothing was changed: somebody else changed these settings in the meantime. Run it again to see what is different now.';

/** Prints what applying a file would change. */
export async function diffFile(
  { file, json, exitCode }: DiffSettingsCommand,
  context: SettingsContext,
): Promise<Said> {
  const edits = await readPlan(file, context);
  const differs = exitCode && changesOf(edits).length > 0;
  return { text: await describe(edits, { json, context }), code: differs ? DIFFERS : 0 };
}

/** Prints the same, asks, and makes the file true; all of it or, if somebody else was faster, nothing. */
export async function applyFile(
  { file, json, yes, by }: ApplySettingsCommand,
  {
    confirm,
    ...context
  }: SettingsContext & {
    readonly confirm: ((shown: string) => Promise<boolean>) | undefined;
  },
): Promise<Said> {
  const edits = await readPlan(file, context);
  const said = await describe(edits, { json, context });
  if (changesOf(edits).length === 0) return { text: said, code: 0 };
  if (!yes && confirm === undefined) throw new SettingsCommandError(`${said}\n${ADD_YES}`);
  if (!yes && !(await confirm?.(said))) return { text: 'Nothing was changed.\n', code: 1 };
  await change(edits, by ?? userInfo().username, context);
  if (json) return { text: said, code: 0 };
  return { text: yes ? `${said}\nApplied.\n` : 'Applied.\n', code: 0 };
}

async function readPlan(file: string, { settings, slack }: SettingsContext) {
  const wanted = await resolveFile(parseSettingsFile(readText(file), file), file, slack);
  const named = new Set(wanted.map(({ owner }) => owner.workspace));
  const owners = (await settings.owners()).filter(({ workspace }) => named.has(workspace));
  const layers = await settings.layers(owners);
  const stored = owners.flatMap((owner, i) => {
    const layer = layers[i];
    return layer === undefined ? [] : [{ owner, layer }];
  });
  return planFile(wanted, stored);
}

/** Who fixes the values is not shown. */
const ANYBODY = { by: '', via: 'file', at: 0 } as const;

function changesOf(edits: readonly SettingsEdit[]): OwnedDifference[] {
  return edits.flatMap(({ owner, before, patch }) =>
    differences(before, editLayer(before, patch, ANYBODY)).map((one) => ({ ...one, owner })),
  );
}

async function describe(
  edits: readonly SettingsEdit[],
  { json, context }: { readonly json: boolean; readonly context: SettingsContext },
): Promise<string> {
  const changes = changesOf(edits);
  const unchecked = await uncheckedOf(edits, context.slack);
  if (json) {
    const not = unchecked.length === 0 ? {} : { unchecked };
    return `${jsonWithoutTerminalEscapes({ changes: changes.map(asJson), ...not }, 2)}\n`;
  }
  const owners = changes.map(({ owner }) => owner);
  const names = await channelNames(owners, context.slack);
  const said = describeChanges(changes, ({ channel = '' }) => names.get(channel));
  return [...unchecked.map((line) => `${line}\n`), said].join('');
}

/** Sentences: which IDs of the file may be wrong, since Slack does not tell of them. */
async function uncheckedOf(
  edits: readonly SettingsEdit[],
  slack: SettingsContext['slack'],
): Promise<string[]> {
  const installed = await slack.workspaces();
  if (!isKnown(installed)) {
    return [`The IDs of workspaces and channels were not checked. ${installed.why}`];
  }
  const inFile = edits.filter(({ patch }) => Object.values(patch).some((one) => one !== undefined));
  const owners = inFile.map(({ owner }) => owner);
  const names = await channelNames(owners, slack);
  const unknown = owners.flatMap(({ channel }) =>
    channel === undefined || names.has(channel) ? [] : [channel],
  );
  if (unknown.length === 0) return [];
  const ids = unknown.length === 1 ? 'This channel ID was' : 'These channel IDs were';
  const list = unknown.join(', ');
  return [`${ids} not checked, since the app is not in such a channel: ${list}.`];
}

function asJson({ owner, name, before, after, isFixed }: OwnedDifference) {
  return { ...owner, setting: name, before, after, fixed: isFixed };
}

async function change(
  edits: readonly SettingsEdit[],
  by: string,
  { settings }: SettingsContext,
): Promise<void> {
  const changeSettings = createChangeSettings({ settings });
  const changed = await changeSettings(edits, { by, via: 'file', at: Date.now() });
  if (changed === undefined) throw new SettingsCommandError(CONFLICT);
}

/** `-`: the standard input. */
function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    const reason = code === 'ENOENT' ? 'there is no such file' : code;
    throw new SettingsCommandError(`${file} cannot be read: ${reason}.`, { cause });
  }
}
