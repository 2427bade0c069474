import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { definitionsAround } from '../../../../../local/service/engine/search/passages/definitions-around.js';
import {
  definitionPassage,
  type Passage,
} from '../../../../../local/service/engine/search/passages/passage.js';
import { rankPassages } from '../../../../../local/service/engine/search/passages/rank-passages.js';
import { shownLines } from '../../../../../local/service/engine/search/passages/shown-lines.js';
import type { SourceFile } from '../../../../../local/service/engine/search/passages/source-file.js';
import type { Definition } from '../../../../../local/service/index/outline.js';
import { outlineOf } from '../../../../../local/service/index/outline.js';
import { buildQuery } from '../../../../../local/service/index/query.js';

function fileOf(path: string, text: string): SourceFile {
  const lines = text.split('\n');
  return { repo: 'shop', commit: 'abc', path, lines, outline: outlineOf(path, lines) };
}

function definitionNamed(file: SourceFile, name: string): Definition {
  const found = file.outline.find((one) => one.name === name);
  if (!found) throw new Error(`${file.path} does not define ${name}`);
  return found;
}

const passageNamed = (file: SourceFile, name: string): Passage =>
  definitionPassage(file, definitionNamed(file, name));

function ranked(file: SourceFile, question: string) {
  const chunks = [{ start: 1, end: file.lines.length, terms: [] }];
  const hit = {
    path: file.path,
    objectId: '1',
    score: 1,
    tier: 0,
    exactMatch: 0,
    coverage: 1,
  } as const;
  return rankPassages([{ hit: { ...hit, chunks }, file }], buildQuery(question));
}

const PYTHON = `class App:
    def trap(self, error) -> bool:
        """Whether to trap it."""
        if self.config["TRAP"]:
            return True

        return False

    def handle(
        self,
        error,
    ) -> str:
        """Handles a trap."""
        text = """
no code
"""
        return text


setting = 1
`;

