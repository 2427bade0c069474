import type { AddressInfo } from 'node:net';
import { App, HTTPReceiver, LogLevel } from '@slack/bolt';
import { type View, WebAPIPlatformError, WebClient } from '@slack/web-api';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { validateHome, validateModal } from '../../../local/workspace/block-kit/validate-view.js';
import { SlackError } from '../../../local/workspace/protocol/slack-error.js';
import { startWorkspace, type Workspace } from '../../../local/workspace/workspace.js';

let workspace: Workspace;
let app: App;
let client: WebClient;
let seen: Record<string, unknown>[];
let now: number;

beforeEach(async () => {
  now = Date.now();
  workspace = await startWorkspace({
    now: () => now,
    redelivery: { timeoutMs: 4_000, delaysMs: [] },
  });
  seen = [];
  const receiver = new HTTPReceiver({
    signingSecret: workspace.app.signingSecret,
    processBeforeResponse: true,
    logLevel: LogLevel.ERROR,
  });
  const clientOptions = { slackApiUrl: workspace.apiUrl, retryConfig: { retries: 0 } };
  client = new WebClient(workspace.app.botToken, clientOptions);
  app = new App({
    token: workspace.app.botToken,
    receiver,
    logLevel: LogLevel.ERROR,
    clientOptions,
    // Otherwise its token check could still be running when a short test ends.
    tokenVerificationEnabled: false,
  });
  // Requests without a listener only log an error.
  app.use(async ({ body, next }) => {
    seen.push({ ...body });
    await next();
  });
  app.shortcut('open', async ({ ack }) => ack());
  const server = await app.start(0);
  const { port } = server.address() as AddressInfo;
  workspace.connect({ requestUrl: `http://127.0.0.1:${port}/slack/events` });
});

afterEach(async () => {
  await app.stop();
  await workspace.stop();
});

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const kim = () => workspace.people.kim;

const ASK = {
  type: 'input' as const,
  block_id: 'question',
  label: plain('Your question'),
  element: { type: 'plain_text_input' as const, action_id: 'text', min_length: 3 },
};
const PLACE = {
  type: 'input' as const,
  block_id: 'place',
  optional: true,
  label: plain('Where'),
  element: {
    type: 'conversations_select' as const,
    action_id: 'channel',
    response_url_enabled: true,
    default_to_current_conversation: true,
  },
};

function form(more: object = {}): View {
  return {
    type: 'modal',
    callback_id: 'ask',
    title: plain('Ask'),
    submit: plain('Ask'),
    blocks: [ASK, PLACE],
    ...more,
  } as View;
}

function plainModal(more: object = {}): View {
  return {
    type: 'modal',
    title: plain('Details'),
    blocks: [{ type: 'section', text: plain('Some text') }],
    ...more,
  } as View;
}

/** A new trigger_id, as from a click. */
async function trigger(): Promise<string> {
  return (await workspace.shortcut({ as: kim(), callbackId: 'open' })).triggerId;
}

async function opened(view: View): Promise<string> {
  const { view: made } = await client.views.open({ trigger_id: await trigger(), view });
  return made?.id ?? '';
}

interface Refused {
  readonly error: string;
  readonly messages: readonly string[];
}

async function refusal(call: Promise<unknown>): Promise<Refused> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof WebAPIPlatformError)) throw new Error('it was not refused');
  const { error: code, response_metadata } = error.data;
  return { error: code, messages: response_metadata?.messages ?? [] };
}

const errorOf = async (call: Promise<unknown>) => (await refusal(call)).error;

