import { z } from 'zod';
import { appMayRead, describeFile } from '../state/files.js';
import { newId } from '../state/ids.js';
import { post, rootOf } from '../state/timeline.js';
import type { StoredFile, World } from '../state/world.js';
import { postableChannel } from './channels.js';
import { content } from './content.js';
import { arg, type Caller, type Method, method } from './method.js';
import { Refusal } from './refusal.js';

const WRITE = ['files:write'];

/** https://docs.slack.dev/messaging/working-with-files: a URL to upload to, the upload, and a call that ends it. */
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
  run(args, { world, install, origin }) {
    const file: StoredFile = {
      id: newId('F'),
      teamId: install.teamId,
      name: args.filename,
      title: args.filename,
      user: install.botUserId,
      created: world.clock.seconds(),
      length: args.length,
      content: undefined,
      completed: false,
    };
    world.keepFile(file);
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
    const files = args.files.map(({ id, title }) => completed(caller.world, id, title));
    const channels = (args.channel_id ?? args.channels ?? '').split(',').filter(Boolean);
    for (const channel of channels) share(caller, files, { ...args, channel });
    return { files: files.map((file) => describeFile(file, caller.origin)) };
  },
});

function completed(world: World, id: string, title: string | undefined): StoredFile {
  const file = world.files.get(id);
  if (!file?.content) throw new Refusal('file_not_found');
  file.completed = true;
  if (title) file.title = title;
  return file;
}

function share(
  caller: Caller,
  files: readonly StoredFile[],
  to: {
    channel: string;
    thread_ts?: string | undefined;
    initial_comment?: string | undefined;
    blocks?: unknown;
  },
): void {
  const channel = postableChannel(to.channel, caller);
  const root = to.thread_ts ? rootOf(channel, to.thread_ts) : undefined;
  const said =
    to.initial_comment || to.blocks
      ? content({ text: to.initial_comment, blocks: to.blocks })
      : { text: '' };
  post(caller.world, channel, {
    user: caller.install.botUserId,
    bot_id: caller.install.botId,
    app_id: caller.world.app.appId,
    team: caller.install.teamId,
    subtype: 'file_share',
    ...said,
    files: files.map((file) => describeFile(file, caller.origin)),
    ...(root ? { thread_ts: root.ts } : {}),
  });
}

/** https://docs.slack.dev/reference/methods/files.info */
const info = method({
  name: 'files.info',
  scopes: ['files:read'],
  limit: 'tier4PerMinute',
  args: z.object({ file: arg.string }),
  run(args, { world, install, origin }) {
    const file = world.files.get(args.file);
    if (!file?.completed || !appMayRead(world, file, install)) throw new Refusal('file_not_found');
    return { file: describeFile(file, origin) };
  },
});

export const filesMethods: readonly Method[] = [getUploadUrl, completeUpload, info];
