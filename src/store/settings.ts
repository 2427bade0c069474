import { z } from 'zod';
import {
  CHANNEL_SETTING_NAMES,
  type ChannelSettings,
  DEFAULT_SETTINGS,
  isValidSetting,
  NARROWEST_SETTINGS,
  SETTING_NAMES,
  type SettingName,
  type SettingsValues,
  storedSettings,
} from '../model/settings.js';
import {
  EMPTY_LAYER,
  type ExplainedSettings,
  effectiveSettings,
  explainSettings,
  type Fixed,
  keptIfAny,
  NOTHING_KEPT,
  type SettingsLayer,
  type SettingsLayers,
} from '../model/settings-layers.js';
import type { Connection } from './connection.js';
import { KEY_PREFIX, keys } from './keys.js';
import { scanKeys } from './scan.js';
import { runScript, WROTE } from './script.js';

export type SettingsStore = ReturnType<typeof createSettingsStore>;

/** Whose settings: a channel's; without a channel, those of the workspace. */
export interface SettingsOwner {
  readonly workspace: string;
  readonly channel?: string;
}

/** A layer to store. */
export interface LayerWrite {
  readonly owner: SettingsOwner;
  /** What it replaces; it is stored only if that is still current. */
  readonly before: SettingsLayer;
  /** Its revision is set here. */
  readonly after: SettingsLayer;
}

/**
 * `KEYS`: layers, and the audit trail's inbox; `ARGV`: for each layer, the revision it must have and what to
 * store, and then the entries. All or none is written.
 */
const REPLACE = `
local layers = #KEYS - 1
for i = 1, layers do
  local stored = redis.call('GET', KEYS[i])
  local revision = 0
  if stored then
    local readable, layer = pcall(cjson.decode, stored)
    revision = readable and type(layer) == 'table' and tonumber(layer.revision) or -1
  end
  if revision ~= tonumber(ARGV[2 * i - 1]) then return 0 end
end
for i = 1, layers do redis.call('SET', KEYS[i], ARGV[2 * i]) end
for i = 2 * layers + 1, #ARGV do redis.call('XADD', KEYS[#KEYS], '*', 'e', ARGV[i]) end
return 1`;

/** The settings of workspaces and channels, without a TTL. */
export function createSettingsStore({ redis }: { redis: Connection }) {
  async function layers(workspace: string, channel: string): Promise<SettingsLayers> {
    return readLayers(await redis.mget(...settingsKeys(workspace, channel)));
  }

  return {
    /** The settings that apply in a channel or a direct message. */
    async load(workspace: string, channel: string): Promise<ChannelSettings> {
      return effectiveSettings(await layers(workspace, channel));
    },

    /** The same, and for each value where it comes from. */
    async explain(workspace: string, channel: string): Promise<ExplainedSettings> {
      return explainSettings(await layers(workspace, channel));
    },

    /** What is set for each owner alone, in their order. */
    async layers(owners: readonly SettingsOwner[]): Promise<SettingsLayer[]> {
      if (owners.length === 0) return [];
      const stored = await redis.mget(...owners.map(keyOf));
      return owners.map((owner, i) => readLayer(stored[i], owner));
    },

    /** Whoever has settings, each once. Takes a pass over all keys. */
    async owners(): Promise<SettingsOwner[]> {
      const found = new Set<string>();
      for (const match of [keys.workspaceSettings('*'), keys.settings('*', '*')]) {
        for await (const page of scanKeys(redis, match)) {
          for (const key of page) found.add(key.slice(KEY_PREFIX.length + 1));
        }
      }
      return [...found].sort().map((key) => {
        const [, workspace = '', channel] = key.split(':');
        return channel === undefined ? { workspace } : { workspace, channel };
      });
    },

    /**
     * Stores all of them, with the entries for the audit trail (JSON); false, and none is stored, if one has
     * changed since it was read.
     */
    async replace(
      writes: readonly LayerWrite[],
      entries: readonly string[] = [],
    ): Promise<boolean> {
      const named = [...writes.map(({ owner }) => keyOf(owner)), keys.auditInbox];
      const layers = writes.flatMap(({ before, after }) => [
        before.revision,
        writeLayer({ ...after, revision: Math.max(before.revision, 0) + 1 }),
      ]);
      const args = [...layers, ...entries];
      return (await runScript(redis, REPLACE, { named, args })) === WROTE;
    },
  };
}