describe('views.open', () => {
  it('opens a modal for the person who clicked, and returns its view object', async () => {
    const made = await client.views.open({
      trigger_id: await trigger(),
      view: form({ external_id: 'form-1', private_metadata: '{"at":1}' }),
    });
    expect(made.view).toMatchObject({
      type: 'modal',
      callback_id: 'ask',
      external_id: 'form-1',
      private_metadata: '{"at":1}',
      previous_view_id: null,
      root_view_id: made.view?.id,
      app_id: workspace.app.appId,
      bot_id: workspace.app.botId,
      state: { values: { question: { text: { type: 'plain_text_input', value: null } } } },
    });
    expect(workspace.modals(kim()).map(({ id }) => id)).toEqual([made.view?.id]);
    expect(workspace.modals(workspace.people.ravi)).toEqual([]);
  });

  it('accepts a trigger_id once, within three seconds, from the installation that received it', async () => {
    const used = await trigger();
    await client.views.open({ trigger_id: used, view: form() });
    expect(await errorOf(client.views.open({ trigger_id: used, view: form() }))).toBe(
      'exchanged_trigger_id',
    );
    const late = await trigger();
    now += 3_001;
    expect(await errorOf(client.views.open({ trigger_id: late, view: form() }))).toBe(
      'expired_trigger_id',
    );
    expect(await errorOf(client.views.open({ trigger_id: '1.2.x', view: form() }))).toBe(
      'invalid_trigger_id',
    );
    const { botToken } = workspace.addTeam({ name: 'Initech' });
    const other = new WebClient(botToken, { slackApiUrl: workspace.apiUrl });
    const foreign = await trigger();
    expect(await errorOf(other.views.open({ trigger_id: foreign, view: form() }))).toBe(
      'invalid_trigger_id',
    );
  });

  it.each([
    ['a long title', { title: plain('x'.repeat(25)) }, '/view/title/text'],
    ['too much metadata', { private_metadata: 'x'.repeat(3001) }, '/view/private_metadata'],
    ['a long callback_id', { callback_id: 'x'.repeat(256) }, '/view/callback_id'],
    ['no submit beside an input', { submit: undefined }, 'must define `submit`'],
    ['a block of messages alone', { blocks: [{ type: 'markdown', text: 'a' }] }, 'blocks/0/type'],
    ['101 blocks', { blocks: Array(101).fill({ type: 'divider' }) }, 'no more than 100 items'],
    ['a field that is none', { colour: 'red' }, 'invalid additional property: colour'],
    [
      'an element that is wrong',
      { blocks: [{ ...ASK, element: { type: 'plain_text_input', max_length: 4000 } }] },
      '/view/blocks/0/element/max_length',
    ],
  ])('refuses a view with %s, and names the JSON pointer', async (_what, more, where) => {
    const { error, messages } = await refusal(
      client.views.open({ trigger_id: await trigger(), view: form(more) }),
    );
    expect(error).toBe('invalid_arguments');
    expect(messages.join('\n')).toContain(where);
  });

  it('refuses a view above 250 kB and a used external_id', async () => {
    const text = plain('x'.repeat(2900));
    const blocks = Array(90).fill({ type: 'section', text });
    expect(
      await errorOf(client.views.open({ trigger_id: await trigger(), view: form({ blocks }) })),
    ).toBe('view_too_large');
    await opened(form({ external_id: 'once' }));
    await workspace.closeView({ as: kim() });
    expect(
      await errorOf(
        client.views.open({ trigger_id: await trigger(), view: form({ external_id: 'once' }) }),
      ),
    ).toBe('duplicate_external_id');
  });
});

describe('view validation', () => {
  it('accepts or refuses a view of any shape with a Slack error', () => {
    const type = fc.constantFrom('modal', 'home', 'x');
    const block = fc.oneof(fc.jsonValue(), fc.record({ type: fc.string(), block_id: fc.string() }));
    const given = fc.oneof(
      fc.jsonValue(),
      fc.record({ type, title: fc.jsonValue(), blocks: fc.array(block) }, { requiredKeys: [] }),
    );
    fc.assert(
      fc.property(given, (view) => {
        for (const check of [validateModal, validateHome]) {
          expect(codeOf(() => check(view))).toMatch(/^(taken|invalid_arguments)$/);
        }
      }),
    );
  });
});

function codeOf(act: () => unknown): string {
  try {
    act();
    return 'taken';
  } catch (error) {
    if (error instanceof SlackError) return error.code;
    throw error;
  }
}

describe('views.update', () => {
  it('updates a view by external_id and keeps its entries', async () => {
    await opened(form({ external_id: 'filled' }));
    app.action('more', async ({ ack }) => ack());
    const more = { type: 'button', action_id: 'more', text: plain('More') };
    const view = form({
      external_id: 'filled',
      blocks: [ASK, { type: 'actions', elements: [more] }],
    });
    await client.views.update({ external_id: 'filled', view });
    const values = { question: { text: 'why does it retry?' } };
    await workspace.clickInView({ as: kim(), actionId: 'more', values });
    const done = await client.views.update({ external_id: 'filled', view });
    expect(done.view?.state).toMatchObject({
      values: { question: { text: { value: 'why does it retry?' } } },
    });
  });

  it('refuses to update with an old hash, for a closed view, or with both view_id and external_id', async () => {
    const made = await client.views.open({ trigger_id: await trigger(), view: form() });
    const { id: view_id = '', hash = '' } = made.view ?? {};
    await client.views.update({ view_id, hash, view: form() });
    expect(await errorOf(client.views.update({ view_id, hash, view: form() }))).toBe(
      'hash_conflict',
    );
    await workspace.closeView({ as: kim() });
    expect(await errorOf(client.views.update({ view_id, view: form() }))).toBe('not_found');
    expect(await errorOf(client.views.update({ view: form() } as never))).toBe('invalid_arguments');
  });
});

