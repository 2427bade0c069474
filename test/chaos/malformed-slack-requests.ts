import { click, command, eventBody, message } from '../intake/payloads.js';
import type { Bot, Stack } from '../support/stack.js';
import {
  formBody,
  type HttpRequest,
  type MalformedRequest,
  queryOf,
  randomUrlText,
  unexpectedStatus,
} from './malformed-request.js';
import { mutate } from './mutate.js';
import type { SeededRandom } from './random.js';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** Bodies that Slack would never send. */
const BODIES = [
  'null',
  '[]',
  '[null]',
  '"text"',
  '0',
  'true',
  '{}',
  '{"type":null}',
  '',
  '{',
  'not json',
  '{"event":null}',
  '{"event":[]}',
  '{"event":"x"}',
  '{"event":{}}',
  '{"event":{"type":"message"}}',
  '{"command":1}',
  '{"type":"block_actions"}',
  '{"actions":[null],"user":{"id":"U1"}}',
  '{"type":"view_submission","user":{"id":"U1"}}',
  '{"type":"url_verification"}',
  'payload=null',
  'payload=',
  'payload=%5B%5D',
  'command=/x&command=/y',
  '&&&=',
  '%',
  'payload=%7B%7D&payload=1',
] as const;

/** Signed like Slack's: each must get an ack or a plain refusal. */
export function malformedSlackRequests(stack: Stack): MalformedRequest[] {
  const { workspace, bots } = stack;
  const url = `http://127.0.0.1:${bots[0]?.ports.slack}/slack/events`;
  const signed = (body: string, type: string): HttpRequest => {
    const at = Math.floor(Date.now() / 1000);
    const headers = {
      'content-type': type,
      'x-slack-request-timestamp': String(at),
      'x-slack-signature': workspace.sign(body, at),
    };
    return { url, method: 'POST', headers, body };
  };
  const { events, clicks, commands } = payloadsOf(stack);
  const flawed = (random: SeededRandom, payloads: readonly [object, ...object[]]) =>
    mutate(random, random.pick(payloads));
  const taken = (status: number) => unexpectedStatus(status, [200, 400, 413]);
  const forged = (sent: HttpRequest) => ({
    ...sent,
    headers: { ...sent.headers, 'x-slack-signature': `v0=${'0'.repeat(64)}` },
  });
  const event = (random: SeededRandom) => signed(JSON.stringify(flawed(random, events)), JSON_TYPE);
  const interaction = (random: SeededRandom) =>
    signed(formBody({ payload: flawed(random, clicks) }), FORM);
  return [
    { name: 'event', make: event, problemWith: taken },
    { name: 'event', make: event, problemWith: taken },
    { name: 'interaction', make: interaction, problemWith: taken },
    {
      name: 'command',
      make: (random) => signed(formBody(flawed(random, commands)), FORM),
      problemWith: taken,
    },
    {
      name: 'body',
      make: (random) => signed(random.pick(BODIES), random.pick([FORM, JSON_TYPE])),
      problemWith: taken,
    },
    {
      name: 'forgery',
      make: (random) => forged(event(random)),
      problemWith: (status) => unexpectedStatus(status, [401, 413]),
    },
  ];
}

/** Valid payloads of the workspace, from people and channels that exist. */
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

/** Requests of an unknown browser to the install pages. */
export function malformedInstallRequests({ ports }: Bot): MalformedRequest[] {
  const query = { code: 'c1', state: 'eyJhbGciOiJIUzI1NiJ9.e30.x', error: 'access_denied' };
  const make = (random: SeededRandom): HttpRequest => {
    const fields = mutate(random, query);
    const path = random.pick([
      '/slack/oauth_redirect',
      '/slack/install',
      '/slack/oauth_redirect/',
      '//',
    ]);
    const cookie = random.withProbability(0.5)
      ? { cookie: `slack-app-oauth-state=${randomUrlText(random, 20)}` }
      : {};
    const url = `http://127.0.0.1:${ports.slack}${path}?${queryOf(fields)}`;
    return { url, method: random.pick(['GET', 'GET', 'HEAD', 'PUT']), headers: cookie };
  };
  return [
    {
      name: 'install',
      make,
      problemWith: (status) => unexpectedStatus(status, [200, 302, 400, 404]),
    },
  ];
}
