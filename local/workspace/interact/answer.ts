import { z } from 'zod';
import type { ChannelRecord, Install } from '../state/records.js';
import { erase, post, replace, rootOf } from '../state/timeline.js';
import type { World } from '../state/world.js';
import { type Content, checkedMetadata, content, updatedContent } from '../web-api/content.js';
import { Refusal } from '../web-api/refusal.js';
import type { Ephemeral } from '../workspace-api.js';

/** Where an app's answer to a command or a click goes. */
export interface AnswerTarget {
  readonly install: Install;
  readonly channel: ChannelRecord;
  readonly user: string;
  /** The message, or ephemeral message, that was clicked in. */
  readonly source?: string;
}

export const AnswerBody = z.looseObject({
  text: z.string().optional(),
  blocks: z.unknown().optional(),
  attachments: z.unknown().optional(),
  response_type: z.enum(['ephemeral', 'in_channel']).optional(),
  replace_original: z.union([z.boolean(), z.stringbool()]).optional(),
  delete_original: z.union([z.boolean(), z.stringbool()]).optional(),
  thread_ts: z.string().optional(),
  metadata: z.unknown().optional(),
});
export type AnswerBody = z.infer<typeof AnswerBody>;

/**
 * Applies what an app answers in an acknowledgement or through a `response_url`: a note for one person unless it says
 * `in_channel`; or a change of the message that was clicked in. Throws a `Refusal`.
 */
export function applyAnswer(world: World, target: AnswerTarget, body: AnswerBody): void {
  if (body.delete_original) {
    removeSource(world, target);
  } else if (body.replace_original && target.source !== undefined) {
    replaceSource(world, target, body);
  } else if (body.response_type === 'in_channel') {
    sayAloud(world, target, { said: content(body), body });
  } else {
    whisper(world, target, { said: content(body), body });
  }
}

function whisper(
  world: World,
  { install, channel, user }: AnswerTarget,
  { said, body }: { said: Content; body: AnswerBody },
): void {
  void world.keepEphemeral({
    ts: world.clock.nextTs(),
    channel: channel.id,
    user,
    from: install.botUserId,
    ...said,
    ...(body.thread_ts ? { thread_ts: body.thread_ts } : {}),
    source: 'app',
  });
}

function sayAloud(
  world: World,
  { install, channel }: AnswerTarget,
  { said, body }: { said: Content; body: AnswerBody },
): void {
  const root = body.thread_ts ? rootOf(channel, body.thread_ts) : undefined;
  const metadata = checkedMetadata(body.metadata);
  post(world, channel, {
    user: install.botUserId,
    bot_id: install.botId,
    app_id: world.app.appId,
    team: install.teamId,
    ...said,
    ...(metadata ? { metadata } : {}),
    ...(root ? { thread_ts: root.ts } : {}),
  });
}

function removeSource(world: World, { channel, source }: AnswerTarget): void {
  const ephemeral = ephemeralOf(world, channel, source);
  if (ephemeral) {
    world.ephemerals = world.ephemerals.filter((it) => it !== ephemeral);
    void world.announce({ kind: 'whisper-deleted', ephemeral });
    return;
  }
  const message = channel.messages.get(source ?? '');
  if (!message) throw new Refusal('message_not_found');
  void erase(world, channel, message);
}

function replaceSource(world: World, { channel, source }: AnswerTarget, body: AnswerBody): void {
  const ephemeral = ephemeralOf(world, channel, source);
  if (ephemeral) {
    const { blocks: _blocks, ...rest } = ephemeral;
    const changed = { ...rest, ...updatedContent(body, ephemeral) };
    world.ephemerals = world.ephemerals.map((it) => (it === ephemeral ? changed : it));
    void world.announce({ kind: 'whisper-changed', ephemeral: changed });
    return;
  }
  const message = channel.messages.get(source ?? '');
  if (!message) throw new Refusal('message_not_found');
  const { blocks: _blocks, attachments: _attachments, ...rest } = message;
  void replace(world, channel, { ...rest, ...updatedContent(body, message) });
}

export function ephemeralOf(
  world: World,
  channel: ChannelRecord,
  ts: string | undefined,
): Ephemeral | undefined {
  return world.ephemerals.find((it) => it.ts === ts && it.channel === channel.id);
}
