import { z } from 'zod';
import { installationOf, installationOfCommand, installationOfEvent } from './installation.js';
import { withWorkspace } from './result.js';

/**
 * What we read of Slack's payloads: one schema for each kind, and only the fields that are used.
 * https://docs.slack.dev/interactivity/handling-user-interaction lists them.
 */

// Checked by a pattern, not by length: zod reads any `length`, even of a value that is no string, and
// throws if that is not a number.
/** Of a user, a channel or a workspace. */
const id = z.string().regex(/^[A-Z0-9]{2,30}$/);
/** Seconds since the epoch; more digits would not be a date. */
const ts = z.string().regex(/^\d{1,12}\.\d{1,9}$/);
/**
 * In some events without a dot, as in https://docs.slack.dev/reference/events/app_home_opened.
 * `timeOf` reads each form.
 */
const eventTs = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^(\d{1,12}\.\d{1,9}|\d{9,17})$/));
const triggerId = z.string().regex(/^[\w.-]{1,200}$/);
const responseUrl = z.string().optional().catch(undefined);
const withId = z.object({ id });

/** Where an interaction comes from; `workspace` is added to it from these. */
const source = {
  team: withId.nullish(),
  enterprise: withId.nullish(),
  is_enterprise_install: z.boolean().nullish(),
  user: z.object({ id, team_id: id.nullish() }),
};

const MessageEvent = z.object({
  type: z.enum(['message', 'app_mention']),
  subtype: z.string().optional(),
  user: id.optional(),
  bot_id: z.string().optional(),
  text: z.string().default(''),
  ts,
  thread_ts: ts.optional(),
  parent_user_id: z.string().optional(),
  channel: id,
  channel_type: z.string().optional(),
  edited: z.unknown().optional(),
});
export type MessageEvent = z.infer<typeof MessageEvent>;

const ChangedMessage = z.object({
  user: id.optional(),
  bot_id: z.string().optional(),
  subtype: z.string().optional(),
  text: z.string().default(''),
  ts,
  thread_ts: ts.optional(),
  edited: z.object({ ts }).optional(),
});
export type ChangedMessage = z.infer<typeof ChangedMessage>;

const MessageChange = z.object({
  type: z.literal('message'),
  subtype: z.enum(['message_changed', 'message_deleted']),
  channel: id,
  message: ChangedMessage.optional(),
  previous_message: ChangedMessage,
  event_ts: eventTs,
});
export type MessageChange = z.infer<typeof MessageChange>;

const AppHomeOpened = z.object({
  type: z.literal('app_home_opened'),
  user: id,
  tab: z.string(),
  channel: id,
  event_ts: eventTs,
});
export type AppHomeOpened = z.infer<typeof AppHomeOpened>;

const ReactionAdded = z.object({
  type: z.literal('reaction_added'),
  user: id,
  reaction: z.string(),
  item: z.object({ type: z.literal('message'), channel: id, ts }),
  event_ts: eventTs,
});
export type ReactionAdded = z.infer<typeof ReactionAdded>;

/** Slack's own Stop button was pressed. */
const AgentSessionStopped = z.object({
  type: z.literal('agent_session_stopped'),
  channel: id,
  user: id,
  thread_ts: ts,
  event_ts: eventTs,
});
export type AgentSessionStopped = z.infer<typeof AgentSessionStopped>;

const links = z.array(z.object({ url: z.string() }));

/**
 * Of a message that is still being written. Slack's pages differ in whether its channel is called
 * `channel` or `channel_id`: it is `COMPOSER` in any case.
 * https://docs.slack.dev/messaging/unfurling-links-in-messages#composer-unfurls
 */
const LinkDrafted = z.object({
  type: z.literal('link_shared'),
  source: z.literal('composer'),
  user: id,
  unfurl_id: z.string().regex(/^[\w.-]{1,200}$/),
  links,
});
export type LinkDrafted = z.infer<typeof LinkDrafted>;

/** https://docs.slack.dev/reference/events/link_shared */
const LinkShared = z.object({
  type: z.literal('link_shared'),
  channel: id,
  user: id,
  message_ts: ts,
  thread_ts: ts.optional(),
  is_bot_user_member: z.boolean().optional(),
  links,
});
export type LinkShared = z.infer<typeof LinkShared>;

/**
 * https://docs.slack.dev/reference/events/function_executed. Inputs of another type count as
 * missing: the workflow is told so. Its author can set any input but `user_context`
 * (https://docs.slack.dev/reference/types/user_context-type). Its secret and the event's token are not read.
 */
const FunctionExecuted = z.object({
  type: z.literal('function_executed'),
  function: z.object({ callback_id: z.string() }),
  // Such as Fx0123ABCD; it becomes a part of a job's id.
  function_execution_id: z.string().regex(/^[A-Za-z0-9]{2,40}$/),
  inputs: z.object({
    question: z.string().catch(''),
    user_context: z.object({ id }).optional().catch(undefined),
    channel: id.optional().catch(undefined),
  }),
  event_ts: eventTs,
});
export type FunctionExecuted = z.infer<typeof FunctionExecuted>;

/** https://docs.slack.dev/reference/events/app_uninstalled and …/tokens_revoked */
const AppUninstalled = z.object({
  type: z.enum(['app_uninstalled', 'tokens_revoked']),
  event_ts: z.string().default(''),
});
export type AppUninstalled = z.infer<typeof AppUninstalled>;

/** Who can read a channel has changed, or whether it takes messages. */
export const CHANNEL_EVENTS = [
  'channel_archive',
  'channel_deleted',
  'channel_id_changed',
  'channel_left',
  'channel_shared',
  'channel_unarchive',
  'channel_unshared',
  'group_archive',
  'group_deleted',
  'group_left',
  'group_unarchive',
  'member_joined_channel',
  'member_left_channel',
] as const;

