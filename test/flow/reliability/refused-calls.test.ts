import { describe, expect } from 'vitest';
import {
  type Args,
  complaintsAbout,
  OF_EACH_KIND,
  type RefusedCall,
  type Room,
  refuse,
} from '../../support/refused-calls.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({
  workspace: { limits: 'off' },
  env: { WORKER_CONCURRENCY: '50', LOOKUP_RETRY_MS: '300' },
});

const mention: RefusedCall['ask'] = (room, text) => room.mention(text);

const MESSAGES: readonly RefusedCall[] = [
  {
    method: 'chat.postMessage',
    errors: `cannot_reply_to_message channel_not_found ekm_access_denied external_channel_migrating
      invalid_attachments invalid_blocks invalid_metadata_format is_archived is_inactive
      message_limit_exceeded messages_tab_disabled msg_too_long not_in_channel restricted_action
      restricted_action_non_threadable_channel restricted_action_read_only_channel
      restricted_action_thread_locked restricted_action_thread_only_channel team_not_found`,
    ask: mention,
  },
  {
    method: 'chat.update',
    errors: `block_mismatch cant_update_message channel_not_found edit_window_closed invalid_blocks
      is_inactive message_not_found msg_too_long not_in_channel`,
    ask: mention,
  },
  {
    method: 'chat.postEphemeral',
    errors: `channel_not_found ekm_access_denied is_archived not_in_channel restricted_action
      user_not_in_channel`,
    ask: mention,
    beside: ({ stack, asker }) => {
      const where = (args: Args) => args['user'] === asker.id;
      const error = 'user_not_visible';
      stack.workspace.faults.add({ method: 'users.info', kind: 'error', error, where });
    },
  },
];

/** Without them, the answer is the same. Errors about the whole workspace end all further calls. */
const AGENT_ERRORS = 'channel_not_found internal_error invalid_thread_ts user_not_in_channel';

const SESSIONS: RefusedCall = {
  method: 'agents.sessions.setStatus',
  errors: AGENT_ERRORS,
  ask: mention,
  isFor: ofChannelId,
};

const STATUS_LINES: RefusedCall = { ...SESSIONS, method: 'assistant.threads.setStatus' };

const DELETIONS: RefusedCall = {
  method: 'chat.delete',
  errors: `${OF_EACH_KIND} cant_delete_message channel_not_found`,
  ask: mention,
  // The status cannot become the answer, so it is to be deleted.
  beside: (room) => refuse(room, 'chat.update', 'restricted_action'),
};

const LONG = `Look at backoff().\n\n${'It waits a little longer each time. '.repeat(1_300)}`;

/** Without them, a long answer comes in messages. */
const FILES: readonly RefusedCall[] = [
  {
    method: 'files.getUploadURLExternal',
    errors: 'file_uploads_disabled internal_error missing_scope storage_limit_reached',
    ask: mention,
    answer: LONG,
    isFor: ({ asker }, args) => args['filename'] === `${asker.name}.md`,
  },
  {
    method: 'files.completeUploadExternal',
    errors: 'channel_not_found internal_error invalid_channel posting_to_channel_denied',
    ask: mention,
    answer: LONG,
    isFor: ofChannelId,
  },
];

const VIEWS: readonly RefusedCall[] = [
  {
    method: 'views.open',
    errors: `${OF_EACH_KIND} duplicate_external_id exchanged_trigger_id expired_trigger_id
      invalid_trigger_id view_too_large`,
    ask: ({ stack, asker: as, channel }) => stack.workspace.command({ as, channel, text: '' }),
    isFor: ({ channel }, { view }) => JSON.stringify(view).includes(channel.id),
  },
];

function ofChannelId({ channel }: Room, args: Args): boolean {
  return args['channel_id'] === channel.id;
}

describe('a call that Slack refuses', () => {
  it.for([
    ['a message', MESSAGES],
    ['a session', [SESSIONS]],
    ['a status line', [STATUS_LINES]],
    ['a deletion', [DELETIONS]],
    ['a file', FILES],
    ['a view', VIEWS],
  ] as const)('%s: one answer or one note', { timeout: 90_000 }, async ([, calls], { stack }) => {
    expect(await complaintsAbout(stack, calls)).toEqual([]);
  });
});
