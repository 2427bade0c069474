import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { optionsFromManifest, readManifest } from '../../../local/workspace/manifest.js';

it('reads the workspace options from the app manifest', async () => {
  const text = await readFile(new URL('../../../manifest.yml', import.meta.url), 'utf8');
  const { commands, shortcuts, scopes, events } = optionsFromManifest(text);
  expect(commands?.map(({ command }) => command)).toEqual(['/deepsearch']);
  expect(shortcuts?.every(({ name, callbackId }) => name && callbackId)).toBe(true);
  expect(scopes).toContain('chat:write');
  expect(events).toContain('app_mention');
});

it('accepts a minimal manifest', () => {
  const least = `
features: { app_home: { home_tab_enabled: true } }
oauth_config: { scopes: { bot: [chat:write] } }
settings: { event_subscriptions: { bot_events: [] } }
`;
  expect(optionsFromManifest(least)).toEqual({
    homeTab: true,
    commands: [],
    shortcuts: [],
    unfurlDomains: [],
    prompts: [],
    steps: [],
    scopes: ['chat:write'],
    events: [],
  });
});

it('says in a line why a text is no manifest', () => {
  expect(() => readManifest('a: [')).toThrow(/^is not YAML: [^\n]+$/);
  expect(() => readManifest('')).toThrow(/^is not an app manifest: its content: [^\n]+$/);
  expect(() => readManifest('{"features": []}')).toThrow(/^is not an app manifest: features: /);
});
