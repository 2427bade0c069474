import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createVault, VaultError } from '../../src/vault/vault.js';

const [OLD, NEW, OTHER] = [randomBytes(32), randomBytes(32), randomBytes(32)] as const;
const text = () => fc.string({ unit: 'grapheme', maxLength: 300 });

describe('sealing', () => {
  const vault = createVault([NEW, OLD]);

  it('opens a sealed value in its own context', () => {
    fc.assert(
      fc.property(text(), text(), (secret, context) => {
        expect(vault.open(vault.seal(secret, context), context)).toBe(secret);
      }),
    );
  });

  it('does not open a value in another context', () => {
    fc.assert(
      fc.property(text(), text(), text(), (secret, context, other) => {
        fc.pre(context !== other);
        const sealed = vault.seal(secret, context);
        expect(() => vault.open(sealed, other)).toThrow(VaultError);
      }),
    );
  });

  it('detects any changed, added or missing character', () => {
    const edit = fc.record({
      at: fc.nat(),
      remove: fc.integer({ min: 0, max: 3 }),
      insert: fc.string({ maxLength: 3 }),
    });
    fc.assert(
      fc.property(text(), edit, (secret, { at, remove, insert }) => {
        const sealed = vault.seal(secret, 'here');
        const start = at % (sealed.length + 1);
        const changed = sealed.slice(0, start) + insert + sealed.slice(start + remove);
        fc.pre(changed !== sealed);
        expect(() => vault.open(changed, 'here')).toThrow(VaultError);
      }),
    );
  });

  it('sealing is not deterministic, and hides the secret', () => {
    const secret = 'xoxb-a-token-that-must-not-show';
    const [one, two] = [vault.seal(secret, 'here'), vault.seal(secret, 'here')];
    expect(one).not.toBe(two);
    expect(one).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+$/);
    expect(Buffer.from(one.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain(
      secret,
    );
  });

  it.each(['', 'v1', 'v1..', 'v2.00000000.AAAA', 'v1.zzzzzzzz.AAAA', 'xoxb-plain'])(
    'rejects an unsealed value: %j',
    (sealed) => {
      expect(() => vault.open(sealed, 'here')).toThrow(VaultError);
    },
  );
});

describe('binding to a record', () => {
  const vault = createVault([NEW, OLD]);
  const sealed = vault.seal('secret', 'kind');

  it('a bound value is opened through its own record only', () => {
    fc.assert(
      fc.property(text(), text(), (record, other) => {
        const bound = vault.bind(sealed, 'kind', record);
        expect(vault.open(vault.unbind(bound, 'kind', record), 'kind')).toBe('secret');
        expect(() => vault.open(bound, 'kind')).toThrow(VaultError);
        fc.pre(record !== other);
        const stolen = vault.unbind(bound, 'kind', other);
        expect(() => vault.open(stolen, 'kind')).toThrow(VaultError);
      }),
    );
  });

  it('a value of another kind cannot be bound', () => {
    expect(() => vault.bind(sealed, 'other', 'record')).toThrow(VaultError);
  });

  it('a value that an earlier version stored unbound is still opened', () => {
    expect(vault.open(vault.unbind(sealed, 'kind', 'record'), 'kind')).toBe('secret');
  });
});

describe('rotation', () => {
  const before = createVault([OLD]);
  const during = createVault([NEW, OLD]);
  const after = createVault([NEW]);

  it('opens with older keys, and seals with the first', () => {
    const sealed = before.seal('secret', 'here');
    expect(during.open(sealed, 'here')).toBe('secret');
    expect([during.isCurrent(sealed), before.isCurrent(sealed)]).toEqual([false, true]);
    expect(after.open(during.seal('secret', 'here'), 'here')).toBe('secret');
  });

  it('rewrap seals a value again with the first key', () => {
    const rewrapped = during.rewrap(before.seal('secret', 'here'), 'here');
    expect(during.isCurrent(rewrapped)).toBe(true);
    expect(after.open(rewrapped, 'here')).toBe('secret');
    expect(during.rewrap(rewrapped, 'here')).toBe(rewrapped);
  });

  it('rewrap keeps the context', () => {
    expect(() => during.rewrap(before.seal('secret', 'here'), 'there')).toThrow(VaultError);
    expect(() => during.rewrap(during.seal('secret', 'here'), 'there')).toThrow(VaultError);
  });

  it('a missing key is reported with the setting’s name', () => {
    const sealed = createVault([OTHER]).seal('secret', 'here');
    expect(() => during.open(sealed, 'here')).toThrow(
      /is not in ENCRYPTION_KEY: add that key again/,
    );
  });
});

it('requires at least one key, each of 32 bytes', () => {
  expect(() => createVault([])).toThrow('ENCRYPTION_KEY has no key');
  expect(() => createVault([NEW, randomBytes(16)])).toThrow('32 bytes');
});
