import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createFormNoteStore, createPreviewStore } from '../../src/store/sealed-urls.js';
import { createVault, VaultError } from '../../src/vault/vault.js';
import { useRedis } from '../support/redis-fixture.js';

const vault = createVault([randomBytes(32)]);
const URL = 'https://code.example.com/deepsearch/0b9bb0f2';

const { redis } = await useRedis();

it('a preview’s link that is copied to another preview cannot be opened', async () => {
  const previews = createPreviewStore({ redis, retentionMs: 60_000, binder: vault });
  const [own, other] = ['C1', 'C2'].map((channel) => ({ workspace: 'T1', channel, id: 'P1' }));
  if (own === undefined || other === undefined) throw new Error('two previews');
  await previews.keep(own, vault.seal(URL, 'pasted_link'));
  expect(vault.open((await previews.sealedLink(own)) ?? '', 'pasted_link')).toBe(URL);
  await redis.copy('{deepsearch}:preview:T1:C1:P1', '{deepsearch}:preview:T1:C2:P1');
  const copied = (await previews.sealedLink(other)) ?? '';
  expect(() => vault.open(copied, 'pasted_link')).toThrow(VaultError);
});

it('a form’s response URL that is copied to another form cannot be opened', async () => {
  const notes = createFormNoteStore({ redis, binder: vault });
  await notes.keep('V1', vault.seal(URL, 'response_url'));
  expect(vault.open((await notes.sealedUrl('V1')) ?? '', 'response_url')).toBe(URL);
  await redis.copy('{deepsearch}:form-message:V1', '{deepsearch}:form-message:V2');
  const copied = (await notes.sealedUrl('V2')) ?? '';
  expect(() => vault.open(copied, 'response_url')).toThrow(VaultError);
});
