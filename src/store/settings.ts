import { ChannelSettings, DEFAULT_SETTINGS } from '../model/settings.js';
import type { Connection } from './connection.js';
import { keys } from './keys.js';

export type SettingsStore = ReturnType<typeof createSettingsStore>;

/** The settings of each channel, without a TTL. */
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

/** Stored settings; the defaults if there are none, or another version stored another format. */
export function parseSettings(stored: string | null | undefined): ChannelSettings {
  if (stored == null) return DEFAULT_SETTINGS;
  const parsed = ChannelSettings.safeParse(JSON.parse(stored));
  return parsed.success ? parsed.data : DEFAULT_SETTINGS;
}
