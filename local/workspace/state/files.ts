import { newId } from '../protocol/ids.js';
import { canSee } from './directory.js';
import type { ChannelRecord, FileRecord, Install, PersonRecord, StoredMessage } from './records.js';
import type { WorkspaceState } from './workspace-state.js';

const MAX_FILES = 500;

/** Adds a file of a person. It is visible once a message shares it. */
export function addFile(
  state: WorkspaceState,
  { id: user, team_id: teamId }: Pick<PersonRecord, 'id' | 'team_id'>,
  { name, content }: { readonly name: string; readonly content: Buffer },
): FileRecord {
  const file: FileRecord = {
    id: newId('F'),
    teamId,
    name,
    title: name,
    user,
    created: state.clock.seconds(),
    length: content.length,
    content,
    completed: true,
  };
  saveFile(state, file);
  return file;
}

export function saveFile(state: WorkspaceState, file: FileRecord): void {
  state.files.set(file.id, file);
  const oldest = state.files.keys().next().value;
  if (state.files.size > MAX_FILES && oldest !== undefined) state.files.delete(oldest);
}

/** The file object in messages and `files.info`. */
export function fileObject(file: FileRecord, origin: string): Record<string, unknown> {
  const extension = file.name.split('.').at(-1) ?? '';
  const fileUrl = `${origin}/files/${file.id}`;
  const name = encodeURIComponent(file.name);
  return {
    id: file.id,
    created: file.created,
    timestamp: file.created,
    name: file.name,
    title: file.title,
    mimetype: Object.hasOwn(TEXT_TYPES, extension) ? 'text/plain' : 'application/octet-stream',
    filetype: extension === 'md' ? 'markdown' : extension,
    pretty_type: TEXT_TYPES[extension] ?? 'Binary',
    user: file.user,
    size: file.content?.length ?? file.length,
    mode: 'hosted',
    is_external: false,
    url_private: `${fileUrl}/${name}`,
    url_private_download: `${fileUrl}/download/${name}`,
    permalink: `${fileUrl}/${name}`,
  };
}

/** `pretty_type` by file extension. */
const TEXT_TYPES: Readonly<Record<string, string>> = {
  log: 'Plain Text',
  md: 'Markdown',
  txt: 'Plain Text',
};

/** With `files:read` the app can read its own files and those shared in its channels. */
export function appCanRead(state: WorkspaceState, file: FileRecord, install: Install): boolean {
  const { botUserId, scopes } = install;
  if (!scopes.has('files:read')) return false;
  return file.user === botUserId || sharedIn(state, file).some((it) => it.members.has(botUserId));
}

export function personCanRead(state: WorkspaceState, file: FileRecord, viewer: string): boolean {
  return sharedIn(state, file).some((channel) => canSee(state, viewer, channel));
}

function sharedIn(state: WorkspaceState, file: FileRecord): ChannelRecord[] {
  return [...state.channels.values()].filter((channel) => messagesWith(channel, file).length > 0);
}

function messagesWith({ messages }: ChannelRecord, { id }: FileRecord): StoredMessage[] {
  return [...messages.values()].filter((it) => it.files?.some((file) => file['id'] === id));
}

/** Where a file is shared: https://docs.slack.dev/reference/objects/file-object */
export function sharesOf(state: WorkspaceState, file: FileRecord): Record<string, unknown> {
  const channels = sharedIn(state, file);
  const isPublic = ({ kind }: ChannelRecord) => kind === 'public';
  const isDirect = ({ kind }: ChannelRecord) => kind === 'direct';
  const ids = (wanted: (channel: ChannelRecord) => boolean) =>
    channels.filter(wanted).map(({ id }) => id);
  const sharesIn = (wanted: (channel: ChannelRecord) => boolean) => {
    const shares = channels.filter(wanted).map((it) => [it.id, channelShares(it, file)]);
    return shares.length === 0 ? undefined : Object.fromEntries(shares);
  };
  return {
    channels: ids(isPublic),
    groups: ids((it) => !isPublic(it) && !isDirect(it)),
    ims: ids(isDirect),
    shares: { public: sharesIn(isPublic), private: sharesIn((it) => !isPublic(it)) },
  };
}

function channelShares(channel: ChannelRecord, file: FileRecord) {
  const { name, teamId } = channel;
  return messagesWith(channel, file).map(({ ts, thread_ts }) => ({
    ts,
    channel_name: name,
    team_id: teamId,
    ...(thread_ts ? { thread_ts } : {}),
  }));
}
