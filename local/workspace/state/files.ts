import { maySee } from './directory.js';
import { newId } from './ids.js';
import type { Install, PersonRecord } from './records.js';
import type { StoredFile, World } from './world.js';

/** A file that somebody has on their machine, put into the workspace; it is seen once it is shared. */
export function addFile(
  world: World,
  { id: user, team_id: teamId }: Pick<PersonRecord, 'id' | 'team_id'>,
  { name, content }: { readonly name: string; readonly content: Buffer },
): StoredFile {
  const file: StoredFile = {
    id: newId('F'),
    teamId,
    name,
    title: name,
    user,
    created: world.clock.seconds(),
    length: content.length,
    content,
    completed: true,
  };
  world.keepFile(file);
  return file;
}

/** A file as messages and `files.info` have it. */
export function describeFile(file: StoredFile, origin: string): Record<string, unknown> {
  const extension = file.name.split('.').at(-1) ?? '';
  const place = `${origin}/files/${file.id}`;
  const name = encodeURIComponent(file.name);
  return {
    id: file.id,
    created: file.created,
    timestamp: file.created,
    name: file.name,
    title: file.title,
    mimetype: Object.hasOwn(TEXTS, extension) ? 'text/plain' : 'application/octet-stream',
    filetype: extension === 'md' ? 'markdown' : extension,
    pretty_type: TEXTS[extension] ?? 'Binary',
    user: file.user,
    size: file.content?.length ?? file.length,
    mode: 'hosted',
    is_external: false,
    url_private: `${place}/${name}`,
    url_private_download: `${place}/download/${name}`,
    permalink: `${place}/${name}`,
  };
}

/** What Slack calls them. */
const TEXTS: Readonly<Record<string, string>> = {
  log: 'Plain Text',
  md: 'Markdown',
  txt: 'Plain Text',
};

/** The app reads its own files, and those shared where it is, with `files:read`. */
export function appMayRead(world: World, file: StoredFile, install: Install): boolean {
  const { botUserId, scopes } = install;
  if (!scopes.has('files:read')) return false;
  return file.user === botUserId || sharedIn(world, file).some((it) => it.members.has(botUserId));
}

export function personMayRead(world: World, file: StoredFile, viewer: string): boolean {
  return sharedIn(world, file).some((channel) => maySee(world, viewer, channel));
}

function sharedIn(world: World, { id }: StoredFile) {
  return [...world.channels.values()].filter((channel) =>
    [...channel.messages.values()].some((it) => it.files?.some((file) => file['id'] === id)),
  );
}
