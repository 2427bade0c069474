import { randomUUID } from 'node:crypto';
import type { AckResult, ClickInput, Ref, SayInput, SlashCommand } from '../api/workspace.js';
import { richTextBlock } from '../block-kit/rich-text.js';
import type { Outbox } from '../delivery/outbox.js';
import { blockActionsDelivery } from '../interactions/block-actions.js';
import { failureCode, failureText } from '../interactions/failure.js';
import type { ResponseUrls } from '../interactions/response-urls.js';
import { handleCommandOutcome, slashCommandDelivery } from '../interactions/slash-command.js';
import { newSecret } from '../protocol/ids.js';
import { findEphemeral, postSlackbotEphemeral } from '../state/ephemerals.js';
import {
  requireChannel,
  requireInstall,
  requireMessage,
  requirePerson,
  requireThreadParent,
} from '../state/lookup.js';
import { addMessage, removeMessage, replaceMessage } from '../state/messages.js';
import { setReaction } from '../state/reactions.js';
import type { ChannelRecord, PersonRecord } from '../state/records.js';
import type { WorkspaceState } from '../state/workspace-state.js';

interface MessageRef {
  readonly as: Ref;
  readonly channel: Ref;
  readonly ts: string;
}

interface MemberRef {
  readonly channel: Ref;
  readonly user: Ref;
}

/** What people do in channels and threads. Unknown ids throw: a mistake in the calling test. */
export class ConversationActions {
  private readonly state: WorkspaceState;
  private readonly outbox: Outbox;
  private readonly responseUrls: ResponseUrls;
  private readonly commands: readonly SlashCommand[];

  constructor(options: {
    readonly state: WorkspaceState;
    readonly outbox: Outbox;
    readonly responseUrls: ResponseUrls;
    readonly commands: readonly SlashCommand[];
  }) {
    this.state = options.state;
    this.outbox = options.outbox;
    this.responseUrls = options.responseUrls;
    this.commands = options.commands;
  }

  async say(input: SayInput): Promise<{ readonly ts: string }> {
    const person = requirePerson(this.state, input.as);
    const channel = this.requireWritable(input.channel, person);
    const { text, attachments, files } = input;
    const blocks = input.blocks ?? (text === '' ? undefined : [richTextBlock(text)]);
    const subtype = input.subtype ?? (files ? 'file_share' : undefined);
    const parent =
      input.threadTs === undefined ? undefined : requireThreadParent(channel, input.threadTs);
    const { message, emitted } = addMessage(this.state, channel, {
      user: person.id,
      team: person.team_id,
      text,
      ...(blocks ? { blocks } : {}),
      ...(attachments ? { attachments } : {}),
      ...(files ? { files } : {}),
      ...(subtype ? { subtype } : {}),
      ...(person.bot_id ? { bot_id: person.bot_id } : { client_msg_id: newSecret(16) }),
      ...(parent ? { thread_ts: parent.ts } : {}),
    });
    await emitted;
    return { ts: message.ts };
  }

  /** Writes a message with links, without sending it. Returns the `unfurl_id` of its previews. */
  async draft(input: { readonly as: Ref; readonly text: string }): Promise<string> {
    const { id: user, team_id: teamId } = requirePerson(this.state, input.as);
    const draft = { id: `${user}-${randomUUID()}`, user, teamId, text: input.text, previews: [] };
    this.state.drafts.set(draft.id, draft);
    await this.state.emit({ kind: 'link-drafted', draft });
    return draft.id;
  }

  async edit(input: MessageRef & { readonly text: string }): Promise<void> {
    const { channel, message, person } = this.ownMessage(input);
    const { attachments: _previews, ...rest } = message;
    await replaceMessage(this.state, channel, {
      ...rest,
      text: input.text,
      blocks: [richTextBlock(input.text)],
      edited: { user: person.id, ts: this.state.clock.nextTs() },
    });
  }

  async remove(input: MessageRef): Promise<void> {
    const { channel, message } = this.ownMessage(input);
    await removeMessage(this.state, channel, message);
  }

  async unfurl(input: {
    readonly channel: Ref;
    readonly ts: string;
    readonly attachments: readonly Record<string, unknown>[];
  }): Promise<void> {
    const channel = requireChannel(this.state, input.channel);
    const message = requireMessage(channel, input.ts);
    await replaceMessage(this.state, channel, { ...message, attachments: input.attachments });
  }

  async react(
    input: MessageRef & { readonly name: string; readonly remove?: boolean },
  ): Promise<void> {
    const channel = requireChannel(this.state, input.channel);
    const { emitted } = setReaction(this.state, {
      channel,
      message: requireMessage(channel, input.ts),
      user: requirePerson(this.state, input.as).id,
      name: input.name,
      added: input.remove !== true,
    });
    await emitted;
  }

