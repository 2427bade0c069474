import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { EVENT_TYPES } from '../src/intake/parse/event.js';
import { REDIRECT_PATH } from '../src/intake/receiver/install-pages.js';
import { SHORTCUTS } from '../src/model/modal.js';
import { ASK_STEP } from '../src/model/workflow.js';

const ROOT = dirname(import.meta.dirname);
const EVENTS_PATH = '/slack/events';

// Strict all the way down: Slack refuses a key that it does not know. Lengths are Slack's:
// https://docs.slack.dev/reference/app-manifest/
const url = z.url({ protocol: /^https$/ });
const Parameters = z.record(
  z.string(),
  z.strictObject({
    type: z.enum(['string', 'slack#/types/user_context', 'slack#/types/channel_id']),
    name: z.string(),
    title: z.string(),
    description: z.string(),
    is_required: z.boolean(),
  }),
);
const Manifest = z.strictObject({
  display_information: z.strictObject({
    name: z.string().max(35),
    description: z.string().max(140),
    long_description: z.string().min(174).max(4000),
    background_color: z.string().regex(/^#[0-9a-f]{6}$/),
  }),
  features: z.strictObject({
    agent_view: z.strictObject({
      agent_description: z.string().max(300),
      suggested_prompts: z.array(z.strictObject({ title: z.string(), message: z.string() })).max(4),
    }),
    app_home: z.strictObject({
      home_tab_enabled: z.boolean(),
      messages_tab_enabled: z.boolean(),
      messages_tab_read_only_enabled: z.boolean(),
    }),
    bot_user: z.strictObject({ display_name: z.string().max(80), always_online: z.boolean() }),
    slash_commands: z
      .array(
        z.strictObject({
          command: z.string().regex(/^\/[a-z0-9_-]{1,31}$/),
          url: url.optional(),
          description: z.string().max(2000),
          usage_hint: z.string().max(1000),
          should_escape: z.boolean(),
        }),
      )
      .max(50),
    // https://docs.slack.dev/reference/app-manifest: at most 5
    unfurl_domains: z.array(z.hostname()).max(5),
    shortcuts: z
      .array(
        z.strictObject({
          name: z.string().max(24),
          type: z.enum(['global', 'message']),
          callback_id: z.string().max(255),
          description: z.string().max(150),
        }),
      )
      .max(10),
  }),
  oauth_config: z.strictObject({
    redirect_urls: z.array(url).max(1000).optional(),
    scopes: z.strictObject({ bot: z.array(z.string()).max(255) }),
  }),
  settings: z.strictObject({
    event_subscriptions: z.strictObject({
      request_url: url.optional(),
      bot_events: z.array(z.string()).max(100),
    }),
    interactivity: z.strictObject({ is_enabled: z.boolean(), request_url: url.optional() }),
    org_deploy_enabled: z.boolean(),
    socket_mode_enabled: z.boolean(),
    token_rotation_enabled: z.boolean(),
    function_runtime: z.literal('remote'),
  }),
  functions: z.record(
    z.string(),
    z.strictObject({
      title: z.string().max(255),
      description: z.string().max(255),
      input_parameters: Parameters,
      output_parameters: Parameters,
    }),
  ),
});
type Manifest = z.infer<typeof Manifest>;

function read(name: string): Manifest {
  return Manifest.parse(parse(readFileSync(join(ROOT, name), 'utf8')));
}

function urlsOf({ features, settings }: Manifest): (string | undefined)[] {
  return [
    ...features.slash_commands.map((command) => command.url),
    settings.event_subscriptions.request_url,
    settings.interactivity.request_url,
  ];
}

/** The scope without which Slack does not send an event: https://docs.slack.dev/reference/events */
const SCOPE_OF_EVENT: Record<string, string> = {
  agent_session_stopped: 'assistant:write',
  app_home_opened: '',
  app_mention: 'app_mentions:read',
  app_uninstalled: '',
  channel_archive: 'channels:read',
  channel_deleted: 'channels:read',
  channel_id_changed: 'channels:read',
  channel_left: 'channels:read',
  channel_shared: 'channels:read',
  channel_unarchive: 'channels:read',
  channel_unshared: 'channels:read',
  // Slack sends it to the app whose step it is, without a scope.
  function_executed: '',
  group_archive: 'groups:read',
  group_deleted: 'groups:read',
  group_left: 'groups:read',
  group_unarchive: 'groups:read',
  link_shared: 'links:read',
  member_joined_channel: 'channels:read',
  member_left_channel: 'channels:read',
  'message.channels': 'channels:history',
  'message.groups': 'groups:history',
  'message.im': 'im:history',
  'message.mpim': 'mpim:history',
  reaction_added: 'reactions:read',
  tokens_revoked: '',
};

/** The scopes of the Web API methods: https://docs.slack.dev/reference/methods */
const SCOPES_OF_METHOD: [method: RegExp, scopes: string[]][] = [
  [/^agents\./, ['chat:write']],
  [/^assistant\.threads\.setStatus$/, ['chat:write']],
  [/^assistant\./, ['assistant:write']],
  [/^auth\./, []],
  [/^chat\.unfurl$/, ['links:write']],
  [/^chat\./, ['chat:write']],
  [/^conversations\.(history|replies)$/, ofEachKind('history')],
  [/^conversations\.(info|members)$/, ofEachKind('read')],
  [/^conversations\.open$/, ['im:write']],
  [/^files\.download$/, ['files:read']],
  [/^reactions\.get$/, ['reactions:read']],
  [/^reactions\./, ['reactions:write']],
  [/^files\./, ['files:write']],
  [/^functions\./, []],
  [/^users\.conversations$/, ['channels:read', 'groups:read']],
  [/^users\.info$/, ['users:read']],
  [/^views\./, []],
];

/** Of channels, private channels, direct messages and group direct messages. */
function ofEachKind(access: string): string[] {
  return ['channels', 'groups', 'im', 'mpim'].map((kind) => `${kind}:${access}`);
}

/** Every method that the code names, and so may call. */
function methodsInCode(): string[] {
  const folder = join(ROOT, 'src', 'slack');
  const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  const named = code.matchAll(
    /'((?:agents|assistant|auth|chat|conversations|files|functions|users|views|reactions)\.[a-zA-Z.]+)'/g,
  );
  return [...new Set([...named].map(([, method = '']) => method))];
}

function scopesOf(method: string): string[] {
  const known = SCOPES_OF_METHOD.find(([pattern]) => pattern.test(method));
  if (known === undefined) throw new Error(`say above which scopes ${method} needs`);
  return known[1];
}

/** Names, types and limits of Slack's own schema; the file says where it comes from. */
const SHAPE = new Ajv({ allErrors: true, strict: false, logger: false }).compile(
  JSON.parse(readFileSync(join(ROOT, 'test/cases/manifest/schema.json'), 'utf8')) as object,
);

describe('the manifests', () => {
  const http = read('manifest.yml');
  const socket = read('manifest.socket-mode.yml');

  it('the manifests describe one app over two transports', () => {
    const bare = (manifest: Manifest) => {
      const text = JSON.stringify(manifest, (key, value) =>
        /^((request_)?url|redirect_urls)$/.test(key) ? undefined : value,
      );
      const { settings, ...rest } = JSON.parse(text) as Manifest;
      return { ...rest, settings: { ...settings, socket_mode_enabled: 'either' } };
    };
    expect(bare(socket)).toEqual(bare(http));
    expect([http.settings.socket_mode_enabled, socket.settings.socket_mode_enabled]).toEqual([
      false,
      true,
    ]);
  });

  it.each([
    ['HTTP', http],
    ['Socket Mode', socket],
  ])('%s matches Slack’s manifest schema', (_transport, manifest) => {
    const fits = SHAPE(manifest);
    expect(SHAPE.errors ?? []).toEqual([]);
    expect(fits).toBe(true);
    // It can tell: what Slack does not know, and what is too long.
    const { display_information: shown } = manifest as unknown as { display_information: object };
    expect(SHAPE({ ...manifest, unheard_of: true })).toBe(false);
    const tooLong = { ...shown, name: 'x'.repeat(36) };
    expect(SHAPE({ ...manifest, display_information: tooLong })).toBe(false);
  });

  it('the HTTP manifest has one request URL, the Socket Mode manifest none', () => {
    expect(new Set(urlsOf(http))).toEqual(
      new Set([`https://deepsearch-slack.example.com${EVENTS_PATH}`]),
    );
    expect(urlsOf(socket).filter((address) => address !== undefined)).toEqual([]);
  });

  it('the HTTP manifest has the redirect URL of installs by OAuth, the Socket Mode manifest none', () => {
    const redirect = `https://deepsearch-slack.example.com${REDIRECT_PATH}`;
    expect(http.oauth_config.redirect_urls).toEqual([redirect]);
    expect(socket.oauth_config.redirect_urls).toBeUndefined();
  });

  it('the manifests subscribe to messages to the app and in its threads', () => {
    expect(http.settings.event_subscriptions.bot_events).toEqual(Object.keys(SCOPE_OF_EVENT));
  });

  it('the manifests subscribe to exactly the events that are handled', () => {
    const subscribed = http.settings.event_subscriptions.bot_events.map((it) => it.split('.')[0]);
    expect([...new Set(subscribed)].sort()).toEqual(Object.keys(EVENT_TYPES).sort());
  });

  it('the manifests declare the workflow step with its inputs and outputs', () => {
    expect(Object.keys(http.functions)).toEqual([ASK_STEP.callbackId]);
    const step = http.functions[ASK_STEP.callbackId];
    expect(Object.keys(step?.input_parameters ?? {})).toEqual(ASK_STEP.inputs);
    expect(Object.keys(step?.output_parameters ?? {})).toEqual(ASK_STEP.outputs);
    // The only type that the author of a workflow cannot set.
    expect(step?.input_parameters['user_context']).toMatchObject({
      type: 'slack#/types/user_context',
      is_required: true,
    });
    for (const all of [step?.input_parameters, step?.output_parameters]) {
      for (const [key, { name }] of Object.entries(all ?? {})) expect(name).toBe(key);
    }
    // Without these Slack takes no step: https://docs.slack.dev/tools/bolt-js/tutorials/custom-steps
    expect(http.settings).toMatchObject({ org_deploy_enabled: true, function_runtime: 'remote' });
  });

  it('the manifests have the shortcuts that are handled', () => {
    const known = http.features.shortcuts.map(({ callback_id }) => callback_id);
    expect(known).toEqual(Object.values(SHORTCUTS));
  });

  it('the manifests request exactly the scopes that are used', () => {
    const needed = [
      'commands',
      ...Object.values(SCOPE_OF_EVENT).filter((scope) => scope !== ''),
      ...methodsInCode().flatMap(scopesOf),
    ];
    expect(http.oauth_config.scopes.bot).toEqual([...new Set(needed)].sort());
  });
});
