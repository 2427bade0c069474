import {
  type FileChannel,
  type FileProblem,
  type FileWorkspace,
  type SettingsFile,
  SettingsFileError,
} from '../../settings/parse-file.js';
import type { FileLayer } from '../../settings/plan-file.js';
import { isKnown, type WorkspaceChannels } from './workspace-channels.js';

/**
 * The settings of a file by the IDs of its workspaces and channels. `name` is the file's, for messages.
 * Throws `SettingsFileError` if it names a workspace without the app, or a channel that Slack does not tell.
 */
export async function resolveFile(
  file: SettingsFile,
  name: string,
  slack: WorkspaceChannels,
): Promise<FileLayer[]> {
  const problems: FileProblem[] = [];
  const installed = await slack.workspaces();
  const layers: FileLayer[] = [];
  for (const workspace of file) {
    if (isKnown(installed) && !installed.includes(workspace.id)) {
      const known = installed.length === 0 ? 'nowhere' : `in ${installed.join(', ')}`;
      const says = `the app is not installed in ${workspace.id}, but ${known}.`;
      problems.push({ at: workspace.at, says });
    } else {
      layers.push(...(await resolveWorkspace(workspace, slack, problems)));
    }
  }
  if (problems.length > 0) throw new SettingsFileError(name, problems);
  return layers;
}

async function resolveWorkspace(
  { id: workspace, values, channels }: FileWorkspace,
  slack: WorkspaceChannels,
  problems: FileProblem[],
): Promise<FileLayer[]> {
  const layers: FileLayer[] = [{ owner: { workspace }, values }];
  const seen = new Map<string, FileChannel>();
  for (const one of channels) {
    const found = await channelId(one.channel, workspace, slack);
    const first = seen.get(found.id ?? '');
    if (found.id === undefined) problems.push({ at: one.at, says: found.why });
    else if (first !== undefined) {
      const says = `${one.channel} is the same channel as ${first.channel} on line ${first.at.line}: put them together.`;
      problems.push({ at: one.at, says });
    } else {
      seen.set(found.id, one);
      layers.push({ owner: { workspace, channel: found.id }, values: one.values });
    }
  }
  return layers;
}

type FoundChannel = { readonly id: string } | { readonly id?: never; readonly why: string };

async function channelId(
  channel: string,
  workspace: string,
  slack: WorkspaceChannels,
): Promise<FoundChannel> {
  if (!channel.startsWith('#')) return { id: channel };
  const joined = await slack.channels(workspace);
  if (!isKnown(joined)) {
    return { why: `Slack does not say which channel ${channel} is: use its ID. ${joined.why}` };
  }
  const id = joined.find(({ name }) => name === channel.slice(1))?.id;
  if (id !== undefined) return { id };
  return {
    why: `the app is in no channel ${channel} of ${workspace}: invite it there, or use the channel's ID.`,
  };
}
