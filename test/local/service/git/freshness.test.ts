import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readFreshness, writeFreshness } from '../../../../local/service/git/freshness.js';
import { makeFolder } from '../repositories.js';

it('several services can write down at once how fresh a clone is', async () => {
  const folder = makeFolder();
  const url = 'https://code.example.com/acme/shop.git';
  const writes = Array.from({ length: 30 }, (_, n) =>
    writeFreshness(folder, { url, fetchedAt: n }),
  );
  await Promise.all(writes);
  expect((await readFreshness(folder))?.url).toBe(url);
  expect(readdirSync(folder)).toHaveLength(1);
});
