import type { Outbox } from './events/outbox.js';
import { ephemeralOf } from './interact/answer.js';
import { clickParcel } from './interact/click.js';
import { commandParcel, failureOf, note, settleCommand } from './interact/command.js';
import type { ResponseUrls } from './interact/response-urls.js';
import { channelOf, installIn, messageOf, personOf, threadOf } from './state/found.js';
import { newSecret } from './state/ids.js';
import { reactTo } from './state/reactions.js';
import type { ChannelRecord, PersonRecord } from './state/records.js';
import { richTextOf } from './state/rich-text.js';
import { erase, post, replace } from './state/timeline.js';
import type { World } from './state/world.js';
import type { Acked, ClickInput, Ref, SayInput, SlashCommand } from './workspace-api.js';

interface At {
  readonly as: Ref;
  readonly channel: Ref;
  readonly ts: string;
}

/** What people do in the workspace. A name that does not exist throws: a mistake of the caller's. */
export class Deeds {
  private readonly world: World;
  private readonly outbox: Outbox;
  private readonly responseUrls: ResponseUrls;
  private readonly commands: readonly SlashCommand[];

  constructor(with_: {
    readonly world: World;
    readonly outbox: Outbox;
    readonly responseUrls: ResponseUrls;
    readonly commands: readonly SlashCommand[];
  }) {
    this.world = with_.world;
    this.outbox = with_.outbox;
    this.responseUrls = with_.responseUrls;
    this.commands = with_.commands;
  }

  async say(input: SayInput): Promise<{ readonly ts: string }> {
    const person = personOf(this.world, input.as);
    const channel = this.writable(input.channel, person);
    const { text, attachments, files } = input;
    const blocks = input.blocks ?? (text === '' ? undefined : [richTextOf(text)]);
    const subtype = input.subtype ?? (files ? 'file_share' : undefined);
    const root = input.threadTs === undefined ? undefined : threadOf(channel, input.threadTs);
    const { message, announced } = post(this.world, channel, {
      user: person.id,
      team: person.team_id,
      text,
      ...(blocks ? { blocks } : {}),
      ...(attachments ? { attachments } : {}),
      ...(files ? { files } : {}),
      ...(subtype ? { subtype } : {}),
      ...(person.bot_id ? { bot_id: person.bot_id } : { client_msg_id: newSecret(16) }),
      ...(root ? { thread_ts: root.ts } : {}),
    });
    await announced;
    return { ts: message.ts };
  }

  async edit(input: At & { readonly text: string }): Promise<void> {
    const { channel, message, person } = this.own(input);
    const { attachments: _previews, ...rest } = message;
    await replace(this.world, channel, {
      ...rest,
      text: input.text,
      blocks: [richTextOf(input.text)],
      edited: { user: person.id, ts: this.world.clock.nextTs() },
    });
  }

  async remove(input: At): Promise<void> {
    const { channel, message } = this.own(input);
    await erase(this.world, channel, message);
  }

  async unfurl(input: {
    readonly channel: Ref;
    readonly ts: string;
    readonly attachments: readonly Record<string, unknown>[];
  }): Promise<void> {
    const channel = channelOf(this.world, input.channel);
    const message = messageOf(channel, input.ts);
    await replace(this.world, channel, { ...message, attachments: input.attachments });
  }

  async react(input: At & { readonly name: string; readonly remove?: boolean }): Promise<void> {
    const channel = channelOf(this.world, input.channel);
    const { announced } = reactTo(this.world, {
      channel,
      message: messageOf(channel, input.ts),
      user: personOf(this.world, input.as).id,
      name: input.name,
      added: input.remove !== true,
    });
    await announced;
  }

  async command(input: {
    readonly as: Ref;
    readonly channel: Ref;
    readonly text: string;
    readonly command?: string;
  }): Promise<Acked> {
    const person = personOf(this.world, input.as);
    const channel = channelOf(this.world, input.channel);
    const install = installIn(this.world, channel);
    const command = input.command ?? this.commands[0]?.command ?? '/deepsearch';
    const target = { install, channel, user: person.id, command };
    const responseUrl = this.responseUrls.issue('commands', target);
    const parcel = commandParcel(this.world, {
      install,
      person,
      channel,
      command,
      text: input.text,
      responseUrl,
    });
    const outcome = await this.outbox.send(parcel);
    settleCommand(this.world, target, outcome);
    return { ackStatus: outcome.status, ackMs: outcome.ms, triggerId: parcel.id };
  }

  async click(input: ClickInput): Promise<Acked> {
    const person = personOf(this.world, input.as);
    const channel = channelOf(this.world, input.channel);
    const install = installIn(this.world, channel);
    const source = { install, channel, user: person.id, source: input.ts };
    const parcel = clickParcel(this.world, {
      install,
      person,
      channel,
      on: this.clickable(channel, input.ts),
      actionId: input.actionId,
      blockId: input.blockId,
      value: input.value,
      responseUrl: this.responseUrls.issue('actions', source),
    });
    const outcome = await this.outbox.send(parcel);
    const failure = failureOf(outcome);
    if (failure) note(this.world, source, `That did not work: ${failure}. Is the app running?`);
    return { ackStatus: outcome.status, ackMs: outcome.ms, triggerId: parcel.id };
  }

  /** Presses Slack's own Stop; it is there only while the session is `processing`. */
  async stopSession(input: {
    readonly as: Ref;
    readonly channel: Ref;
    readonly threadTs: string;
  }): Promise<void> {
    const { id: user } = personOf(this.world, input.as);
    const channel = channelOf(this.world, input.channel);
    const { session } = this.world.agents.thread(channel.id, input.threadTs) ?? {};
    if (session?.status !== 'processing') throw new Error('nothing is at work there to be stopped');
    const { threadTs } = input;
    await this.world.announce({ kind: 'session-stopped', channel, threadTs, user });
  }

  /** Somebody, or the bot, comes into a channel or goes; nothing where they are there already, or gone. */
  async member(
    kind: 'joined' | 'left',
    input: { readonly channel: Ref; readonly user: Ref },
  ): Promise<void> {
    const channel = channelOf(this.world, input.channel);
    const { id: user, team_id: team } = personOf(this.world, input.user);
    if (channel.members.has(user) === (kind === 'joined')) return;
    if (kind === 'joined') channel.members.add(user);
    const told = this.world.announce({ kind, channel, user, by: user });
    const text = `<@${user}> has ${kind} the channel`;
    const subtype = kind === 'joined' ? 'channel_join' : 'channel_leave';
    const { announced } = post(this.world, channel, { user, team, text, subtype });
    if (kind === 'left') channel.members.delete(user);
    await Promise.all([told, announced, this.world.announce({ kind: 'channels' })]);
  }

  private writable(ref: Ref, person: PersonRecord): ChannelRecord {
    const channel = channelOf(this.world, ref);
    if (channel.archived) throw new Error(`#${channel.name} is archived`);
    if (channel.kind !== 'public' && !channel.members.has(person.id)) {
      throw new Error(`${person.name} is not in #${channel.name}`);
    }
    channel.members.add(person.id);
    return channel;
  }

  private own({ as, channel: ref, ts }: At) {
    const person = personOf(this.world, as);
    const channel = channelOf(this.world, ref);
    const message = messageOf(channel, ts);
    if (message.user !== person.id) throw new Error(`${person.name} did not write ${ts}`);
    return { person, channel, message };
  }

  private clickable(channel: ChannelRecord, ts: string) {
    const ephemeral = ephemeralOf(this.world, channel, ts);
    return ephemeral ? { ephemeral } : { message: messageOf(channel, ts) };
  }
}
