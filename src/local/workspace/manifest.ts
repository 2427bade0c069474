import { parse } from 'yaml';
import { z } from 'zod';
import type { WorkspaceOptions } from './workspace-api.js';

const Manifest = z.object({
  features: z.object({
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
  }),
  oauth_config: z.object({ scopes: z.object({ bot: z.array(z.string()) }) }),
  settings: z.object({
    event_subscriptions: z.object({ bot_events: z.array(z.string()) }),
  }),
});

/**
 * A workspace's options as an app's manifest (YAML) asks for them: what it may do, what it hears of, and what people
 * are offered. https://docs.slack.dev/reference/app-manifest
 */
export function installedBy(
  manifest: string,
): Pick<WorkspaceOptions, 'commands' | 'shortcuts' | 'events' | 'scopes' | 'homeTab'> {
  const { features, oauth_config, settings } = Manifest.parse(parse(manifest));
  return {
    homeTab: features.app_home.home_tab_enabled,
    commands: features.slash_commands.map(({ command, usage_hint: hint }) => ({ command, hint })),
    shortcuts: features.shortcuts.map(({ name, type: kind, callback_id, description }) => ({
      kind,
      callbackId: callback_id,
      name,
      ...(description === undefined ? {} : { description }),
    })),
    scopes: oauth_config.scopes.bot,
    events: settings.event_subscriptions.bot_events,
  };
}
