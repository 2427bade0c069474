import { z } from 'zod';
import { newId } from '../protocol/ids.js';
import { SlackError } from '../protocol/slack-error.js';
import { appCanRead, fileObject, saveFile, sharesOf } from '../state/files.js';
import { addMessage, parentOf } from '../state/messages.js';
import type { FileRecord } from '../state/records.js';
import type { WorkspaceState } from '../state/workspace-state.js';
import { postableChannel } from './channels.js';
import { messageContent } from './message-content.js';
import { arg, type Caller, type Method, method } from './method.js';

const WRITE = ['files:write'];

/** An upload has three steps: get a URL, upload, complete. https://docs.slack.dev/messaging/working-with-files */
const getUploadUrl = method({
  name: 'files.getUploadURLExternal',
  scopes: WRITE,
  limit: 'tier4PerMinute',
  args: z.object({
    filename: z.string().min(1),
    length: arg.count.min(1),
    alt_txt: z.string().optional(),
    snippet_type: z.string().optional(),
  }),
  run(args, { state, install, origin }) {
    const file: FileRecord = {
      id: newId('F'),
      teamId: install.teamId,
      name: args.filename,
      title: args.filename,
      user: install.botUserId,
      created: state.clock.seconds(),
      length: args.length,
      content: undefined,
      completed: false,
    };
    saveFile(state, file);
    return { upload_url: `${origin}/upload/${file.id}`, file_id: file.id };
  },
});

const completeUpload = method({
  name: 'files.completeUploadExternal',
  scopes: WRITE,
  limit: 'tier4PerMinute',
  args: z.object({
    files: arg.json(
      z.array(z.looseObject({ id: z.string(), title: z.string().optional() })).min(1),
    ),
    channel_id: arg.string.optional(),
    channels: arg.string.optional(),
    thread_ts: arg.string.optional(),
    initial_comment: z.string().optional(),
    blocks: arg.json(z.unknown()).optional(),
  }),
  run(args, caller) {
    const channels = (args.channel_id ?? args.channels ?? '').split(',').filter(Boolean);
    for (const channel of channels) postableChannel(channel, caller);
    const files = args.files.map(({ id, title }) => completeFile(caller.state, id, title));
    for (const channel of channels) shareLater(caller, files, { ...args, channel });
    const unshared = { channels: [], groups: [], ims: [], shares: {} };
    return { files: files.map((file) => ({ ...fileObject(file, caller.origin), ...unshared })) };
  },
});

function completeFile(state: WorkspaceState, id: string, title: string | undefined): FileRecord {
  const file = state.files.get(id);
  const isRepeated = file?.completed === true && !state.app.repeatsUploads;
  if (!file?.content || isRepeated) throw new SlackError('file_not_found');
  file.completed = true;
  if (title) file.title = title;
  return file;
}

interface ShareTarget {
  readonly channel: string;
  readonly thread_ts?: string | undefined;
  readonly initial_comment?: string | undefined;
  readonly blocks?: unknown;
}

function shareLater(caller: Caller, files: readonly FileRecord[], to: ShareTarget): void {
  void caller.state.emit({
    kind: 'upload-completed',
    channelId: to.channel,
    fileIds: files.map(({ id }) => id),
    share: () => share(caller, files, to),
  });
}

function share(caller: Caller, completed: readonly FileRecord[], to: ShareTarget): void {
  const files = completed.filter(({ id }) => caller.state.files.has(id));
  if (files.length === 0) return;
  const channel = postableChannel(to.channel, caller);
  const parent = to.thread_ts ? parentOf(channel, to.thread_ts) : undefined;
  const content =
    to.initial_comment || to.blocks
      ? messageContent({ text: to.initial_comment, blocks: to.blocks })
      : { text: '' };
  addMessage(caller.state, channel, {
    user: caller.install.botUserId,
    bot_id: caller.install.botId,
    app_id: caller.state.app.appId,
    team: caller.install.teamId,
    subtype: 'file_share',
    ...content,
    files: files.map((file) => fileObject(file, caller.origin)),
    ...(parent ? { thread_ts: parent.ts } : {}),
  });
}

/** https://docs.slack.dev/reference/methods/files.info */
const info = method({
  name: 'files.info',
  scopes: ['files:read'],
  limit: 'tier4PerMinute',
  args: z.object({ file: arg.string }),
  run(args, { state, install, origin }) {
    const file = state.files.get(args.file);
    if (!file?.completed || !appCanRead(state, file, install))
      throw new SlackError('file_not_found');
    return { file: { ...fileObject(file, origin), ...sharesOf(state, file) } };
  },
});

/** An app deletes only its own files: https://docs.slack.dev/reference/methods/files.delete */
const remove = method({
  name: 'files.delete',
  scopes: WRITE,
  args: z.object({ file: arg.string }),
  run(args, { state, install }) {
    const file = state.files.get(args.file);
    if (!file) throw new SlackError('file_not_found');
    if (file.user !== install.botUserId) throw new SlackError('cant_delete_file');
    state.files.delete(file.id);
    return {};
  },
});

export const filesMethods: readonly Method[] = [getUploadUrl, completeUpload, info, remove];
