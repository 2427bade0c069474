import { readFileSync } from 'node:fs';
import { WebAPIPlatformError, WebClient } from '@slack/web-api';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { optionsFromManifest } from '../../../local/workspace/manifest.js';
import { startWorkspace, type Workspace } from '../../../local/workspace/workspace.js';
import { ListeningApp } from './listening-app.js';

const MANIFEST = readFileSync(new URL('../../../manifest.yml', import.meta.url), 'utf8');
const ASK = 'ask_deep_search';
const LINK = 'https://code.example.com/deepsearch/42';

let workspace: Workspace;
let app: ListeningApp;
let client: WebClient;

beforeEach(async () => {
  app = new ListeningApp();
  workspace = await startWorkspace({
    ...optionsFromManifest(MANIFEST),
    enterpriseId: 'E0ACMEORG',
    orgInstall: true,
    requestUrl: await app.start(),
  });
  client = clientFor(workspace.app.botToken);
});
afterEach(async () => {
  await workspace.stop();
  await app.stop();
});

function clientFor(token: string): WebClient {
  return new WebClient(token, { slackApiUrl: workspace.apiUrl, retryConfig: { retries: 0 } });
}

const events = (type: string) =>
  workspace.deliveries
    .filter(({ name }) => name === type)
    .map(({ payload }) => (payload as { event: Record<string, unknown> }).event);

async function errorOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'ok';
  } catch (error) {
    if (error instanceof WebAPIPlatformError) return error.data.error;
    throw error;
  }
}

const BLOCKS = [
  {
    type: 'actions' as const,
    elements: [
      {
        type: 'button' as const,
        action_id: 'show',
        value: 'v',
        text: { type: 'plain_text' as const, text: 'Show' },
      },
    ],
  },
];

