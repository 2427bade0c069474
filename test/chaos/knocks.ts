import { click, command, eventBody, message } from '../intake/payloads.js';
import { type Bot, type Stack, TOKEN } from '../support/stack.js';
import { mutate, noise } from './mutants.js';
import type { Random } from './random.js';

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request that nobody should send, and what is wrong with the reply to it. */
export interface Knock {
  readonly name: string;
  readonly make: (random: Random) => Sent;
  readonly flawOf: (status: number, text: string) => string | undefined;
}

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** What is signed, and yet nothing that Slack would send. */
const BODIES = [
  ...['null', '[]', '[null]', '"text"', '0', 'true', '{}', '{"type":null}', '', '{', 'not json'],
  ...[
    '{"event":null}',
    '{"event":[]}',
    '{"event":"x"}',
    '{"event":{}}',
    '{"event":{"type":"message"}}',
  ],
  ...['{"command":1}', '{"type":"block_actions"}', '{"actions":[null],"user":{"id":"U1"}}'],
  ...[
    '{"type":"view_submission","user":{"id":"U1"}}',
    '{"type":"url_verification"}',
    'payload=null',
  ],
  ...[
    'payload=',
    'payload=%5B%5D',
    'command=/x&command=/y',
    '&&&=',
    '%',
    'payload=%7B%7D&payload=1',
  ],
] as const;

/** Signed as Slack signs: an ack or a plain refusal, at once. */
export function slackKnocks(stack: Stack): Knock[] {
  const { workspace, bots } = stack;
  const url = `http://127.0.0.1:${bots[0]?.ports.slack}/slack/events`;
  const signed = (body: string, type: string): Sent => {
    const at = Math.floor(Date.now() / 1000);
    const headers = {
      'content-type': type,
      'x-slack-request-timestamp': String(at),
      'x-slack-signature': workspace.sign(body, at),
    };
    return { url, method: 'POST', headers, body };
  };
  const { events, clicks, commands } = payloadsOf(stack);
  const flawed = (random: Random, payloads: readonly [object, ...object[]]) =>
    mutate(random, random.pick(payloads));
  const taken = (status: number) => unless(status, [200, 400]);
  const forged = (sent: Sent) => ({
    ...sent,
    headers: { ...sent.headers, 'x-slack-signature': `v0=${'0'.repeat(64)}` },
  });
  const event = (random: Random) => signed(JSON.stringify(flawed(random, events)), JSON_TYPE);
  const interaction = (random: Random) => signed(formOf({ payload: flawed(random, clicks) }), FORM);
  return [
    { name: 'event', make: event, flawOf: taken },
    { name: 'event', make: event, flawOf: taken },
    { name: 'interaction', make: interaction, flawOf: taken },
    {
      name: 'command',
      make: (random) => signed(formOf(flawed(random, commands)), FORM),
      flawOf: taken,
    },
    {
      name: 'body',
      make: (random) => signed(random.pick(BODIES), random.pick([FORM, JSON_TYPE])),
      flawOf: taken,
    },
    {
      name: 'forgery',
      make: (random) => forged(event(random)),
      flawOf: (status) => unless(status, [401]),
    },
  ];
}

/** As the workspace sends them, by people and in channels that exist. */
function payloadsOf({ workspace }: Stack) {
  const { app, people, channels } = workspace;
  const ts = `${Math.floor(Date.now() / 1000)}.000100`;
  const [team, channel, user] = [app.teamId, channels.general.id, people.kim.id];
  const around = { team_id: team, authorizations: [{ team_id: team, user_id: app.botUserId }] };
  const said = message({ user, channel, ts, text: `<@${app.botUserId}> where do we retry?` });
  const where = { team: { id: team }, user: { id: user, team_id: team }, channel: { id: channel } };
  const events = [
    eventBody({ ...said, type: 'app_mention' }, around),
    eventBody({ ...said, text: 'and then?', thread_ts: ts, parent_user_id: app.botUserId }, around),
    eventBody({ type: 'reaction_added', user, item: { type: 'message', channel, ts } }, around),
    eventBody({ type: 'app_home_opened', user, channel, tab: 'home' }, around),
  ] as const;
  const clicks = [
    click({ action_id: 'question.stop', value: `${team}-${channel}-${ts}` }, where),
    click({ action_id: 'question.ask.0', value: 'How often?' }, where),
    click({}, { ...where, type: 'view_submission', view: { id: 'V1', callback_id: 'ask' } }),
    click({}, { ...where, type: 'view_closed', view: { id: 'V1', callback_id: 'ask' } }),
    click({}, { ...where, type: 'shortcut', callback_id: 'ask' }),
    click({}, { ...where, type: 'block_suggestion', name: 'x' }),
  ] as const;
  const asked = { team_id: team, channel_id: channel, user_id: user };
  const commands = [command(asked), command({ ...asked, text: 'help', command: '/code' })] as const;
  return { events, clicks, commands };
}

