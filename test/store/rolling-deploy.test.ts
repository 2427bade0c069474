import { expect, it } from 'vitest';
import { createCodePageStore } from '../../src/store/code-pages.js';
import { createHomeStore } from '../../src/store/homes.js';
import { keys } from '../../src/store/keys.js';
import { useRedis } from '../support/redis-fixture.js';

const { redis } = await useRedis();

const newer = JSON.stringify({ call: { do: 'divine' }, which: 'theirs', page: 0 });

it('a code page or Home state stored by a newer version is treated as missing', async () => {
  const who = { workspace: 'T1', user: 'U1' };
  await redis.set(keys.codePage('name'), newer);
  await redis.set(keys.home(who.workspace, who.user), newer);
  expect(await createCodePageStore({ redis }).load('name')).toBeUndefined();
  expect(await createHomeStore({ redis }).load(who)).toBeUndefined();
});