describe('views.push', () => {
  it('pushes up to three modals with trigger ids from the modal below', async () => {
    const next = { type: 'button', action_id: 'next', text: plain('Next') };
    const deeper = plainModal({ blocks: [{ type: 'actions', elements: [next] }] });
    const pushed: string[] = [];
    app.action('next', async ({ ack, body, client: bolt }) => {
      await ack();
      const trigger_id = 'trigger_id' in body ? (body.trigger_id ?? '') : '';
      pushed.push(
        await bolt.views.push({ trigger_id, view: deeper }).then(
          () => 'ok',
          (error: WebAPIPlatformError) => error.data.error,
        ),
      );
    });
    const root = await opened(deeper);
    for (const _ of [1, 2, 3]) await workspace.clickInView({ as: kim(), actionId: 'next' });
    expect(pushed).toEqual(['ok', 'ok', 'push_limit_reached']);
    const [first, second, third] = workspace.modals(kim());
    expect(third).toMatchObject({ root_view_id: root, previous_view_id: second?.id });
    expect(second?.previous_view_id).toBe(first?.id);
    await workspace.closeView({ as: kim() });
    expect(workspace.modals(kim())).toHaveLength(2);
    await workspace.closeView({ as: kim(), all: true });
    expect(workspace.modals(kim())).toEqual([]);
    expect(await errorOf(client.views.push({ trigger_id: await trigger(), view: deeper }))).toBe(
      'invalid_trigger_id',
    );
  });
});

describe('block_actions in a view', () => {
  it('sends a click in a view with the view, its state and the chosen value', async () => {
    const pick = {
      type: 'static_select',
      action_id: 'pick',
      options: ['go', 'java'].map((value) => ({ text: plain(value), value })),
    };
    const id = await opened(
      form({
        blocks: [ASK, { type: 'section', block_id: 's', text: plain('In'), accessory: pick }],
      }),
    );
    app.action('pick', async ({ ack }) => ack());
    const values = { question: { text: 'why?' }, s: { pick: 'java' } };
    await workspace.clickInView({ as: kim(), actionId: 'pick', value: 'java', values });
    expect(seen.at(-1)).toMatchObject({
      type: 'block_actions',
      user: { id: kim().id },
      container: { type: 'view', view_id: id },
      view: {
        id,
        state: {
          values: {
            question: { text: { value: 'why?' } },
            s: { pick: { selected_option: { value: 'java' } } },
          },
        },
      },
      actions: [{ action_id: 'pick', block_id: 's', selected_option: { value: 'java' } }],
    });
    expect(seen.at(-1)).not.toHaveProperty('response_url');
  });
});

