import { newId } from '../protocol/ids.js';
import { canSee } from './directory.js';
import type { FileRecord, Install, PersonRecord } from './records.js';
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

function sharedIn(state: WorkspaceState, { id }: FileRecord) {
  return [...state.channels.values()].filter((channel) =>
    [...channel.messages.values()].some((it) => it.files?.some((file) => file['id'] === id)),
  );
}
