import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { INDEXING_FILES } from '../../../../local/service/index/fingerprint.js';

const FOLDER = fileURLToPath(new URL('../../../../local/service/index', import.meta.url));
const BUILDERS = [
  'update-corpus',
  'corpus-file',
  'segments/segment-builder',
  'segments/segment-writer',
];

it('a stored index is built again after a change of any file that decides what is in it', () => {
  const messages = '../git/commit-messages';
  const files = withImports([...BUILDERS, messages].map((name) => join(FOLDER, `${name}.ts`)));
  const names = [...files].map((file) => relative(FOLDER, file).replace(/\.ts$/, ''));
  expect([...INDEXING_FILES].sort()).toEqual(names.sort());
});

/** Files of ours, with what they import of ours other than types. */
function withImports(entries: readonly string[]): Set<string> {
  const found = new Set(entries);
  for (const file of found) {
    const { importedFiles } = ts.preProcessFile(withoutTypes(readFileSync(file, 'utf8')));
    for (const { fileName } of importedFiles.filter((one) => one.fileName.startsWith('.'))) {
      found.add(join(dirname(file), fileName.replace(/\.js$/, '.ts')));
    }
  }
  return found;
}

function withoutTypes(source: string): string {
  return ts.transpile(source, { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext });
}