describe('view_submission', () => {
  const values = { question: { text: 'why is a < b && List<T>?' } };

  it('submits the entered values, and closes the modal on an empty acknowledgement', async () => {
    app.view('ask', async ({ ack, body }) => {
      seen.push({ submitted: body });
      await ack();
    });
    await opened(form());
    const done = await workspace.submit({
      as: kim(),
      values: { ...values, place: { channel: workspace.channels.backend.id } },
    });
    expect(done).toMatchObject({ ackStatus: 200, errors: {} });
    expect(seen.at(-1)).toMatchObject({
      submitted: {
        type: 'view_submission',
        user: { id: kim().id },
        view: {
          callback_id: 'ask',
          state: {
            values: {
              question: { text: { type: 'plain_text_input', value: 'why is a < b && List<T>?' } },
              place: { channel: { selected_conversation: workspace.channels.backend.id } },
            },
          },
        },
        response_urls: [
          { block_id: 'place', action_id: 'channel', channel_id: workspace.channels.backend.id },
        ],
      },
    });
    expect(workspace.modals(kim())).toEqual([]);
  });

  it('does not submit while a required field is empty or too short', async () => {
    await opened(form());
    const before = seen.length;
    expect(await workspace.submit({ as: kim() })).toMatchObject({
      ackStatus: 0,
      errors: { question: 'Please complete this required field.' },
    });
    const short = { question: { text: 'a' } };
    expect(await workspace.submit({ as: kim(), values: short })).toMatchObject({
      errors: { question: 'Must be at least 3 characters.' },
    });
    expect(seen).toHaveLength(before);
    expect(workspace.modals(kim())[0]?.errors).toHaveProperty('question');
  });

  it('shows the errors in the app’s response below their fields', async () => {
    app.view('ask', async ({ ack }) =>
      ack({ response_action: 'errors', errors: { question: 'Ask about code.' } }),
    );
    await opened(form());
    const { errors } = await workspace.submit({ as: kim(), values });
    expect(errors).toEqual({ question: 'Ask about code.' });
    expect(workspace.modals(kim())[0]).toMatchObject({ errors });
  });

  it.each([
    ['update', 1, 'Details'],
    ['push', 2, 'Details'],
    ['clear', 0, undefined],
  ] as const)('does what the app answers: %s', async (response_action, depth, title) => {
    app.view('ask', async ({ ack }) => {
      if (response_action === 'clear') await ack({ response_action });
      else await ack({ response_action, view: plainModal() });
    });
    const id = await opened(form());
    await workspace.submit({ as: kim(), values });
    const stack = workspace.modals(kim());
    expect(stack).toHaveLength(depth);
    expect(stack.at(-1)?.title?.text).toBe(title);
    if (response_action === 'update') expect(stack[0]?.id).toBe(id);
  });

  it('shows a connection error when the app fails, is late or responds with an invalid body', async () => {
    const answers = [
      async () => Promise.reject(new Error('broken')),
      () => new Promise<void>(() => undefined),
      async (ack: (answer: never) => Promise<void>) =>
        ack({ response_action: 'errors', errors: { nowhere: 'x' } } as never),
      async (ack: (answer: never) => Promise<void>) =>
        ack({ response_action: 'update', view: { type: 'modal' } } as never),
    ];
    app.error(async (error) => {
      throw error;
    });
    app.view('ask', async ({ ack }) => answers.shift()?.(ack as never));
    await opened(form());
    while (answers.length > 0) {
      await workspace.submit({ as: kim(), values });
      expect(workspace.modals(kim())[0]).toMatchObject({
        failure: 'We had some trouble connecting. Try again?',
        errors: {},
      });
    }
  });
});

describe('view_closed', () => {
  it('sends view_closed for views with notify_on_close, with is_cleared for the whole stack', async () => {
    app.view({ type: 'view_closed', callback_id: 'ask' }, async ({ ack }) => ack());
    await opened(form({ notify_on_close: true }));
    await workspace.closeView({ as: kim() });
    expect(seen.at(-1)).toMatchObject({
      type: 'view_closed',
      is_cleared: false,
      view: { callback_id: 'ask' },
    });
    await opened(form({ notify_on_close: true }));
    await workspace.closeView({ as: kim(), all: true });
    expect(seen.at(-1)).toMatchObject({ type: 'view_closed', is_cleared: true });
    const heard = seen.length;
    await client.views.open({ trigger_id: await trigger(), view: form() });
    await workspace.closeView({ as: kim() });
    // Only the shortcut that issued the trigger_id.
    expect(seen).toHaveLength(heard + 1);
  });
});

describe('shortcuts', () => {
  it('sends a global shortcut with a trigger_id', async () => {
    await workspace.shortcut({ as: kim(), callbackId: 'open' });
    expect(seen.at(-1)).toMatchObject({
      type: 'shortcut',
      callback_id: 'open',
      user: { id: kim().id },
      team: { id: workspace.app.teamId },
    });
    expect(seen.at(-1)).not.toHaveProperty('channel');
  });

  it('sends a message shortcut with the message’s blocks, attachments and files', async () => {
    app.shortcut({ type: 'message_action', callback_id: 'ask_about' }, async ({ ack, respond }) => {
      await ack();
      await respond('Looking into it');
    });
    const { general } = workspace.channels;
    const file = {
      id: 'F1',
      name: 'trace.txt',
      url_private: `${workspace.url}/files/F1/trace.txt`,
    };
    const { ts } = await workspace.say({
      as: workspace.people.ravi,
      channel: general,
      text: 'it fails',
      attachments: [{ text: 'stack trace' }],
      files: [file],
    });
    await workspace.shortcut({ as: kim(), callbackId: 'ask_about', channel: general, ts });
    expect(seen.at(-1)).toMatchObject({
      type: 'message_action',
      callback_id: 'ask_about',
      message_ts: ts,
      channel: { id: general.id, name: 'general' },
      message: {
        ts,
        user: workspace.people.ravi.id,
        text: 'it fails',
        blocks: [{ type: 'rich_text' }],
        attachments: [{ text: 'stack trace' }],
        files: [file],
      },
    });
    expect(workspace.ephemerals({ user: kim() }).at(-1)?.text).toBe('Looking into it');
  });

  it('shows an error when a shortcut cannot be delivered', async () => {
    workspace.connect({ requestUrl: 'http://127.0.0.1:9/' });
    await workspace.shortcut({ as: kim(), callbackId: 'open' });
    expect(workspace.ephemerals({ user: kim() }).at(-1)?.text).toContain('dispatch_failed');
  });
});

