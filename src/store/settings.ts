import { ChannelSettings, DEFAULT_SETTINGS } from '../model/settings.js';
import type { Connection } from './connection.js';
import { keys } from './keys.js';

export type SettingsStore = ReturnType<typeof createSettingsStore>;

/** How each channel wants us; kept until somebody changes it. */
export function createSettingsStore({ redis }: { redis: Connection }) {
  return {
    async load(workspace: string, channel: string): Promise<ChannelSettings> {
      return parseSettings(await redis.get(keys.settings(workspace, channel)));
    },

    async save(workspace: string, channel: string, settings: ChannelSettings): Promise<void> {
      await redis.set(keys.settings(workspace, channel), JSON.stringify(settings));
    },
  };
}

/** As `save` writes them; what an older or newer version wrote otherwise is as if never changed. */
export function parseSettings(kept: string | null | undefined): ChannelSettings {
  if (kept == null) return DEFAULT_SETTINGS;
  const parsed = ChannelSettings.safeParse(JSON.parse(kept));
  return parsed.success ? parsed.data : DEFAULT_SETTINGS;
}
