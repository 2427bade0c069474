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
  oauth_config: z.object({ scopes: z.object({ bot: z.array(z.string()) }) }),
  settings: z.object({
    event_subscriptions: z.object({ bot_events: z.array(z.string()) }),
  }),
});

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
 * Workspace options from an app manifest (YAML): scopes, events, commands, shortcuts and steps.
 * https://docs.slack.dev/reference/app-manifest
 */
export function optionsFromManifest(manifest: string): Pick<WorkspaceOptions, ManifestOption> {
  const { features, functions, oauth_config, settings } = Manifest.parse(parse(manifest));
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