describe('the Home tab', () => {
  const home = (text: string): View => ({
    type: 'home',
    blocks: [{ type: 'section', text: plain(text) }],
  });

  it('sends app_home_opened, and shows the published Home tab', async () => {
    const published = () =>
      workspace.calls.filter((it) => it.method === 'views.publish' && it.outcome === 'ok').length;
    app.event('app_home_opened', async ({ event, client: bolt }) => {
      if (event.tab === 'home')
        await bolt.views.publish({ user_id: event.user, view: home('Hello') });
    });
    await workspace.openHome({ as: kim() });
    expect(seen.at(-1)?.['event']).toMatchObject({
      type: 'app_home_opened',
      user: kim().id,
      channel: workspace.dm(kim()).id,
      tab: 'home',
      event_ts: expect.stringMatching(/^\d{16}$/),
    });
    expect(seen.at(-1)?.['event']).not.toHaveProperty('view');
    await workspace.waitFor(() => published() === 1);
    expect(workspace.home(kim())).toMatchObject({ type: 'home', blocks: [{ type: 'section' }] });
    await workspace.openHome({ as: kim() });
    await workspace.waitFor(() => published() === 2);
    expect(seen.at(-1)?.['event']).toMatchObject({ view: { id: workspace.home(kim())?.id } });
    await workspace.openHome({ as: kim(), tab: 'messages' });
    expect(seen.at(-1)?.['event']).toMatchObject({ tab: 'messages' });
    expect(workspace.home(workspace.people.ravi)).toBeUndefined();
  });

  it('keeps the Home tab’s view id, and refuses old hashes, modals and unknown people', async () => {
    const user_id = kim().id;
    const first = await client.views.publish({ user_id, view: home('one') });
    const second = await client.views.publish({ user_id, view: home('two') });
    expect(second.view?.id).toBe(first.view?.id);
    const hash = first.view?.hash ?? '';
    expect(await errorOf(client.views.publish({ user_id, hash, view: home('three') }))).toBe(
      'hash_conflict',
    );
    expect(await errorOf(client.views.publish({ user_id, view: form() }))).toBe(
      'invalid_arguments',
    );
    expect(await errorOf(client.views.publish({ user_id: 'U0', view: home('x') }))).toBe(
      'user_not_found',
    );
  });

  it('sends clicks on the Home tab, and updates it by view id', async () => {
    const button = { type: 'button', action_id: 'ask', text: plain('Ask') } as const;
    const view = { ...home('x'), blocks: [{ type: 'actions', elements: [button] }] } as View;
    const made = await client.views.publish({ user_id: kim().id, view });
    app.action('ask', async ({ ack, body, client: bolt }) => {
      await ack();
      const trigger_id = 'trigger_id' in body ? (body.trigger_id ?? '') : '';
      await bolt.views.open({ trigger_id, view: form() });
      await bolt.views.update({ view_id: made.view?.id ?? '', view: home('Asked') });
    });
    await workspace.clickInView({ as: kim(), view: made.view?.id ?? '', actionId: 'ask' });
    expect(workspace.modals(kim())).toHaveLength(1);
    expect(workspace.home(kim())).toMatchObject({ blocks: [{ text: { text: 'Asked' } }] });
  });

  it('refuses views.publish when the Home tab is disabled', async () => {
    const off = await startWorkspace({ homeTab: false });
    const bot = new WebClient(off.app.botToken, { slackApiUrl: off.apiUrl });
    const publish = bot.views.publish({ user_id: off.people.kim.id, view: home('x') });
    expect(await errorOf(publish)).toBe('not_enabled');
    await off.stop();
  });
});
