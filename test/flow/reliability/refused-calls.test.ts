import { describe, expect } from 'vitest';
import { SHORTCUTS } from '../../../src/model/modal.js';
import * as notes from '../../../src/render/texts/notes.js';
import { messageText } from '../../support/message-text.js';
import {
  type Args,
  complaintsAbout,
  OF_EACH_KIND,
  type RefusedCall,
  type Room,
  refuse,
} from '../../support/refused-calls.js';
import type { Stack } from '../../support/stack.js';
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
    isFor: ofChannelInView,
  },
  {
    // The view stays open, and empty.
    method: 'views.update',
    errors: `${OF_EACH_KIND} view_too_large`,
    ask: askAboutMessage,
    isFor: ofChannelInView,
  },
];

function ofChannelInView({ channel }: Room, { view }: Args): boolean {
  return JSON.stringify(view).includes(channel.id);
}

async function askAboutMessage({ stack, asker: as, channel }: Room): Promise<void> {
  const { ts } = await stack.workspace.say({ as, channel, text: 'TypeError: x is not a function' });
  await stack.workspace.shortcut({ as, channel, ts, callbackId: SHORTCUTS.about });
}

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
  ] as const)('%s: one answer or one note', async ([, calls], { stack }) => {
    expect(await complaintsAbout(stack, calls)).toEqual([]);
  });

  it('a command is answered in its channel if Slack takes no message with blocks', async ({
    stack: { workspace, engine },
    scenario,
  }) => {
    const { asker, channel } = scenario;
    const places = [channel.id, workspace.dm(asker).id];
    const where = (args: Args) =>
      places.includes(String(args['channel'])) && String(args['blocks'] ?? '[]') !== '[]';
    workspace.faults.add({ method: '*', kind: 'error', error: 'invalid_blocks', where });
    const text = scenario.text();
    const [thread, work] = await Promise.all([scenario.command(text), engine.next(text)]);
    await workspace.waitFor(() => thread.ours().length > 0, { what: 'a status message' });
    work.answer();
    await thread.message('backoff()');
    expect(workspace.messages({ channel: workspace.dm(asker) })).toEqual([]);
  });

  it('where Slack takes no message in a thread of a direct message, its user is told so', async ({
    stack: { workspace, engine },
    scenario,
  }) => {
    const direct = workspace.dm(scenario.asker);
    const where = (args: Args) => args['channel'] === direct.id;
    const fault = { method: 'chat.postMessage', error: 'restricted_action', where } as const;
    workspace.faults.add({ ...fault, kind: 'error' });
    const text = scenario.text();
    await scenario.direct(text);
    (await engine.next(text)).answer();
    const ours = () => workspace.messages({ channel: direct }).filter(({ bot_id }) => bot_id);
    await workspace.waitFor(() => ours().length > 0, { what: 'a note' });
    expect(ours().map(messageText)).toEqual([notes.answerRefused]);
  });

  it('a note whose response_url does not work comes in the channel', async ({
    stack,
    scenario,
  }) => {
    const { workspace } = stack;
    const { asker: as, channel } = scenario;
    const errors = ['expired_url', 'used_url', 'invalid_token'];
    for (const [i, error] of errors.entries()) {
      const fault = workspace.faults.add({ method: 'response_url', kind: 'error', error });
      await workspace.command({ as, channel, text: 'help' });
      await workspace.waitFor(() => scenario.notes().length > i, { what: 'a note' });
      fault.remove();
    }
    expect(scenario.notes()).toHaveLength(errors.length);
  });

  it('a conversation is shown without a link to its thread', async ({ stack, scenario }) => {
    const { workspace } = stack;
    const { asker: as, channel } = scenario;
    const text = scenario.text();
    await scenario.answered(text);
    const id = askedConversation(stack, text);
    const errors = ['channel_not_found', 'internal_error', 'message_not_found', 'missing_scope'];
    for (const [i, error] of errors.entries()) {
      const fault = workspace.faults.add({ method: 'chat.getPermalink', kind: 'error', error });
      await workspace.command({ as, channel, text: `show ${id}` });
      await workspace.waitFor(() => scenario.notes().length > i, { what: 'a note' });
      expect(fault.hits).toBe(1);
      fault.remove();
    }
    const shown = workspace.ephemerals({ user: as, channel }).map(messageText);
    expect(shown).toEqual(errors.map(() => expect.stringContaining('backoff()')));
  });
});

function askedConversation({ service }: Stack, text: string): number | undefined {
  const asked = ({ question }: { readonly question: string }) => question.startsWith(text);
  return service.conversations().find(({ questions }) => questions.some(asked))?.id;
}