/**
 * https://docs.slack.dev/reference/events. There is no `user_change` among them: Slack sends it for every
 * new status of everybody in the workspace, and limits all events together to 30,000 an hour
 * (https://docs.slack.dev/reference/events/app_rate_limited), mentions included.
 */
const ChannelChange = z
  .object({
    type: z.enum(CHANNEL_EVENTS),
    channel: id.optional(),
    old_channel_id: id.optional(),
    new_channel_id: id.optional(),
    user: id.optional().catch(undefined),
    inviter: id.optional().catch(undefined),
    event_ts: eventTs.optional().catch(undefined),
  })
  .transform(({ channel, old_channel_id, new_channel_id, ...event }) => {
    const named = [channel, old_channel_id, new_channel_id];
    return { ...event, channels: named.filter((each) => each !== undefined) };
  });
export type ChannelChange = z.infer<typeof ChannelChange>;

/** An event of the Events API in its envelope. */
export const EventPayload = z
  .object({
    team_id: id.nullish(),
    context_team_id: id.nullish(),
    enterprise_id: id.nullish(),
    authorizations: z
      .array(
        z.object({
          team_id: id.nullish(),
          enterprise_id: id.nullish(),
          is_enterprise_install: z.boolean().nullish(),
          user_id: id.nullish(),
          is_bot: z.boolean().nullish(),
        }),
      )
      .optional(),
    is_ext_shared_channel: z.boolean().optional(),
    // The first that fits: a change has the type of a message.
    event: z.union([
      MessageChange,
      MessageEvent,
      AppHomeOpened,
      ReactionAdded,
      AgentSessionStopped,
      LinkDrafted,
      LinkShared,
      FunctionExecuted,
      AppUninstalled,
      ChannelChange,
    ]),
  })
  .transform(withWorkspace(installationOfEvent));
export type EventPayload = z.infer<typeof EventPayload>;

export const SlashCommand = z
  .object({
    team_id: id.nullish(),
    enterprise_id: id.nullish(),
    is_enterprise_install: z.union([z.boolean(), z.enum(['true', 'false'])]).nullish(),
    channel_id: id,
    user_id: id,
    text: z.string().default(''),
    trigger_id: triggerId,
    response_url: responseUrl,
  })
  .transform(withWorkspace(installationOfCommand));

const Action = z.object({
  action_id: z.string(),
  /** Slack's own limit is 2,000 for a button and 3,000 for an input. */
  value: z
    .string()
    .refine(({ length }) => length <= 3_000)
    .nullish(),
  selected_option: z.object({ value: z.string() }).nullish(),
  selected_conversation: z.string().nullish(),
  action_ts: z.string(),
});

/** A button was clicked, or something was chosen in a menu. Slack sends one action at a time. */
export const BlockActions = z
  .object({
    type: z.literal('block_actions'),
    ...source,
    /** Absent in views. */
    channel: withId.optional(),
    /** Absent in views and in ephemeral messages. */
    message: z.object({ ts, thread_ts: ts.optional() }).optional(),
    /** All that Slack tells of an ephemeral message. */
    container: z.object({ message_ts: z.string().optional(), thread_ts: ts.optional() }).optional(),
    view: z
      .object({
        id,
        type: z.enum(['modal', 'home']),
        private_metadata: z.string().optional(),
        app_installed_team_id: id.nullish(),
      })
      .optional(),
    actions: z.tuple([Action], Action),
    trigger_id: triggerId.optional(),
    response_url: responseUrl,
  })
  .transform(withWorkspace(installationOf));
export type BlockActions = z.infer<typeof BlockActions>;

const File = z.object({
  name: z.string().nullish(),
  mimetype: z.string().nullish(),
  mode: z.string().nullish(),
  size: z.number().nullish(),
  is_external: z.boolean().nullish(),
  url_private: z.string().nullish(),
});
export type File = z.infer<typeof File>;

const GlobalShortcut = z.object({
  type: z.literal('shortcut'),
  callback_id: z.string(),
  ...source,
  trigger_id: triggerId,
});
export type GlobalShortcut = Shortcut & { readonly type: 'shortcut' };

const MessageShortcut = z.object({
  type: z.literal('message_action'),
  callback_id: z.string(),
  ...source,
  channel: withId,
  // Loose: its text is looked for in blocks and attachments.
  message: z.looseObject({
    ts,
    thread_ts: ts.optional(),
    files: z.array(File.catch({})).optional().catch(undefined),
  }),
  trigger_id: triggerId,
  response_url: responseUrl,
});
export type MessageShortcut = Shortcut & { readonly type: 'message_action' };

export const Shortcut = z
  .discriminatedUnion('type', [GlobalShortcut, MessageShortcut])
  .transform(withWorkspace(installationOf));
export type Shortcut = z.infer<typeof Shortcut>;

const FieldValue = z.object({
  value: z.string().nullish(),
  selected_option: z.object({ value: z.string() }).nullish(),
  selected_conversation: z.string().nullish(),
  selected_users: z.array(z.string()).nullish(),
  selected_options: z.array(z.object({ value: z.string() })).nullish(),
});

export const ViewSubmission = z
  .object({
    type: z.literal('view_submission'),
    ...source,
    view: z.object({
      id,
      external_id: z.string().optional(),
      app_installed_team_id: id.nullish(),
      private_metadata: z.string().optional(),
      state: z.object({ values: z.record(z.string(), z.record(z.string(), FieldValue)) }),
    }),
    /** Present where the form asks for a channel with `response_url_enabled`. */
    response_urls: z.array(z.object({ response_url: z.string() })).default([]),
  })
  .transform(withWorkspace(installationOf));
export type ViewSubmission = z.infer<typeof ViewSubmission>;
