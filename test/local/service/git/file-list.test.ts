import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FileListBuilder } from '../../../../local/service/git/file-list.js';
import type { TreeEntry } from '../../../../local/service/git/tree.js';

const entries = fc.uniqueArray(
  fc.record<TreeEntry>({
    path: fc.oneof(
      fc.stringMatching(/^[a-c/.é\ufffd]{1,6}$/),
      fc.string({ minLength: 1, maxLength: 5, unit: 'grapheme' }),
    ),
    kind: fc.constantFrom('file', 'file', 'link', 'module'),
    objectId: fc.stringMatching(/^[0-9a-f]{40}$/),
    size: fc.nat(),
  }),
  { selector: ({ path }) => path, maxLength: 30 },
);

it('a list of files has what a map would have, in the order of the bytes of their paths', () => {
  fc.assert(
    fc.property(entries, fc.nat(30), (given, cut) => {
      const files = given
        .filter(({ kind }) => kind === 'file')
        .toSorted((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
      const builder = new FileListBuilder();
      for (const part of [given.slice(0, cut), given.slice(cut)]) builder.add(part);
      const list = builder.build();
      expect([...list]).toEqual(files.map((file) => [file.path, file]));
      expect([...list.keys()]).toEqual(files.map(({ path }) => path));
      expect(list.size).toBe(files.length);
      for (const { path, kind } of given) expect(list.has(path)).toBe(kind === 'file');
      for (const file of files) expect(list.get(file.path)).toEqual(file);
      for (const path of ['', 'zz', 'a//', '/']) {
        expect(list.get(path)).toEqual(files.find((one) => one.path === path));
      }
    }),
  );
});