describe('a definition', () => {
  it.each([
    [
      'below it',
      'fn moor<B>(boat: B) -> usize\n    where\n        B: Floating,\n    {\n        boat.ropes()\n    }',
    ],
    [
      'in one line',
      'fn moor<B>(boat: B) -> usize\n    where B: Floating {\n        boat.ropes()\n    }',
    ],
    [
      'at its own depth',
      'fn moor<B>(boat: B)\n    where\n    B: Floating,\n    {\n        boat.ropes()\n    }',
    ],
  ])('in Rust goes on behind the conditions of its types: %s', (_, text) => {
    const file = fileOf('pier.rs', `impl Pier {\n    ${text}\n\n    fn other() {}\n}\n`);
    const end = file.lines.findIndex((line) => line.includes('fn other')) - 1;
    expect(passageNamed(file, 'moor')).toMatchObject({ start: 2, end });
  });

  it('without a body ends with the conditions of its types, or before them', () => {
    const file = fileOf(
      'pier.rs',
      'trait Pier {\n    fn moor<B>(boat: B)\n    where\n        B: Floating;\n\n    fn other() {}\n}\n',
    );
    expect(passageNamed(file, 'moor').end).toBeLessThan(6);
  });

  it.each([
    ['trap', 'App.trap', 2, 7],
    ['handle', 'App.handle', 9, 14],
    ['App', 'App', 1, 14],
    ['setting', 'setting', 20, 20],
  ])('%s in Python ends before the next one', (name, ...[qualified, start, end]) => {
    const passage = passageNamed(fileOf('app.py', PYTHON), name);
    expect(passage).toMatchObject({ name: qualified, start });
    // A text that is not indented may end it early, but never late.
    expect(passage.end).toBeLessThanOrEqual(Math.max(end, 17));
    expect(passage.end).toBeGreaterThanOrEqual(end);
  });

  it.each([
    [
      'a.ts',
      'export function add(\n  a: number,\n): number {\n  return a;\n}\n\nlet b = 1;',
      'add',
      5,
    ],
    ['a.ts', 'export class Box<\n  T,\n> extends Base {\n  open() {\n  }\n}\nrun();', 'Box', 6],
    [
      'a.ts',
      `export class Box<\n${'  T,\n'.repeat(14)}> implements\n    Holder<\n      T\n    >\n{\n  open() {\n  }\n}\nrun();`,
      'Box',
      23,
    ],
    ['a.ts', 'function add(): {\n  sum: number;\n} {\n  return one;\n}\n\nlet b = 1;', 'add', 5],
    ['a.ts', 'const add = (a: number) => a + 1;\nrun();', 'add', 1],
    [
      'a.kt',
      'class Box<\n    T,\n>(\n    val one: T,\n) : Holder<T>(),\n    Lid {\n    fun open() {\n    }\n}\n',
      'Box',
      9,
    ],
    [
      'a.java',
      'public class Box<T>\n    extends Holder<T>\n    implements Lid {\n\n  void open() {\n  }\n}\n',
      'Box',
      7,
    ],
    [
      'a.cs',
      'public class Box<T>\n    : Holder<T>\n    where T : Lid\n{\n    void Open()\n    {\n    }\n}\n',
      'Box',
      8,
    ],
    [
      'a.scala',
      'final class Box[T](\n    one: T\n)(implicit lid: Lid)\n    extends Holder[T] {\n  def open = 1\n}\n',
      'Box',
      6,
    ],
    [
      'a.php',
      'class Box extends Holder implements\n    Lid,\n    Countable\n{\n    function open()\n    {\n    }\n}\n',
      'Box',
      8,
    ],
    [
      'a.swift',
      'public struct Box<T>: Holder\nwhere T: Lid {\n    func open() {\n    }\n}\n',
      'Box',
      5,
    ],
    [
      'a.h',
      'struct cart {\n\tint flags;\n#define CART_FULL 0x1\n#define CART_OPEN 0x2\n\n\tint size;\n};\n\nint b;',
      'cart',
      7,
    ],
    [
      'a.c',
      'const char *\nname_of(int kind)\n{\n  switch (kind) {\n#define NAME(one) \\\n  case one: \\\n    return #one;\n  KINDS(NAME)\n#undef NAME\n  }\n  return 0;\n}\n\nint b;',
      'name_of',
      12,
    ],
    [
      'a.h',
      '#define TWICE(one) \\\n  do { one; one; \\\n} while (0)\n#define MOST 3\n',
      'TWICE',
      3,
    ],
    ['a.h', '#define MOST 3\n\n  int indented;\n', 'MOST', 1],
    ['a.ts', 'function page() {\n  return `\nno code\n}`;\n}\nrun();', 'page', 5],
    [
      'a.go',
      'func (c *Cart) Add(n int) {\n\tc.n += n\nagain:\n\tgoto again\n}\n\nvar x = 1',
      'Add',
      5,
    ],
    ['a.c', 'int\nadd(int a)\n{\n#if X\n  a++;\n#endif\n  return a;\n}\n\nint b;', 'add', 8],
    ['a.rb', 'class Cart\n  def add\n    1\n  end\n\n  def remove\n  end\nend\nrun', 'Cart', 8],
    ['a.rs', 'pub fn add<T>(a: T) -> T\nwhere\n    T: Copy,\n{\n    a\n}\n\nfn b() {}', 'add', 6],
  ])('in %s ends where its body does', (path, ...[text, name, end]) => {
    const { outline, ...file } = fileOf(path, text);
    const definition = outline.find((one) => one.name === name);
    if (!definition) return;
    const passage = definitionPassage({ ...file, outline }, definition);
    expect(passage.end).toBeLessThanOrEqual(end);
    if (path !== 'a.rs' && !text.includes('`')) expect(passage.end).toBe(end);
  });

  it.each([
    ['a.swift', 'public enum Trouble: Error {', (n: number) => `    case number${n}`],
    ['a.rs', 'pub enum Trouble {', (n: number) => `    Number${n}(u32),`],
    ['A.java', 'public enum Trouble {', (n: number) => `  NUMBER_${n}(${n}),`],
    ['a.kt', 'enum class Trouble {', (n: number) => `    NUMBER_${n},`],
  ])('in %s shows the values of an enum, and how many more there are', (path, header, caseOf) => {
    const values = Array.from({ length: 17 }, (_, n) => `  /// Trouble ${n}.\n${caseOf(n)}\n`);
    const file = fileOf(path, `${header}\n${values.join('\n')}\n  Trouble(int n) {\n  }\n}\n`);
    const { lines } = shownLines(passageNamed(file, 'Trouble'), {
      query: buildQuery('which values can Trouble be?'),
    });
    expect(lines).toHaveLength(15);
    expect(lines[13]).toBe(caseOf(12));
    expect(lines[14]?.trim()).toBe('… 4 more');
  });

  it('in C has no macro as a member: the fields are shown', () => {
    const text = `struct cart {\n\tint flags;\n#define FULL 0x1\n${'\n\tint size;'.repeat(20)}\n};\n`;
    const { lines } = shownLines(passageNamed(fileOf('cart.h', text), 'cart'), {
      query: buildQuery('what is struct cart'),
    });
    expect(lines.join('\n')).toContain('int size;');
  });

  it.each([
    ['a field', 6, ['cart']],
    ['the first line of a macro', 3, ['FULL']],
    ['a further line of a macro', 4, ['cart', 'FULL']],
    ['the last line', 7, ['cart']],
    ['what is behind it', 9, []],
  ])('in C goes on behind a macro in it: %s', (_, line, expected) => {
    const text =
      'struct cart {\n\tint flags;\n#define FULL(one) \\\n\t(one > 3)\n#define OPEN 0x2\n\tint size;\n};\n\nrun();\n';
    const names = definitionsAround(fileOf('cart.h', text), line).map(({ name }) => name);
    expect(names).toEqual(expected);
  });

  it.each([
    ['lib/app.js', 'app.use = function use(fn) {\n};', 'use', 'app.use'],
    ['lib/app.js', 'App.prototype.use = function (fn) {\n};', 'use', 'App.use'],
    ['mux.go', 'func (r *Router) Match(a int) bool {\n}', 'Match', 'Router.Match'],
  ])('in %s is named after what it belongs to', (path, ...[text, name, qualified]) => {
    const file = fileOf(path, text);
    if (file.outline.some((one) => one.name === name))
      expect(passageNamed(file, name).name).toBe(qualified);
  });
});

