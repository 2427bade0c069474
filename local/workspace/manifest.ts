import { parse } from 'yaml';
import { z } from 'zod';
import type { StepParameter, WorkspaceOptions } from './api/workspace.js';

const Parameters = z
  .record(
    z.string(),
    z.object({
      type: z.enum(['string', 'slack#/types/user_context', 'slack#/types/channel_id']),
      title: z.string(),
      description: z.string().default(''),
      is_required: z.boolean().default(false),
    }),
  )
  .default({});

const Manifest = z.object({
  display_information: z.object({ name: z.string() }).prefault({ name: 'The app' }),
  features: z.object({
    agent_view: z
      .object({
        suggested_prompts: z
          .array(z.object({ title: z.string(), message: z.string() }))
          .default([]),
      })
      .prefault({}),
    app_home: z.object({ home_tab_enabled: z.boolean().default(false) }).prefault({}),
    slash_commands: z
      .array(z.object({ command: z.string(), usage_hint: z.string().default('') }))
      .default([]),
    shortcuts: z
      .array(
        z.object({
          name: z.string(),
          type: z.enum(['global', 'message']),
          callback_id: z.string(),
          description: z.string().optional(),
        }),
      )
      .default([]),
    unfurl_domains: z.array(z.string()).default([]),
  }),
  functions: z
    .record(
      z.string(),
      z.object({
        title: z.string(),
        description: z.string().default(''),
        input_parameters: Parameters,
        output_parameters: Parameters,
      }),
    )
    .default({}),
  oauth_config: z.object({
    redirect_urls: z.array(z.url()).default([]),
    scopes: z.object({ bot: z.array(z.string()) }),
  }),
  settings: z.object({
    event_subscriptions: z.object({
      request_url: z.url().optional(),
      bot_events: z.array(z.string()),
    }),
    socket_mode_enabled: z.boolean().default(false),
  }),
});

/** An app, as its manifest describes it. */
export interface AppManifest {
  readonly name: string;
  /** Where it receives requests; absent: it uses Socket Mode. */
  readonly requestUrl?: string;
  /** Where it may continue after an installation by OAuth. */
  readonly redirectUrls: readonly string[];
  readonly options: Pick<WorkspaceOptions, ManifestOption>;
}

/** The text is not a manifest that this workspace can use. The message completes "FILE …". */
export class InvalidManifestError extends Error {
  override readonly name = 'InvalidManifestError';
}

type ManifestOption =
  | 'commands'
  | 'shortcuts'
  | 'unfurlDomains'
  | 'steps'
  | 'prompts'
  | 'events'
  | 'scopes'
  | 'homeTab';

/**
 * Reads an app manifest (YAML, or JSON as a part of it). Throws `InvalidManifestError`.
 * https://docs.slack.dev/reference/app-manifest
 */
export function readManifest(text: string): AppManifest {
  const manifest = parseManifest(text);
  const { request_url: requestUrl } = manifest.settings.event_subscriptions;
  const usesSocket = manifest.settings.socket_mode_enabled;
  if (!usesSocket && requestUrl === undefined) {
    throw new InvalidManifestError(
      'has neither a request_url nor socket_mode_enabled: true under settings, so events reach the app nowhere.',
    );
  }
  return {
    name: manifest.display_information.name,
    ...(usesSocket || requestUrl === undefined ? {} : { requestUrl }),
    redirectUrls: manifest.oauth_config.redirect_urls,
    options: optionsOf(manifest),
  };
}

/** Workspace options from an app manifest. Throws `InvalidManifestError`. */
export function optionsFromManifest(text: string): AppManifest['options'] {
  return optionsOf(parseManifest(text));
}

function parseManifest(text: string): z.infer<typeof Manifest> {
  let content: unknown;
  try {
    content = parse(text);
  } catch (cause) {
    const [reason = ''] = (cause as Error).message.split('\n');
    throw new InvalidManifestError(`is not YAML: ${reason}`, { cause });
  }
  const { data, error } = Manifest.safeParse(content);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  const at = issue?.path.join('.') || 'its content';
  throw new InvalidManifestError(`is not an app manifest: ${at}: ${issue?.message}`, {
    cause: error,
  });
}

/** Scopes, events, commands, shortcuts and steps. */
function optionsOf({
  features,
  functions,
  oauth_config,
  settings,
}: z.infer<typeof Manifest>): AppManifest['options'] {
  return {
    homeTab: features.app_home.home_tab_enabled,
    commands: features.slash_commands.map(({ command, usage_hint: hint }) => ({ command, hint })),
    shortcuts: features.shortcuts.map(({ name, type: kind, callback_id, description }) => ({
      kind,
      callbackId: callback_id,
      name,
      ...(description === undefined ? {} : { description }),
    })),
    unfurlDomains: features.unfurl_domains,
    prompts: features.agent_view.suggested_prompts,
    steps: Object.entries(functions).map(([callbackId, declaration]) => ({
      callbackId,
      title: declaration.title,
      description: declaration.description,
      inputs: parametersOf(declaration.input_parameters),
      outputs: parametersOf(declaration.output_parameters),
    })),
    scopes: oauth_config.scopes.bot,
    events: settings.event_subscriptions.bot_events,
  };
}

function parametersOf(declaration: z.infer<typeof Parameters>): StepParameter[] {
  return Object.entries(declaration).map(([name, { is_required: required, ...rest }]) => ({
    name,
    required,
    ...rest,
  }));
}
