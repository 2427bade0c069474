import { type StoredWorkspace, writeSettingsFile } from '../../settings/write-file.js';
import type { SettingsOwner } from '../../store/settings.js';
import type { ShowSettingsCommand } from './settings-arguments.js';
import { type Said, SettingsCommandError, type SettingsContext } from './settings-context.js';
import { channelNames, isKnown } from './workspace-channels.js';

/** Prints the stored settings as a file that `apply` takes back unchanged. */
export async function showSettings(
  { workspaces: only }: ShowSettingsCommand,
  context: SettingsContext,
): Promise<Said> {
  const owners = await context.settings.owners();
  const ids = only.length > 0 ? only : await knownWorkspaces(owners, context);
  const shown = owners.filter(({ workspace }) => ids.includes(workspace));
  const names = await channelNames(shown, context.slack);
  const stored = ids.map((id) => {
    const own = shown.filter(({ workspace, channel }) => workspace === id && channel !== undefined);
    return readWorkspace(id, { own, names, settings: context.settings });
  });
  return { text: writeSettingsFile(await Promise.all(stored)), code: 0 };
}

async function knownWorkspaces(
  owners: readonly SettingsOwner[],
  { slack }: SettingsContext,
): Promise<string[]> {
  const installed = await slack.workspaces();
  const stored = owners.map(({ workspace }) => workspace);
  return [...new Set([...(isKnown(installed) ? installed : []), ...stored])].sort();
}

interface ReadWorkspaceOptions extends Pick<SettingsContext, 'settings'> {
  /** Its channels. */
  readonly own: readonly SettingsOwner[];
  readonly names: ReadonlyMap<string, string>;
}

async function readWorkspace(
  id: string,
  { own, names, settings }: ReadWorkspaceOptions,
): Promise<StoredWorkspace> {
  const [layer, ...layers] = await settings.layers([{ workspace: id }, ...own]);
  if (layer === undefined) throw new SettingsCommandError('Redis returned no settings.');
  const channels = own.flatMap(({ channel = '' }, i) => {
    const of = layers[i];
    const name = names.get(channel);
    if (of === undefined) return [];
    return [{ id: channel, layer: of, ...(name === undefined ? {} : { name }) }];
  });
  return { id, layer, channels };
}
