import { describe, expect, it } from 'vitest';
import { areImports } from '../../../../../local/service/engine/search/passages/import-lines.js';

function areImportsIn(path: string, text: string, [start, end]: readonly [number, number]) {
  const lines = text.split('\n');
  const file = { repo: 'shop', commit: 'c', path, lines, outline: [] };
  const passage = { file, name: '', start: 1, end: lines.length };
  return areImports({ passage, start, end });
}

describe('lines that only import', () => {
  const PYTHON = `from ._locks import (
    FileLock,
    lock_for,
)
import os

LOCKS = {
    "file": FileLock,
}`;

  it.each([
    ['the names of a list', [2, 3]],
    ['all imports', [1, 6]],
  ] as const)('%s say nothing', (_, range) => {
    expect(areImportsIn('a.py', PYTHON, range)).toBe(true);
  });

  it.each([
    ['lines below them', [5, 8]],
    ['a list of values', [8, 8]],
  ] as const)('%s do', (_, range) => {
    expect(areImportsIn('a.py', PYTHON, range)).toBe(false);
  });

  it('are those of other languages, too', () => {
    expect(areImportsIn('a.ts', "import {\n  lock,\n} from './lock.js';\n\nlock();", [2, 3])).toBe(
      true,
    );
    expect(areImportsIn('a.rs', 'use lock::{\n    Lock,\n};\n', [2, 2])).toBe(true);
    expect(areImportsIn('a.go', 'import (\n\t"sync"\n)\n\nvar lock sync.Mutex', [2, 2])).toBe(true);
    expect(areImportsIn('a.go', 'import (\n\t"sync"\n)\n\nvar lock sync.Mutex', [2, 5])).toBe(
      false,
    );
  });

  it('are no comments', () => {
    expect(areImportsIn('a.go', '// Locks are never held for long.', [1, 1])).toBe(false);
  });
});