const WORDS = ['retry', 'wait', 'cart', 'send', 'order', 'price'];
const bodyLine = fc
  .tuple(fc.constantFrom(...WORDS), fc.constantFrom(...WORDS))
  .map(([a, b]) => `${a} = ${b}(1)`);
const body = fc.array(fc.oneof(bodyLine, fc.constant('')), { minLength: 1, maxLength: 30 });
const functions = fc.array(fc.record({ body, documented: fc.boolean() }), {
  minLength: 1,
  maxLength: 8,
});

/** A Python file, and the lines of each of its functions by name. */
function pythonFile(made: readonly { readonly body: readonly string[]; documented: boolean }[]) {
  const lines: string[] = ['import retry', ''];
  const extents = new Map<string, { start: number; end: number }>();
  for (const [n, { body: code, documented }] of made.entries()) {
    const start = lines.length + 1;
    lines.push(`def ${WORDS[n % WORDS.length]}_${n}(order):`);
    if (documented) lines.push(`    """Says how ${WORDS[(n + 1) % WORDS.length]} works."""`);
    lines.push(...code.map((text) => (text === '' ? '' : `    ${text}`)), '    return order');
    extents.set(`${WORDS[n % WORDS.length]}_${n}`, { start, end: lines.length });
    lines.push('', '', `${WORDS[n % WORDS.length]}(${n})`, '');
  }
  return { file: fileOf('a.py', lines.join('\n')), extents };
}

