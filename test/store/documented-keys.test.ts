import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { documentedKeys } from '../support/documented-keys.js';

/** The first part of each key's name, as the source has it. */
function namedKeys(): Set<string> {
  const folders = ['src/store', 'src/queue'];
  const sources = folders.flatMap((folder) =>
    readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8')),
  );
  const source = sources.join('\n');
  const names = source.matchAll(
    /(?:KEY_PREFIX|\{deepsearch)\}:([a-z]+(?:-[a-z]+)*)(?:-\$\{kind\})?|inThread\('([a-z-]+)'/g,
  );
  return new Set([...names].map(([, name, inThread]) => name ?? inThread ?? ''));
}

it('docs/data.md has each kind of key, and no other', () => {
  const kinds = ['attempt', 'result', 'tries'].map((kind) => `sign-in-${kind}`);
  const named = [...namedKeys()].flatMap((name) => (name === 'sign-in' ? kinds : name));
  expect([...documentedKeys().keys()].sort()).toEqual(named.sort());
});
