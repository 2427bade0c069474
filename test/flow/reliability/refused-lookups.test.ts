import { describe, expect } from 'vitest';
import {
  type Args,
  askInForm,
  complaintsAbout,
  OF_EACH_KIND,
  type RefusedCall,
  type Room,
  refuse,
} from '../../support/refused-calls.js';
import { newScenario } from '../../support/scenario.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({
  workspace: { limits: 'off' },
  env: { WORKER_CONCURRENCY: '50', LOOKUP_RETRY_MS: '300' },
});
const beforeStart = stackTest({ roles: [], workspace: { limits: 'off' } });

/**
 * What the pages of all methods list, such as https://docs.slack.dev/reference/methods/users.info.
 * `ratelimited` is no refusal.
 */
const EVERYWHERE = `access_denied accesslimited account_inactive deprecated_endpoint ekm_access_denied
  enterprise_is_restricted fatal_error internal_error invalid_arg_name invalid_arguments
  invalid_array_arg invalid_auth invalid_charset invalid_form_data invalid_post_type is_bot
  method_deprecated missing_post_type missing_scope no_permission not_allowed_token_type not_authed
  org_login_required request_timeout service_unavailable team_access_not_granted team_added_to_org
  token_expired token_revoked two_factor_setup_required unknown_method`;

/** Without outages: an answer waits until they are over. */
const REFUSALS = OF_EACH_KIND.replace('internal_error ', '');

const LOOK_UPS: readonly RefusedCall[] = [
  {
    method: 'users.info',
    errors: `${EVERYWHERE} too_many_users user_not_found user_not_visible`,
    ask: ({ mention }, text) => mention(text),
    isFor: ofUser,
    hears: 'note',
  },
  {
    method: 'conversations.info',
    errors: `${OF_EACH_KIND} token_revoked channel_is_limited_access channel_not_found`,
    ask: ({ mention }, text) => mention(text),
  },
  {
    method: 'conversations.members',
    errors: `${OF_EACH_KIND} token_revoked channel_not_found fetch_members_failed invalid_cursor invalid_limit`,
    ask: askInForm,
    channel: { kind: 'private' },
  },
  {
    method: 'conversations.open',
    errors: `${REFUSALS} token_revoked channel_not_found user_disabled user_not_found user_not_visible`,
    ask: ({ stack, asker: as, channel }, text) => stack.workspace.command({ as, channel, text }),
    isFor: opensDirect,
    channel: { botIsMember: false },
  },
  {
    method: 'conversations.open',
    errors: `${REFUSALS} token_revoked`,
    ask: ({ mention }, text) => mention(text),
    isFor: opensDirect,
    // Slack does not tell who reads the channel, so the answer is private.
    beside: (room) => refuse(room, 'conversations.info', 'channel_is_limited_access'),
  },
  {
    method: 'conversations.open',
    errors: `${OF_EACH_KIND} token_revoked`,
    ask: (room, text) => askInForm(room, text, 'me'),
    isFor: opensDirect,
  },
  {
    method: 'conversations.replies',
    // Whatever it is, the question is asked without the earlier messages.
    errors: `${OF_EACH_KIND} channel_not_found thread_not_found`,
    ask: mentionInThread,
  },
  {
    method: 'conversations.replies',
    errors: `${OF_EACH_KIND} ratelimited channel_not_found`,
    ask: ({ mention }, text) => mention(text),
    beside: loseReply,
  },
  {
    method: 'conversations.history',
    errors: `${OF_EACH_KIND} ratelimited channel_not_found`,
    ask: ({ stack, asker: as, channel }, text) => stack.workspace.command({ as, channel, text }),
    beside: loseReply,
  },
];

function ofUser({ asker }: Room, args: Args): boolean {
  return args['user'] === asker.id;
}

function opensDirect({ asker }: Room, args: Args): boolean {
  return args['users'] === asker.id;
}

async function mentionInThread({ stack, asker, channel, bot }: Room, text: string) {
  const { workspace } = stack;
  const { ts } = await workspace.say({ as: asker, channel, text: 'The build is red.' });
  await workspace.say({ as: asker, channel, threadTs: ts, text: `${bot} ${text}` });
}

/** The status message is posted, and the app does not hear of it. */
function loseReply({ stack, channel }: Room): void {
  stack.workspace.faults.add({ method: 'chat.postMessage', kind: 'lost-reply', channel, times: 1 });
}

describe('a look-up that Slack refuses', () => {
  it('whoever asks gets one answer or one note', async ({ stack }) => {
    expect(await complaintsAbout(stack, LOOK_UPS)).toEqual([]);
  });

  beforeStart('a note is posted if Slack refuses auth.test', async ({ stack }) => {
    stack.workspace.faults.add({ method: 'auth.test', kind: 'error', error: 'access_denied' });
    await stack.startBot();
    const scenario = newScenario(stack);
    await scenario.mention(scenario.text());
    await stack.workspace.waitFor(() => scenario.notes().length > 0, { what: 'a note' });
    expect(scenario.notes()).toEqual([expect.stringContaining('Slack does not tell me')]);
  });
});
