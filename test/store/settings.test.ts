import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEFAULT_SETTINGS, NARROWEST_SETTINGS } from '../../src/model/settings.js';
import { EMPTY_LAYER, type SettingsLayer } from '../../src/model/settings-layers.js';
import { editLayer, type SettingsPatch } from '../../src/settings/edit-layer.js';
import { keys } from '../../src/store/keys.js';
import { createSettingsStore } from '../../src/store/settings.js';
import { anyChannelValues, anyLayer } from '../support/any-settings.js';
import { useRedis } from '../support/redis-fixture.js';

const { redis } = await useRedis();
const settings = createSettingsStore({ redis });

const WORKSPACE = { workspace: 'T1' };
const CHANNEL = { workspace: 'T1', channel: 'C1' };
const FIXED = { by: 'ann', at: 5 };

const stored = async (owner: { workspace: string; channel?: string }) => {
  const [layer] = await settings.layers([owner]);
  return layer ?? EMPTY_LAYER;
};

describe('stored settings', () => {
  it('nothing stored: the defaults', async () => {
    expect(await settings.load('T1', 'C1')).toEqual(DEFAULT_SETTINGS);
  });

  it('what is stored is read as it was', async () => {
    await fc.assert(
      fc.asyncProperty(anyLayer(), anyLayer(anyChannelValues()), async (workspace, channel) => {
        await redis.flushall();
        const written = await settings.replace([
          { owner: WORKSPACE, before: EMPTY_LAYER, after: workspace },
          { owner: CHANNEL, before: EMPTY_LAYER, after: channel },
        ]);
        expect(written).toBe(true);
        expect(await settings.layers([WORKSPACE, CHANNEL])).toEqual([
          { ...workspace, revision: 1 },
          { ...channel, revision: 1 },
        ]);
      }),
      { numRuns: 50 },
    );
  });

  it('a change based on what is no longer current is refused, with all that goes with it', async () => {
    const before = await stored(CHANNEL);
    const after: SettingsLayer = { ...before, form: { replies: 'mention' } };
    const write = { owner: CHANNEL, before, after };
    const other = { ...write, owner: WORKSPACE };
    expect(await settings.replace([write])).toBe(true);
    expect(await settings.replace([other, write])).toBe(false);
    expect(await stored(WORKSPACE)).toEqual(EMPTY_LAYER);
    expect((await stored(CHANNEL)).revision).toBe(1);
  });

  it('the audit trail gets the entries of what is stored, and none of what is refused', async () => {
    const write = { owner: CHANNEL, before: await stored(CHANNEL), after: EMPTY_LAYER };
    expect(await settings.replace([write], ['one', 'two'])).toBe(true);
    expect(await settings.replace([write], ['three'])).toBe(false);
    const inbox = await redis.xrange(keys.auditInbox, '-', '+');
    expect(inbox.map(([, [, entry]]) => entry)).toEqual(['one', 'two']);
  });

  it('a channel cannot set the budget of a person or a workspace', async () => {
    const values = { revision: 1, personBudget: { day: { questions: 1 } }, replies: 'mention' };
    await redis.set(keys.settings('T1', 'C1'), JSON.stringify(values));
    expect((await stored(CHANNEL)).form).toEqual({ replies: 'mention' });
  });
});

describe('stored settings that cannot be read', () => {
  it.each(['"any"', '7', 'null', '[]', '{"audience":', ''])(
    '%j: the narrowest settings apply, until others are saved',
    async (damaged) => {
      const narrowest = { ...DEFAULT_SETTINGS, ...NARROWEST_SETTINGS };
      await redis.set(keys.settings('T1', 'C1'), damaged);
      expect(await settings.load('T1', 'C1')).toEqual(narrowest);
      const before = await stored(CHANNEL);
      expect(before.isUnreadable).toBe(true);
      const after = editLayer(before, { who: 'everyone' }, { by: 'U1', via: 'form', at: 1 });
      expect(await settings.replace([{ owner: CHANNEL, before, after }])).toBe(true);
      expect(await settings.load('T1', 'C1')).toEqual({ ...narrowest, who: 'everyone' });
    },
  );

  it('those of a workspace apply in channels with settings of their own too', async () => {
    await redis.set(keys.workspaceSettings('T1'), '"any"');
    await redis.set(keys.settings('T1', 'C1'), '{"audience":["acme/*"],"revision":1}');
    expect(await settings.load('T1', 'C1')).toMatchObject(NARROWEST_SETTINGS);
    const { sources } = await settings.explain('T1', 'C1');
    expect(sources.audience).toEqual({ from: 'unreadable' });
  });
});

/** How versions without workspace settings read what is stored for a channel. */
const EarlierFormat = z.object({
  who: z.enum(['everyone', 'listed']).catch('everyone'),
  people: z.array(z.string()).catch([]),
  replies: z.enum(['all', 'mention']).catch('all'),
  answers: z.enum(['thread', 'asker']).catch('thread'),
  language: z.enum(['Deutsch', 'Français']).optional().catch(undefined),
});