describe('link_shared and chat.unfurl', () => {
  const say = (text: string, channel = workspace.channels.general.id) =>
    workspace.say({ as: workspace.people.kim, channel, text });

  it('sends link_shared for links to the app’s domain or a subdomain', async () => {
    const below = 'https://docs.code.example.com/a';
    const { ts } = await say(`see <${LINK}|this>, ${below}. And https://other.example.com/x`);
    const [event] = events('link_shared');
    expect(event).toMatchObject({
      user: workspace.people.kim.id,
      channel: workspace.channels.general.id,
      message_ts: ts,
      source: 'conversations_history',
      is_bot_user_member: true,
      links: [
        { domain: 'code.example.com', url: LINK },
        { domain: 'code.example.com', url: below },
      ],
    });
  });

  it.each(['https://code.example.com/a?b=1&c=2', '<https://code.example.com/a?b=1&amp;c=2>'])(
    'escapes the & of %s in link_shared, and accepts a preview of that URL only',
    async (text) => {
      const { ts } = await say(text);
      const url = 'https://code.example.com/a?b=1&amp;c=2';
      expect(events('link_shared')).toMatchObject([{ links: [{ url }] }]);
      const at = { channel: workspace.channels.general.id, ts };
      const preview = { text: 'preview' };
      const unescaped = { 'https://code.example.com/a?b=1&c=2': preview };
      expect(await errorOf(client.chat.unfurl({ ...at, unfurls: unescaped }))).toBe(
        'cannot_unfurl_url',
      );
      expect(await errorOf(client.chat.unfurl({ ...at, unfurls: { [url]: preview } }))).toBe('ok');
    },
  );

  it('sends link_shared for a draft, whose previews are apart from its message', async () => {
    const { kim } = workspace.people;
    const id = await workspace.draft({ as: kim, text: `see ${LINK}` });
    const [event] = events('link_shared');
    const composed = { channel: 'COMPOSER', message_ts: id, unfurl_id: id, source: 'composer' };
    expect(event).toMatchObject({ ...composed, user: kim.id, links: [{ url: LINK }] });
    const unfurl = (args: object) => errorOf(client.apiCall('chat.unfurl', { ...args }));
    const unfurls = { [LINK]: { blocks: BLOCKS } };
    const by = { unfurl_id: id, source: 'composer' };
    expect(await unfurl({ ...by, source: 'conversations_history', unfurls })).toBe(
      'invalid_unfurl_id',
    );
    expect(await unfurl({ ...by, unfurl_id: 'U1-other', unfurls })).toBe('invalid_unfurl_id');
    expect(await unfurl({ ...by, unfurls: { 'https://code.example.com/x': {} } })).toBe(
      'cannot_unfurl_url',
    );
    expect(await unfurl({ ...by, unfurls })).toBe('ok');
    expect(workspace.draftPreviews(id)).toMatchObject([{ app_unfurl_url: LINK }]);
    expect(await unfurl({ channel: 'COMPOSER', ts: id, unfurls: { [LINK]: {} } })).toBe('ok');
    expect(workspace.draftPreviews(id)).toEqual([]);
    const { ts } = await say(`see ${LINK}`);
    expect(workspace.message(workspace.channels.general, ts)?.attachments).toBeUndefined();
    expect(events('link_shared')).toMatchObject([{}, { source: 'conversations_history' }]);
  });

  it('sends no link_shared for the app’s own messages or other domains', async () => {
    const { general } = workspace.channels;
    await client.chat.postMessage({ channel: general.id, text: LINK });
    await say('https://notcode.example.com/x and https://example.com/code.example.com');
    expect(events('link_shared')).toEqual([]);
  });

  it('says in link_shared whether the bot is a member of the channel', async () => {
    const away = workspace.addChannel({
      ...{ name: 'away', members: [workspace.people.kim] },
      botIsMember: false,
    });
    await say(LINK, away.id);
    expect(events('link_shared')).toMatchObject([{ is_bot_user_member: false }]);
  });

  it('adds a link preview, which a second chat.unfurl replaces and an empty one removes', async () => {
    const { general } = workspace.channels;
    const { ts } = await say(`see ${LINK}`);
    const at = { channel: general.id, ts };
    await client.chat.unfurl({ ...at, unfurls: { [LINK]: { blocks: BLOCKS } } });
    await client.chat.unfurl({ ...at, unfurls: { [LINK]: { text: 'changed' } } });
    expect(workspace.message(general, ts)?.attachments).toMatchObject([
      { id: 1, text: 'changed', app_unfurl_url: LINK, is_app_unfurl: true },
    ]);
    const [{ unfurl_id } = {}] = events('link_shared');
    const source = 'conversations_history';
    const by = { unfurl_id: String(unfurl_id), source } as const;
    await client.chat.unfurl({ ...by, unfurls: { [LINK]: {} as never } });
    expect(workspace.message(general, ts)?.attachments).toBeUndefined();
  });

  it('refuses chat.unfurl for links that are not in the message, and for unknown messages', async () => {
    const { general } = workspace.channels;
    const { ts } = await say(`see ${LINK}`);
    const unfurl = (args: object) => errorOf(client.apiCall('chat.unfurl', { ...args }));
    const unfurls = { [LINK]: { blocks: BLOCKS } };
    const at = { channel: general.id, ts };
    const other = { 'https://code.example.com/other': { text: 'x' } };
    expect(await unfurl({ ...at, unfurls: other })).toBe('cannot_unfurl_url');
    expect(await unfurl({ ...at })).toBe('missing_unfurls');
    expect(await unfurl({ ...at, unfurls: 'x' })).toBe('invalid_unfurls_format');
    expect(await unfurl({ ...at, ts: '1.1', unfurls })).toBe('cannot_find_message');
    expect(await unfurl({ channel: 'C0NOWHERE', ts, unfurls })).toBe('cannot_find_channel');
    expect(await unfurl({ channel: general.id, unfurls })).toBe('missing_ts');
    expect(await unfurl({ unfurl_id: 'x', unfurls })).toBe('missing_source');
    const forged = { unfurl_id: `${general.id}.${ts}.${'0'.repeat(64)}` };
    const source = 'conversations_history';
    expect(await unfurl({ ...forged, source, unfurls })).toBe('invalid_unfurl_id');
    workspace.setScopes(['chat:write']);
    expect(await unfurl({ ...at, unfurls })).toBe('missing_scope');
  });

  it('sends a click in a link preview with app_unfurl instead of the message', async () => {
    const { general } = workspace.channels;
    const { ts } = await say(`see ${LINK}`);
    await client.chat.unfurl({ channel: general.id, ts, unfurls: { [LINK]: { blocks: BLOCKS } } });
    await workspace.click({ as: workspace.people.ravi, channel: general, ts, actionId: 'show' });
    const sent = workspace.deliveries.findLast(({ name }) => name === 'block_actions');
    expect(sent?.payload).toMatchObject({
      container: { type: 'message_attachment', message_ts: ts, is_app_unfurl: true },
      app_unfurl: { app_unfurl_url: LINK },
      actions: [{ action_id: 'show', value: 'v' }],
    });
    expect(sent?.payload).not.toHaveProperty('message');
  });
});

