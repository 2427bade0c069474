import { describe, expect } from 'vitest';
import type { Channel, FaultEffect } from '../../../local/workspace/workspace.js';
import { messageText } from '../../support/message-text.js';
import { newScenario, type Scenario } from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';
import { waitForModal } from '../../support/views.js';

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

/** One of them for each way in which they can be treated. */
const OF_EACH_KIND =
  'ekm_access_denied internal_error invalid_arguments missing_scope unknown_method';

type Args = Readonly<Record<string, unknown>>;

interface LookUp {
  readonly method: string;
  /** As https://docs.slack.dev/reference/methods/<method> lists them. */
  readonly errors: string;
  /** What a user does that needs the look-up. */
  ask(room: Room, text: string): Promise<unknown>;
  /** Which of its calls are refused. Default: those for the room's channel. */
  readonly isFor?: (room: Room, args: Args) => boolean;
  /** What else is wrong then. */
  readonly beside?: (room: Room) => void;
  readonly channel?: { readonly kind?: 'private'; readonly botIsMember?: false };
}

/** A scenario in a channel of the kind that the look-up needs. */
type Room = Scenario;

const LOOK_UPS: readonly LookUp[] = [
  {
    method: 'users.info',
    errors: `${EVERYWHERE} too_many_users user_not_found user_not_visible`,
    ask: ({ mention }, text) => mention(text),
    isFor: ofUser,
  },
  {
    method: 'conversations.info',
    errors: `${OF_EACH_KIND} channel_is_limited_access channel_not_found`,
    ask: ({ mention }, text) => mention(text),
  },
  {
    method: 'conversations.members',
    errors: `${OF_EACH_KIND} channel_not_found fetch_members_failed invalid_cursor invalid_limit`,
    ask: askInForm,
    channel: { kind: 'private' },
  },
  {
    method: 'conversations.open',
    errors: `${OF_EACH_KIND} channel_not_found user_disabled user_not_found user_not_visible`,
    ask: ({ stack, asker: as, channel }, text) => stack.workspace.command({ as, channel, text }),
    isFor: opensDirect,
    channel: { botIsMember: false },
  },
  {
    method: 'conversations.open',
    errors: OF_EACH_KIND,
    ask: ({ mention }, text) => mention(text),
    isFor: opensDirect,
    // Slack does not tell who reads the channel, so the answer is private.
    beside: (room) => refuse(room, 'conversations.info', 'channel_is_limited_access'),
  },
  {
    method: 'conversations.open',
    errors: OF_EACH_KIND,
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

function ofChannel({ channel }: Room, args: Args): boolean {
  return args['channel'] === channel.id;
}

function opensDirect({ asker }: Room, args: Args): boolean {
  return args['users'] === asker.id;
}

async function mentionInThread({ stack, asker, channel, bot }: Room, text: string) {
  const { workspace } = stack;
  const { ts } = await workspace.say({ as: asker, channel, text: 'The build is red.' });
  await workspace.say({ as: asker, channel, threadTs: ts, text: `${bot} ${text}` });
}

async function askInForm(room: Room, text: string, audience: 'channel' | 'me' = 'channel') {
  const { stack, asker: as, channel } = room;
  await stack.workspace.command({ as, channel, text: '' });
  await waitForModal(stack, as, 'Your question');
  const values = { question: { question: text }, audience: { audience } };
  await stack.workspace.submit({ as, values });
}

function refuse(room: Room, method: string, error: string): void {
  const { faults } = room.stack.workspace;
  faults.add({ method, kind: 'error', error, channel: room.channel });
}

/** The status message is posted, and the app does not hear of it. */
function loseReply({ stack, channel }: Room): void {
  stack.workspace.faults.add({ method: 'chat.postMessage', kind: 'lost-reply', channel, times: 1 });
}

const words = (text: string): string[] => text.split(/\s+/);

interface Heard {
  readonly answers: number;
  readonly notes: number;
}

/** What reached the asker: the answer, and private notes that say that there is none. */
function heard({ stack, asker, channel }: Room): Heard {
  const { workspace } = stack;
  const inChannel = (where: Channel | string) =>
    workspace
      .messages({ channel: where })
      .flatMap(({ ts }) => workspace.messages({ channel: where, threadTs: ts }))
      .filter((message) => message.bot_id !== undefined)
      .map(messageText);
  const said = [...inChannel(channel), ...inChannel(workspace.dm(asker))];
  const isNote = (text: string) => /nothing was done|was not (asked|answered)/.test(text);
  const notes = workspace.ephemerals({ user: asker }).map(({ text }) => text);
  return {
    answers: said.filter((text) => text.includes('backoff()')).length,
    notes: [...notes, ...said].filter(isNote).length,
  };
}

function newRoom(stack: Stack, { channel }: LookUp): Room {
  const scenario = newScenario(stack);
  if (channel === undefined) return scenario;
  const { asker } = scenario;
  const name = `room-of-${asker.name}`;
  const other = stack.workspace.addChannel({ name, members: [asker], ...channel });
  return { ...scenario, channel: other };
}

function effectOf(error: string): FaultEffect {
  if (error === 'ratelimited') return { kind: 'ratelimited', retryAfterSeconds: 60 };
  return { kind: 'error', error };
}

/** What is wrong with what the asker has heard by now, if anything is. */
type Complaint = () => string | undefined;

/** Asks while Slack refuses the look-up for good, until the asker has heard something. */
async function askRefused(stack: Stack, lookUp: LookUp, error: string): Promise<Complaint> {
  const { method, isFor = ofChannel } = lookUp;
  const room = newRoom(stack, lookUp);
  const where = (args: Args) => isFor(room, args);
  lookUp.beside?.(room);
  const fault = stack.workspace.faults.add({ method, where, ...effectOf(error) });
  const text = room.text();
  void stack.engine.next(text).then((work) => work.answer());
  await lookUp.ask(room, text);
  const what = `${method} ${error}`;
  const isTold = () => {
    const { answers, notes } = heard(room);
    return answers + notes > 0;
  };
  await stack.workspace.waitFor(isTold, { what, timeoutMs: 40_000 }).catch(() => undefined);
  return () => {
    const { answers, notes } = heard(room);
    if (fault.hits === 0) return `${what}: the look-up was not made`;
    return answers + notes === 1 ? undefined : `${what}: ${answers} answers, ${notes} notes`;
  };
}

describe('a look-up that Slack refuses', () => {
  it('whoever asks gets one answer or one note', { timeout: 90_000 }, async ({ stack }) => {
    const refill = setInterval(() => void stack.refill(), 1_000);
    const complaints = await Promise.all(
      LOOK_UPS.flatMap((lookUp) =>
        words(lookUp.errors).map((error) => askRefused(stack, lookUp, error)),
      ),
    ).finally(() => clearInterval(refill));
    expect(complaints.flatMap((complaint) => complaint() ?? [])).toEqual([]);
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