describe('settings of a later version', () => {
  const LATER = {
    revision: 3,
    replies: 'all',
    who: 'admins',
    tone: { of: 'answers' },
    audience: ['acme/*'],
    language: 'Klingon',
    form: { audience: { in: 'another form' }, tone: 'kind' },
    fixed: { audience: FIXED, tone: FIXED, language: FIXED },
  };
  const inRedis = async () =>
    JSON.parse((await redis.get(keys.settings('T1', 'C1'))) ?? '') as Record<string, unknown>;

  async function edit(patch: SettingsPatch, via: 'form' | 'file'): Promise<void> {
    const before = await stored(CHANNEL);
    const after = editLayer(before, patch, { by: 'bob', via, at: 9 });
    expect(await settings.replace([{ owner: CHANNEL, before, after }])).toBe(true);
  }
  beforeEach(async () => void (await redis.set(keys.settings('T1', 'C1'), JSON.stringify(LATER))));

  it('what this version does not know stays as it is when other settings are saved', async () => {
    await edit({ replies: 'mention' }, 'form');
    expect(await inRedis()).toEqual({ ...LATER, revision: 4, replies: 'mention' });
    await edit({ answers: 'asker' }, 'file');
    expect(await inRedis()).toEqual({
      ...LATER,
      revision: 5,
      replies: 'mention',
      answers: 'asker',
      fixed: { ...LATER.fixed, answers: { by: 'bob', at: 9 } },
    });
  });

  it('a value that is not known is replaced by one that somebody sets', async () => {
    await edit({ who: 'everyone', language: 'Deutsch' }, 'form');
    // What a file fixes is not changed by a form.
    expect(await inRedis()).toEqual({ ...LATER, revision: 4, who: 'everyone' });
    await edit({ language: 'Deutsch' }, 'file');
    expect((await stored(CHANNEL)).file).toMatchObject({ language: 'Deutsch' });
  });

  it('what a file fixes for the time being is free again as it was', async () => {
    await edit({ who: 'everyone' }, 'file');
    expect(await inRedis()).toMatchObject({ who: 'everyone', form: { who: 'admins' } });
    await edit({ who: undefined }, 'file');
    expect((await stored(CHANNEL)).form.who).toBe('listed');
    expect(await inRedis()).toMatchObject({ form: { who: 'admins' } });
  });

  it('anything stored is the same after a save that changes nothing', async () => {
    const name = fc.string().filter((text) => text !== '__proto__');
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, fc.jsonValue()), async (values) => {
        const layer = { ...LATER, ...values, revision: 1, form: {}, fixed: {} };
        await redis.set(keys.settings('T1', 'C1'), JSON.stringify(layer));
        await edit({}, 'form');
        expect(await inRedis()).toEqual({ ...JSON.parse(JSON.stringify(layer)), revision: 2 });
      }),
      { numRuns: 50 },
    );
  });

  it('what is stored as __proto__ is dropped: no setting has that name, and it could change objects', async () => {
    const polluted = JSON.stringify(LATER).replace('{', '{"__proto__":{"who":"x"},');
    await redis.set(keys.settings('T1', 'C1'), polluted);
    await edit({}, 'form');
    const after = await redis.get(keys.settings('T1', 'C1'));
    expect(after).not.toContain('__proto__');
    expect(JSON.parse(after ?? '')).toMatchObject({ revision: 4, who: 'admins' });
  });
});

describe('settings of an earlier version', () => {
  const EARLIER = { who: 'everyone', people: [], replies: 'all', answers: 'asker' };

  it('apply as before, and what they leave at its default is not set', async () => {
    await redis.set(keys.settings('T1', 'C1'), JSON.stringify(EARLIER));
    expect(await settings.load('T1', 'C1')).toEqual({ ...DEFAULT_SETTINGS, answers: 'asker' });
    expect((await stored(CHANNEL)).form).toEqual({ answers: 'asker' });
  });

  it('can be changed', async () => {
    await redis.set(keys.settings('T1', 'C1'), JSON.stringify(EARLIER));
    const before = await stored(CHANNEL);
    const after = { ...before, form: { ...before.form, replies: 'mention' as const } };
    expect(await settings.replace([{ owner: CHANNEL, before, after }])).toBe(true);
    expect(await stored(CHANNEL)).toMatchObject({
      revision: 1,
      form: { answers: 'asker', replies: 'mention' },
    });
  });

  it('an earlier version reads what applies, also what a file fixes', async () => {
    const after: SettingsLayer = {
      ...EMPTY_LAYER,
      form: { answers: 'thread', language: 'Deutsch', repositories: ['acme/shop'] },
      file: { answers: 'asker' },
      fixed: { answers: FIXED },
    };
    await settings.replace([{ owner: CHANNEL, before: EMPTY_LAYER, after }]);
    const read = EarlierFormat.parse(
      JSON.parse((await redis.get(keys.settings('T1', 'C1'))) ?? ''),
    );
    expect(read).toEqual({
      who: 'everyone',
      people: [],
      replies: 'all',
      answers: 'asker',
      language: 'Deutsch',
    });
  });

  it('one that saves over newer settings is noticed by who still changes those', async () => {
    const owner = CHANNEL;
    await settings.replace([
      { owner, before: EMPTY_LAYER, after: { ...EMPTY_LAYER, form: { replies: 'mention' } } },
    ]);
    const before = await stored(CHANNEL);
    await redis.set(keys.settings('T1', 'C1'), JSON.stringify(EARLIER));
    expect(await settings.replace([{ owner, before, after: before }])).toBe(false);
    expect(await settings.load('T1', 'C1')).toEqual({ ...DEFAULT_SETTINGS, answers: 'asker' });
  });
});