/** Both APIs of the service, as its user: never a mistake of its own. */
export function serviceKnocks({ service }: Stack): Knock[] {
  const headers = {
    'content-type': JSON_TYPE,
    accept: 'application/json, text/event-stream',
    authorization: `token ${TOKEN}`,
  };
  const flawOf = (status: number, text: string) =>
    status < 500 && !text.includes('The tool failed')
      ? undefined
      : `${status} ${text.slice(0, 300)}`;
  const root = `${service.url}/.api/deepsearch/v1`;
  const api = (random: Random): Sent => {
    const [method, path] = random.pick<Readonly<[string, string]>>(CALLS);
    const odd = formOf(mutate(random, LIST));
    const url = `${root}${path.replaceAll('ID', () => oddId(random))}`;
    if (method !== 'POST') return { url: `${url}?${odd}`, method, headers };
    return { url, method, headers, body: JSON.stringify(mutate(random, ASKED)) };
  };
  const tools = (random: Random): Sent => {
    const [name, given] = random.pick<Readonly<[string, object]>>(TOOLS);
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
    const params = { name: `svc_${name}`, arguments: mutate(random, given) };
    const whole = random.chance(0.2) ? mutate(random, { ...call, params }) : { ...call, params };
    return {
      url: `${service.url}/.api/mcp/v1`,
      method: 'POST',
      headers,
      body: JSON.stringify(whole),
    };
  };
  const page = (random: Random): Sent => {
    const path = random.pick<string>(PAGES).replaceAll('ID', () => oddId(random));
    return { url: `${service.url}${path}?L${noise(random, 3)}`, method: 'GET', headers: {} };
  };
  return [
    { name: 'page', make: page, flawOf },
    { name: 'conversation API', make: api, flawOf },
    { name: 'tool server', make: tools, flawOf },
  ];
}

const ASKED = { conversation_id: 1, question: 'Where do we retry?' };
const LIST = {
  filter_id: '1',
  filter_user_id: '1',
  filter_is_starred: 'true',
  sort: '-id',
  page_first: '5',
  page_after: 'c',
};
const CALLS = [
  ['POST', ''],
  ['GET', ''],
  ['GET', '/ID'],
  ['POST', '/ID/questions'],
  ['POST', '/ID/questions/ID/cancel'],
  ['DELETE', '/ID'],
] as const;
const PAGES = [
  ...['/ID', '/shop', '/shop/-/tree/ID', '/shop/-/blob/ID', '/shop/-/blob/src/ID'],
  ...['/shop@ID/-/blob/src/queue.ts', '/deepsearch/shared/ID', '/deepsearch/shared/ID.md'],
] as const;
const AT = { repo: 'shop', path: 'src/queue.ts', revision: 'HEAD' };
const TOOLS = [
  ['read_file', { ...AT, startLine: 1, endLine: 5 }],
  ['list_files', { ...AT, path: 'src' }],
  ['list_repos', { query: 'sh.p', limit: 5, after: '', before: '' }],
  ['keyword_search', { query: 'repo:shop file:\\.ts$ (retry OR /back.ff/) rev:main' }],
  ['nls_search', { query: 'where do we retry repo:^shop$' }],
  ['go_to_definition', { ...AT, symbol: 'backoff' }],
  ['find_references', { ...AT, symbol: 'backoff' }],
  [
    'commit_search',
    {
      repos: ['shop'],
      messageTerms: ['Shop'],
      authors: ['Kim'],
      contentTerms: ['retry'],
      files: ['src'],
      after: '2 weeks ago',
      useRegex: true,
    },
  ],
  [
    'diff_search',
    {
      pattern: 'retry',
      repos: ['shop'],
      added: true,
      author: 'Kim',
      before: 'tomorrow',
      useRegex: true,
    },
  ],
  ['compare_revisions', { repo: 'shop', base: 'HEAD', head: 'main', first: 5, after: '' }],
  ['get_contributor_repos', { author: 'kim', limit: 5, minCommits: 1 }],
] as const;

/** The pages of installs: what a stranger's browser may send. */
export function installKnocks({ ports }: Bot): Knock[] {
  const query = { code: 'c1', state: 'eyJhbGciOiJIUzI1NiJ9.e30.x', error: 'access_denied' };
  const make = (random: Random): Sent => {
    const fields = mutate(random, query);
    const path = random.pick([
      '/slack/oauth_redirect',
      '/slack/install',
      '/slack/oauth_redirect/',
      '//',
    ]);
    const cookie = random.chance(0.5)
      ? { cookie: `slack-app-oauth-state=${quoted(random, 20)}` }
      : {};
    const url = `http://127.0.0.1:${ports.slack}${path}?${formOf(fields)}`;
    return { url, method: random.pick(['GET', 'GET', 'HEAD', 'PUT']), headers: cookie };
  };
  return [{ name: 'install', make, flawOf: (status) => unless(status, [200, 302, 400, 404, 431]) }];
}

function unless(status: number, allowed: readonly number[]): string | undefined {
  return allowed.includes(status) ? undefined : `answered with ${status}`;
}

function oddId(random: Random): string {
  const odd = random.pick([
    '0',
    '1',
    '2',
    '-1',
    '9'.repeat(40),
    '1e3',
    '..',
    '__proto__',
    '%00',
    '%',
    '1;2',
  ]);
  return random.chance(0.8) ? odd : quoted(random, 6);
}

/** Fit for a URL or a header; half a character cannot be in one. */
function quoted(random: Random, longest: number): string {
  return encodeURIComponent(Buffer.from(noise(random, longest)).toString());
}

/** A form as programs send it: what is no text goes as JSON. Not too long for a URL. */
function formOf(fields: unknown): string {
  const entries = typeof fields === 'object' && fields !== null ? Object.entries(fields) : [];
  const texts = entries.map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return new URLSearchParams(texts).toString();
}
