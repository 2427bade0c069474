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

  it.each([
    'useState(0);',
    'user.balance -= 1;',
    'fromEntries(cars);',
    'requireTicket(car);',
    'importantThing();',
    'using (var file = open()) {',
    'use the flag to wait',
  ])('are not %s', (text) => {
    expect(areImportsIn('a.txt', text, [1, 1])).toBe(false);
  });

  it.each([
    'use Ferry\\Bell;',
    'pub(crate) use ferry::bell;',
    'use strict;',
    'using System.Text;',
    'using Bell = Ferry.Bell;',
    '#include <ferry.h>',
    "require_relative 'ferry'",
    "const ferry = require('ferry');",
    "export * from './ferry.js';",
    'from ferry import bell',
  ])('are %s', (text) => {
    expect(areImportsIn('a.txt', text, [1, 1])).toBe(true);
  });

  it('are those below what a file begins with', () => {
    const php = '<?php\n\ndeclare(strict_types=1);\n\nnamespace Ferry\\Bell;\n\nuse Ferry\\Car;\n';
    expect(areImportsIn('a.php', php, [1, 7])).toBe(true);
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