describe('lines under a name', () => {
  it('are lines of what has that name, with its signature', () => {
    const questions = fc.constantFrom('How does retry wait?', 'where is cart_2', 'send the order');
    fc.assert(
      fc.property(functions, questions, (made, question) => {
        const { file, extents } = pythonFile(made);
        for (const { passage } of ranked(file, question)) {
          if (!passage.definition) continue;
          const extent = extents.get(passage.name);
          const shown = shownLines(passage, { query: buildQuery(question) });
          expect(passage).toMatchObject(extent ?? {});
          expect(shown.lines[0]).toBe(`def ${passage.name}(order):`);
          expect(shown.start).toBe(extent?.start);
          expect(shown.end).toBeLessThanOrEqual(extent?.end ?? 0);
          const own = file.lines.slice(passage.start - 1, passage.end);
          for (const line of shown.lines) expect([...own, '…', '    …']).toContain(line);
        }
      }),
    );
  });

  it('are all, or at most sixteen and “…”, and “…” stands wherever something is left out', () => {
    fc.assert(
      fc.property(functions, (made) => {
        const { file } = pythonFile(made);
        for (const { passage } of ranked(file, 'How does retry wait?')) {
          const { lines } = shownLines(passage, {
            query: buildQuery('How does retry wait?'),
          });
          expect(lines.length).toBeLessThanOrEqual(19);
          const code = lines.filter((line) => line.trim() !== '' && line.trim() !== '…').length;
          const all = file.lines
            .slice(passage.start - 1, passage.end)
            .filter((line) => line.trim() !== '').length;
          expect(lines.some((line) => line.trim() === '…')).toBe(code < all);
        }
      }),
    );
  });
});

it('shows what a function returns at its end, with all that is before it', () => {
  const lines = Array.from({ length: 12 }, (_, n) => `    step_${n}(order)`);
  const text = ['def wait(order):', ...lines, '    return DEFAULT_WAIT', ''].join('\n');
  const passage = ranked(fileOf('a.py', text), 'How does wait work?')[0]?.passage;
  const shown = passage && shownLines(passage, { query: buildQuery('How does wait work?') }).lines;
  expect(shown?.at(-1)).toBe('    return DEFAULT_WAIT');
  expect(shown).not.toContain('    …');
});

it('shows a condition with what it leads to, and a comment as a whole', () => {
  const steps = Array.from({ length: 12 }, (_, n) => `    step_${n}(order)`);
  const text = [
    'def wait(order):',
    ...steps,
    '    if order.is_stale():',
    '        log(order)',
    '        raise StaleOrder(order)',
    ...steps,
    '    # A lorry is full',
    '    # from forty crates on.',
    '    crates = 40',
    ...steps,
    '    leave(order)',
    '',
  ].join('\n');
  const passage = ranked(fileOf('a.py', text), 'How does wait work?')[0]?.passage;
  const shownFor = (question: string) =>
    (passage && shownLines(passage, { query: buildQuery(question), room: 8 }).lines) ?? [];
  expect(shownFor('What happens to a stale order?').join('\n')).toContain(
    '    if order.is_stale():\n        log(order)\n        raise StaleOrder(order)',
  );
  expect(shownFor('When is a lorry full?').join('\n')).toContain(
    '    # A lorry is full\n    # from forty crates on.\n    crates = 40',
  );
});

it('ranks the function that is asked about above one that uses it', () => {
  const file = fileOf(
    'a.ts',
    `import { send } from './send.js';
/** Sends the order. */
function sendOrder(order) {
  post(order);
}

function checkout(order) {
  sendOrder(order);
}
`,
  );
  expect(ranked(file, 'How does sendOrder work?')[0]?.passage.name).toBe('sendOrder');
});

describe('what a definition is named after', () => {
  it('leads with the function that the question names, not with one whose docs have its words', () => {
    const file = fileOf(
      'src/chain.ts',
      `/** Composes middleware: runs the chain of all middleware. */
export function every(list: Step[]) {
  const chain = list.map((one) => one);
  return chain;
}

/** Runs the middleware. */
export const compose = (list: Step[]) => {
  let position = 0;
  return list[position];
};
`,
    );
    const [first] = ranked(file, 'How does compose run the middleware chain?');
    expect(first?.passage.name).toBe('compose');
  });

  it('prefers the function to an override that calls it', () => {
    const file = fileOf(
      'lib/filters.py',
      `class Watched(Base):
    def add_filter(self, kind):
        """Adds a filter, and tells the list of filters about the filter."""
        self.filters.append(kind)
        return super().add_filter(kind)


class Base:
    def add_filter(self, kind):
        """Adds a filter."""
        known = self.filters.get(kind)
        known.append(kind)
        return known
`,
    );
    const [first] = ranked(file, 'How are filters added?');
    expect(first?.passage.name).toBe('Base.add_filter');
  });
});
