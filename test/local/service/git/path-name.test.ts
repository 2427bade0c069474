import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathName } from '../../../../local/service/git/path-name.js';

const nameOf = (bytes: Buffer) => pathName(bytes.toString('latin1'));
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

describe('the name of a path', () => {
  it.each([
    ['src/a.ts', 'src/a.ts'],
    ['Größe \u{1f600}\ufeff', 'Größe \u{1f600}\ufeff'],
    ['\ufffd', '\ufffdef\ufffdbf\ufffdbd'],
  ])('in UTF-8 is the path %j, but for the mark', (path, name) => {
    expect(nameOf(Buffer.from(path))).toBe(name);
  });

  it.each([
    ['an overlong character', [0xc0, 0xaf], '\ufffdc0\ufffdaf'],
    ['a surrogate', [0xed, 0xa0, 0x80], '\ufffded\ufffda0\ufffd80'],
    ['beyond Unicode', [0xf4, 0x90, 0x80, 0x80], '\ufffdf4\ufffd90\ufffd80\ufffd80'],
    ['a character cut off', [0xe2, 0x82, 0x61], '\ufffde2\ufffd82a'],
  ])('%s has its bytes escaped', (_what, bytes, name) => {
    expect(nameOf(Buffer.from(bytes))).toBe(name);
  });

  it('keeps every character of UTF-8 and gives different paths different names', () => {
    const pieces = fc.array(
      fc.oneof(
        fc.string({ unit: 'grapheme' }).map((text) => Buffer.from(text)),
        fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
      ),
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        const bytes = Buffer.concat(parts);
        const name = nameOf(bytes);
        expect(bytesOf(name).equals(bytes)).toBe(true);
        if (isUtf8(bytes) && !bytes.includes('\ufffd')) expect(name).toBe(bytes.toString());
      }),
    );
  });
});

/** The path that has this name. */
function bytesOf(name: string): Buffer {
  const parts = name.split(/\ufffd([0-9a-f]{2})/);
  return Buffer.concat(parts.map((part, n) => Buffer.from(part, n % 2 === 1 ? 'hex' : 'utf8')));
}

function isUtf8(bytes: Buffer): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}