  async command(input: {
    readonly as: Ref;
    readonly channel: Ref;
    readonly text: string;
    readonly command?: string;
  }): Promise<AckResult> {
    const person = requirePerson(this.state, input.as);
    const channel = requireChannel(this.state, input.channel);
    const install = requireInstall(this.state, channel);
    const command = input.command ?? this.commands[0]?.command ?? '/deepsearch';
    const target = { install, channel, user: person.id, command };
    const responseUrl = this.responseUrls.issue('commands', target);
    const delivery = slashCommandDelivery(this.state, {
      install,
      person,
      channel,
      command,
      text: input.text,
      responseUrl,
    });
    const outcome = await this.outbox.send(delivery);
    handleCommandOutcome(this.state, target, outcome);
    return { ackStatus: outcome.status, ackMs: outcome.ms, triggerId: delivery.id };
  }

  async click(input: ClickInput): Promise<AckResult> {
    const person = requirePerson(this.state, input.as);
    const channel = requireChannel(this.state, input.channel);
    const install = requireInstall(this.state, channel);
    const source = { install, channel, user: person.id, source: input.ts };
    const delivery = blockActionsDelivery(this.state, {
      install,
      person,
      channel,
      on: this.findClickable(channel, input.ts),
      actionId: input.actionId,
      blockId: input.blockId,
      value: input.value,
      responseUrl: this.responseUrls.issue('actions', source),
    });
    const outcome = await this.outbox.send(delivery);
    const failure = failureCode(outcome);
    if (failure) postSlackbotEphemeral(this.state, source, failureText(failure));
    return { ackStatus: outcome.status, ackMs: outcome.ms, triggerId: delivery.id };
  }

  /** Clicks Slack's own Stop button, available while the session is `processing`. */
  async stopSession(input: {
    readonly as: Ref;
    readonly channel: Ref;
    readonly threadTs: string;
  }): Promise<void> {
    const { id: user } = requirePerson(this.state, input.as);
    const channel = requireChannel(this.state, input.channel);
    const { session } = this.state.agents.thread(channel.id, input.threadTs) ?? {};
    if (session?.status !== 'processing')
      throw new Error('the thread has no session that is processing');
    const { threadTs } = input;
    await this.state.emit({ kind: 'session-stopped', channel, threadTs, user });
  }

  /** Adds a person, or the bot, to a channel. Does nothing if they are a member already. */
  async join(input: MemberRef & { readonly by?: Ref }): Promise<void> {
    const channel = requireChannel(this.state, input.channel);
    const { id: user, team_id: team } = requirePerson(this.state, input.user);
    const inviter =
      input.by === undefined ? {} : { inviter: requirePerson(this.state, input.by).id };
    if (channel.members.has(user)) return;
    channel.members.add(user);
    const joined = this.state.emit({ kind: 'member-joined', channel, user, ...inviter });
    const { emitted } = addMessage(this.state, channel, {
      user,
      team,
      text: `<@${user}> has joined the channel`,
      subtype: 'channel_join',
    });
    await Promise.all([joined, emitted, this.state.emit({ kind: 'channels-changed' })]);
  }

  /** Removes a person, or the bot, from a channel. Does nothing if they are not a member. */
  async leave(input: MemberRef): Promise<void> {
    const channel = requireChannel(this.state, input.channel);
    const { id: user, team_id: team } = requirePerson(this.state, input.user);
    if (!channel.members.has(user)) return;
    const left = this.state.emit({ kind: 'member-left', channel, user });
    const { emitted } = addMessage(this.state, channel, {
      user,
      team,
      text: `<@${user}> has left the channel`,
      subtype: 'channel_leave',
    });
    channel.members.delete(user);
    await Promise.all([left, emitted, this.state.emit({ kind: 'channels-changed' })]);
  }

  private requireWritable(ref: Ref, person: PersonRecord): ChannelRecord {
    const channel = requireChannel(this.state, ref);
    if (channel.archived) throw new Error(`#${channel.name} is archived`);
    if (channel.kind !== 'public' && !channel.members.has(person.id)) {
      throw new Error(`${person.name} is not in #${channel.name}`);
    }
    channel.members.add(person.id);
    return channel;
  }

  private ownMessage({ as, channel: ref, ts }: MessageRef) {
    const person = requirePerson(this.state, as);
    const channel = requireChannel(this.state, ref);
    const message = requireMessage(channel, ts);
    if (message.user !== person.id) throw new Error(`${person.name} did not write ${ts}`);
    return { person, channel, message };
  }

  private findClickable(channel: ChannelRecord, ts: string) {
    const ephemeral = findEphemeral(this.state, channel, ts);
    return ephemeral ? { ephemeral } : { message: requireMessage(channel, ts) };
  }
}
