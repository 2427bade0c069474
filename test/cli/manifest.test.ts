import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createManifest, writeManifest } from '../../src/cli/commands/manifest.js';
import { BOT_SCOPES } from '../../src/intake/receiver/install-pages.js';
import { ROOT } from './run-cli.js';

describe('the manifests that are checked in', () => {
  it.each([
    ['manifest.yml', { publicUrl: 'https://deepsearch-slack.example.com' }],
    ['manifest.socket-mode.yml', {}],
  ])('%s equals what init writes', async (name, address) => {
    const app = { ...address, instance: 'https://code.example.com' };
    const text = await readFile(join(ROOT, name), 'utf8');
    expect(JSON.stringify(parse(text), null, 1)).toBe(JSON.stringify(createManifest(app), null, 1));
  });
});

describe('a manifest as a file', () => {
  it('a written manifest explains each scope and its use', () => {
    const text = writeManifest({ publicUrl: 'https://bot.example.com' });
    for (const scope of BOT_SCOPES) expect(text).toMatch(new RegExp(`- ${scope} # \\S`));
    expect(text).toMatch(/^# .*\n# Paste it at https:/);
  });
});
