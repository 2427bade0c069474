import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  COMMIT,
  createDiffReader,
} from '../../../../../local/service/engine/search/facts/commit-diffs.js';
import { termsOf } from '../../../../../local/service/index/terms.js';

const [RUDDER = ''] = termsOf('rudder');
const ASKED = new Set([RUDDER, 'sail', 'oar']);
const OUTPUT = `${COMMIT}aaa

diff --git a/src/rudder.js b/src/rudder.js
index 1..2 100644
--- a/src/rudder.js
+++ b/src/rudder.js
@@ -1 +1,2 @@ function oar() {
-const a = 1;
+--- sail
+++ b
diff --git a/b.js b/b.js
--- a/b.js
+++ b/b.js
@@ -0,0 +1 @@
+const b = 1;
${COMMIT}bbb
`;

function read(parts: readonly string[]) {
  const reader = createDiffReader(ASKED);
  for (const part of parts) reader.read(part);
  return [...reader.end()].map(([id, { terms, lines }]) => [id, [...terms].sort(), lines]);
}

it('has no words of the place of a file that was added', () => {
  const reader = createDiffReader(new Set(['dev', 'null']));
  reader.read(
    `${COMMIT}aaa\n\ndiff --git a/a.js b/a.js\n--- /dev/null\n+++ b/a.js\n@@ -0,0 +1 @@\n+sail\n`,
  );
  expect([...reader.end()].map(([, { terms }]) => [...terms])).toEqual([[]]);
});

it('has the words of changed lines and paths, and counts the lines without the heads of files', () => {
  expect(read([OUTPUT])).toEqual([
    ['aaa', [RUDDER, 'sail'], 4],
    ['bbb', [], 0],
  ]);
});

it('is the same however the output is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(OUTPUT.length), { maxLength: 20 }), (cuts) => {
      const at = [0, ...cuts.sort((a, b) => a - b), OUTPUT.length];
      const parts = at.slice(1).map((end, n) => OUTPUT.slice(at[n], end));
      expect(read(parts)).toEqual(read([OUTPUT]));
    }),
  );
});

it('counts a line that is as long as a file, and reads none of it', () => {
  const head = `${COMMIT}ccc\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n+`;
  const parts = [head, ...Array.from({ length: 20_000 }, () => 'sail '.repeat(100)), '\n+oar\n'];
  expect(read(parts)).toEqual([['ccc', ['oar'], 2]]);
});

it('tells whether code was changed, or only tests, documents and settings', () => {
  const reader = createDiffReader(ASKED);
  const changed = (id: string, path: string) =>
    `${COMMIT}${id}\n\ndiff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n`;
  const paths = [
    'src/rudder.js',
    'test/rudder.test.js',
    '.github/workflows/ci.yml',
    'docs/sail.md',
  ];
  for (const path of paths) reader.read(changed(path, path));
  reader.read(`${COMMIT}nothing\n`);
  expect([...reader.end()].map(([id, { changesCode }]) => [id, changesCode])).toEqual([
    ['src/rudder.js', true],
    ['test/rudder.test.js', false],
    ['.github/workflows/ci.yml', false],
    ['docs/sail.md', false],
    ['nothing', false],
  ]);
});
