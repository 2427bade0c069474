import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBatchParser } from '../../../../local/service/git/blob-reader.js';

const objects = fc.array(fc.option(fc.uint8Array({ maxLength: 300 }), { nil: undefined }));

describe('createBatchParser', () => {
  it('createBatchParser splits the stream correctly for any chunk boundaries', () => {
    fc.assert(
      fc.property(objects, fc.array(fc.integer({ min: 1, max: 50 })), (sent, sizes) => {
        const stream = Buffer.concat(sent.map(framed));
        const got: (Buffer | undefined)[] = [];
        const parse = createBatchParser((object) => got.push(object));
        for (const piece of pieces(stream, sizes)) parse(piece);
        expect(got).toEqual(sent.map((object) => object && Buffer.from(object)));
      }),
    );
  });
});

function framed(object: Uint8Array | undefined): Buffer {
  const id = 'a'.repeat(40);
  if (!object) return Buffer.from(`${id} missing\n`);
  return Buffer.concat([Buffer.from(`${id} blob ${object.length}\n`), object, Buffer.from('\n')]);
}

function* pieces(stream: Buffer, sizes: readonly number[]): Generator<Buffer> {
  let at = 0;
  for (let n = 0; at < stream.length; n += 1) {
    const size = sizes[n % sizes.length] ?? stream.length;
    yield stream.subarray(at, at + size);
    at += size;
  }
}
