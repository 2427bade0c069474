import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { builtProgram } from '../../../support/dist.js';

it('all code that decides what is in an index is in the one file that its fingerprint is taken of', () => {
  const thread = readFileSync(builtProgram('local/service/index/thread.js'), 'utf8');
  const imported = ts.preProcessFile(thread).importedFiles.map(({ fileName }) => fileName);
  expect(imported).toContain('node:worker_threads');
  expect(imported.filter((name) => !name.startsWith('node:'))).toEqual([]);
});
