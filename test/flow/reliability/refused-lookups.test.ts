import { describe, expect } from 'vitest';
import type { Ref } from '../../../local/workspace/workspace.js';
import { messageText } from '../../support/message-text.js';
import { newScenario, type Scenario } from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({ workspace: { limits: 'off' }, env: { WORKER_CONCURRENCY: '50' } });
const beforeStart = stackTest({ roles: [], workspace: { limits: 'off' } });

/**
 * What the pages of the methods list in common, such as
 * https://docs.slack.dev/reference/methods/users.info. `ratelimited` is no refusal.
 */
const EVERYWHERE = `access_denied accesslimited account_inactive deprecated_endpoint ekm_access_denied
  enterprise_is_restricted fatal_error internal_error invalid_arg_name invalid_arguments
  invalid_array_arg invalid_auth invalid_charset invalid_form_data invalid_post_type is_bot
  method_deprecated missing_post_type missing_scope no_permission not_allowed_token_type not_authed
  org_login_required request_timeout service_unavailable team_access_not_granted team_added_to_org
  token_expired token_revoked two_factor_setup_required unknown_method`;

/** What a user does that needs the look-up, and which of its calls are refused. */
interface LookUp {
  readonly method: string;
  /** As https://docs.slack.dev/reference/methods/<method> lists them. */
  readonly errors: string;
  ask(scenario: Scenario, text: string): Promise<unknown>;
  isFor(scenario: Scenario, args: Readonly<Record<string, unknown>>): boolean;
}

const ofUser = ({ asker }: Scenario, args: Args) => args['user'] === asker.id;
const ofChannel = ({ channel }: Scenario, args: Args) => args['channel'] === channel.id;
type Args = Readonly<Record<string, unknown>>;

const LOOK_UPS: readonly LookUp[] = [
  {
    method: 'users.info',
    errors: `${EVERYWHERE} too_many_users user_not_found user_not_visible`,
    ask: ({ mention }, text) => mention(text),
    isFor: ofUser,
  },
  {
    method: 'conversations.info',
    errors: `${EVERYWHERE} channel_is_limited_access channel_not_found`,
    ask: ({ mention }, text) => mention(text),
    isFor: ofChannel,
  },
  {
    method: 'conversations.replies',
    // Whatever it is, the question is asked without the earlier messages: a few of the common ones.
    errors: `missing_scope internal_error token_revoked channel_not_found invalid_cursor invalid_metadata_filter_keys invalid_ts_latest
      invalid_ts_oldest method_not_supported_for_channel_type thread_not_found`,
    ask: mentionInThread,
    isFor: ofChannel,
  },
];

async function mentionInThread({ stack, asker, channel, bot }: Scenario, text: string) {
  const { workspace } = stack;
  const { ts } = await workspace.say({ as: asker, channel, text: 'The build is red.' });
  await workspace.say({ as: asker, channel, threadTs: ts, text: `${bot} ${text}` });
}

const words = (text: string): string[] => text.split(/\s+/);

interface Heard {
  readonly answers: number;
  readonly notes: number;
}

/** What reached the asker: the answer, and private notes. */
function heard({ stack, asker, channel }: Scenario): Heard {
  const { workspace } = stack;
  const bot = (where: Ref) =>
    workspace
      .messages({ channel: where })
      .flatMap(({ ts }) => workspace.messages({ channel: where, threadTs: ts }))
      .filter((message) => message.bot_id !== undefined);
  const said = [...bot(channel), ...bot(workspace.dm(asker))].map(messageText);
  const isNote = (text: string) => /does not (let|tell) me/.test(text);
  return {
    answers: said.filter((text) => text.includes('backoff()')).length,
    notes: workspace.ephemerals({ user: asker }).length + said.filter(isNote).length,
  };
}

/** Asks while Slack refuses the look-up for good; gives what is wrong with what the asker heard. */
async function outcomeOf(stack: Stack, lookUp: LookUp, error: string): Promise<string | undefined> {
  const scenario = newScenario(stack);
  const { method } = lookUp;
  const where = (args: Args) => lookUp.isFor(scenario, args);
  const fault = stack.workspace.faults.add({ method, kind: 'error', error, where });
  const text = scenario.text();
  void stack.engine.next(text).then((work) => work.answer());
  await lookUp.ask(scenario, text);
  const isTold = () => {
    const { answers, notes } = heard(scenario);
    return answers > 0 || (notes > 0 && notes);
  };
  const what = `${method} ${error}`;
  const told = await stack.workspace
    .waitFor(isTold, { what, timeoutMs: 50_000 })
    .catch(() => undefined);
  if (told === undefined) return `${what}: nothing was said`;
  if (fault.hits === 0) return `${what}: the look-up was not made`;
  const { answers, notes } = heard(scenario);
  return answers > 1 || notes > 1 ? `${what}: ${answers} answers, ${notes} notes` : undefined;
}

describe('a look-up that Slack refuses', () => {
  it('whoever asks gets one answer or one note', { timeout: 90_000 }, async ({ stack }) => {
    const refill = setInterval(() => void stack.refill(), 1_000);
    const wrong = await Promise.all(
      LOOK_UPS.flatMap((lookUp) =>
        words(lookUp.errors).map((error) => outcomeOf(stack, lookUp, error)),
      ),
    ).finally(() => clearInterval(refill));
    expect(wrong.filter((one) => one !== undefined)).toEqual([]);
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