describe('function_executed', () => {
  const run = () =>
    workspace.runStep({ as: workspace.people.kim, callbackId: ASK, inputs: { question: 'why?' } });
  const outputs = { answer: 'a', sources: '', status: 'completed', link: '' };

  it('sends function_executed with the step as the manifest declares it', async () => {
    const { execution } = await run();
    expect(events('function_executed')).toMatchObject([
      {
        function: {
          callback_id: ASK,
          input_parameters: [
            { name: 'question', type: 'string', is_required: true },
            { name: 'user_context', type: 'slack#/types/user_context', is_required: true },
            { name: 'channel', type: 'slack#/types/channel_id', is_required: false },
          ],
        },
        inputs: {
          question: 'why?',
          user_context: { id: workspace.people.kim.id, secret: expect.any(String) },
        },
        function_execution_id: execution,
      },
    ]);
  });

  it('passes the inputs of an outdated workflow as they are', async () => {
    const inputs = { question: 'why?', asker: workspace.people.ravi.id };
    const as = workspace.people.kim;
    const { execution } = await workspace.runStep({
      as,
      callbackId: ASK,
      inputs,
      outdated: true,
    });
    expect(events('function_executed')).toMatchObject([
      { inputs, function_execution_id: execution },
    ]);
    expect(workspace.stepRuns(as)).toMatchObject([{ inputs }]);
  });

  it('completes a step once, with the declared outputs or with an error', async () => {
    const { execution: function_execution_id } = await run();
    const complete = (given: Record<string, unknown>) =>
      errorOf(client.functions.completeSuccess({ function_execution_id, outputs: given }));
    expect(await complete({ answer: 'a' })).toBe('parameter_validation_failed');
    expect(await complete({ ...outputs, more: 'x' })).toBe('parameter_validation_failed');
    expect(await complete({ ...outputs, answer: 1 })).toBe('parameter_validation_failed');
    expect(await complete(outputs)).toBe('ok');
    expect(await complete(outputs)).toBe('execution_not_in_running_state');
    const error = 'no';
    const fail = client.functions.completeError({ function_execution_id, error });
    expect(await errorOf(fail)).toBe('execution_not_in_running_state');
    expect(workspace.stepRuns()).toMatchObject([{ state: 'completed', outputs }]);
  });

  it('refuses to complete a step of another installation', async () => {
    const { execution: function_execution_id } = await run();
    const { botToken = '' } = workspace.addTeam({ name: 'Initech' });
    const other = clientFor(botToken);
    const ended = other.functions.completeSuccess({ function_execution_id, outputs });
    expect(await errorOf(ended)).toBe('function_execution_not_found');
  });

  it('shows steps only where the app is installed on the organization', async () => {
    const other = await startWorkspace({ ...optionsFromManifest(MANIFEST) });
    onTestFinished(() => other.stop());
    const started = other.runStep({ as: other.people.kim, callbackId: ASK, inputs: {} });
    await expect(started).rejects.toThrow('installed on the organization');
  });

  it('throws for undeclared steps and inputs', async () => {
    const as = workspace.people.kim;
    await expect(workspace.runStep({ as, callbackId: 'x', inputs: {} })).rejects.toThrow('no such');
    const odd = workspace.runStep({ as, callbackId: ASK, inputs: { x: 'y' } });
    await expect(odd).rejects.toThrow('no input x');
    const inputs = { user_context: { id: workspace.people.ravi.id } };
    const forged = workspace.runStep({ as, callbackId: ASK, inputs });
    await expect(forged).rejects.toThrow('only Slack sets');
  });
});