/** The keys whose values `readLayers` takes, in its order. */
export function settingsKeys(workspace: string, channel: string): [string, string] {
  return [keys.workspaceSettings(workspace), keys.settings(workspace, channel)];
}

export function readLayers(stored: readonly (string | null | undefined)[]): SettingsLayers {
  const [workspace, channel] = stored;
  return {
    workspace: readLayer(workspace, { workspace: '' }),
    channel: readLayer(channel, { workspace: '', channel: '' }),
  };
}

function keyOf({ workspace, channel }: SettingsOwner): string {
  return channel === undefined
    ? keys.workspaceSettings(workspace)
    : keys.settings(workspace, channel);
}

const Mark = z.object({ by: z.string(), at: z.number() });

/**
 * The values that apply are at the top, where versions without settings files store and read them; `form`
 * has those of the form that a file overrides.
 */
const StoredLayer = z.looseObject({
  revision: z.int().min(1).optional().catch(undefined),
  form: z.record(z.string(), z.unknown()).catch({}),
  fixed: z.record(z.string(), z.unknown()).catch({}),
});

/** What is stored without a revision comes from a version that did not have them. */
const NO_REVISION = -1;

/** Saving it changes nothing but what somebody edits, so that repairing one setting opens none of the others. */
const UNREADABLE_LAYER: SettingsLayer = {
  ...EMPTY_LAYER,
  revision: NO_REVISION,
  form: storedSettings(NARROWEST_SETTINGS),
  isUnreadable: true,
};

function readLayer(stored: string | null | undefined, owner: SettingsOwner): SettingsLayer {
  if (stored == null) return EMPTY_LAYER;
  const parsed = StoredLayer.safeParse(parseJson(stored));
  if (!parsed.success) return UNREADABLE_LAYER;
  const { revision, form: overridden, fixed: marked, ...top } = parsed.data;
  const isKnown = (name: string) => namesFor(owner).some((known) => known === name);
  const values = pick(storedSettings(top), isKnown);
  const isKept = (of: Readonly<Record<string, unknown>>) => (name: string) =>
    !isKnown(name) || !isValidSetting(name, of[name]);
  const keptValues = pick(top, isKept(top));
  if (revision === undefined) {
    const form = pick(values, (name) => !isDefault(name, values));
    const kept = keptIfAny({ ...NOTHING_KEPT, values: keptValues });
    return { ...EMPTY_LAYER, revision: NO_REVISION, form, ...kept };
  }
  const fixed = marksOf(pick(marked, (name) => name in values));
  return {
    revision,
    form: {
      ...pick(values, (name) => !(name in fixed)),
      ...pick(storedSettings(overridden), isKnown),
    },
    file: pick(values, (name) => name in fixed),
    fixed,
    ...keptIfAny({
      values: keptValues,
      form: pick(overridden, isKept(overridden)),
      fixed: pick(marked, (name) => !(name in fixed)),
    }),
  };
}

function marksOf(marked: Readonly<Record<string, unknown>>): Record<string, Fixed> {
  const marks = Object.entries(marked).flatMap(([name, mark]): [string, Fixed][] => {
    const { data } = Mark.safeParse(mark);
    return data === undefined ? [] : [[name, data]];
  });
  return Object.fromEntries(marks);
}

function parseJson(stored: string): unknown {
  try {
    return JSON.parse(stored);
  } catch {
    return undefined;
  }
}

function writeLayer({ revision, form, file, fixed, kept = NOTHING_KEPT }: SettingsLayer): string {
  const overridden = pick(form, (name) => name in file);
  return JSON.stringify({
    ...{ ...form, ...file, ...kept.values },
    revision,
    form: { ...overridden, ...kept.form },
    fixed: { ...fixed, ...kept.fixed },
  });
}

function namesFor({ channel }: SettingsOwner): readonly SettingName[] {
  return channel === undefined ? SETTING_NAMES : CHANNEL_SETTING_NAMES;
}

/** Before there were revisions, each save stored every value, chosen or not. */
function isDefault(name: string, values: SettingsValues): boolean {
  const value = JSON.stringify(values[name as SettingName]);
  return value === JSON.stringify(DEFAULT_SETTINGS[name as SettingName]);
}

function pick<Values extends object>(values: Values, wanted: (name: string) => boolean): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => wanted(name))) as Values;
}
