import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitIntoChunks } from '../../../../local/service/index/chunks.js';
import { enclosingDefinitions, outlineOf } from '../../../../local/service/index/outline.js';

const names = (path: string, text: string) =>
  outlineOf(path, text.split('\n')).map(({ kind, name }) => `${kind} ${name}`);

describe('an outline', () => {
  it.each([
    ['a.ts', 'export default async function* walk<T>(x: T) {', ['function walk']],
    ['a.ts', 'export abstract class Tree extends Plant {', ['class Tree']],
    ['a.ts', 'export const grow = async (x: number) => x', ['function grow']],
    ['a.ts', 'const LIMIT = 3;', ['constant LIMIT']],
    ['a.ts', '  private async water(can: Can): Promise<void> {', ['method water']],
    ['a.ts', '  if (x) {', []],
    ['a.ts', '  return walk(x, () => {', []],
    ['a.ts', "  it('walks', async () => {", []],
    ['a.ts', '  each(after: () => void): () => void {', ['method each']],
    ['a.py', 'class A(B):\n    async def run(self):', ['class A', 'function run']],
    ['a.go', 'func (s *Server) Serve(l net.Listener) error {', ['method Serve']],
    ['a.go', 'type Server struct {', ['type Server']],
    ['A.java', '  public static <T> List<T> listOf(T item) {', []],
    ['A.java', '  private final String nameOf(Person person) {', ['method nameOf']],
    ['A.java', 'public final class Person implements Named {', ['class Person']],
    ['a.rs', '    pub(crate) async fn fetch(&self) {', ['function fetch']],
    ['a.c', 'static int read_all(int fd, char *buffer)', ['function read_all']],
    ['a.rb', '  def self.build(x)', ['method build']],
    ['a.sh', 'clean_up() {', ['function clean_up']],
    ['a.md', '# One\n```\n# no\n```\n## Two', ['section One', 'section Two']],
    ['a.rst', 'Title\n=====\n\ntext\n\nPart\n----', ['section Title', 'section Part']],
    ['a.bin', 'class X', []],
  ])('finds the definitions in %s: %s', (path, text, expected) => {
    expect(names(path, text)).toEqual(expected);
  });

  it('finds the definitions that enclose a line', () => {
    const lines = ['class A:', '  def f(self):', '    pass', '  def g(self):', '    pass', 'x = 1'];
    const outline = outlineOf('a.py', lines);
    const within = (line: number) => enclosingDefinitions(outline, line).map(({ name }) => name);
    expect(within(3)).toEqual(['A', 'f']);
    expect(within(5)).toEqual(['A', 'g']);
    expect(within(6)).toEqual(['x']);
  });

  it('a single-line constant encloses no line below it', () => {
    const lines = ['const A = 1;', 'const B = {', '  b: 1,', '};', 'const C = 2;', '', '  c();'];
    const outline = outlineOf('a.ts', lines);
    const within = (line: number) => enclosingDefinitions(outline, line).map(({ name }) => name);
    expect([1, 3, 7].map(within)).toEqual([['A'], ['B'], []]);
  });

  it('lines made to cause regex backtracking are matched quickly', () => {
    const evil = [
      'export '.repeat(40),
      'a'.repeat(299),
      `${'a '.repeat(149)}(`,
      `${'('.repeat(299)}`,
    ];
    for (const extension of ['ts', 'py', 'java', 'c', 'rs', 'php', 'sh', 'md', 'go', 'rb']) {
      expect(outlineOf(`a.${extension}`, evil)).toBeInstanceOf(Array);
    }
  });
});

describe('chunks', () => {
  const definition = fc.record({
    line: fc.integer({ min: 1, max: 500 }),
    depth: fc.integer({ min: 0, max: 8 }),
  });

  it('chunks cover each line once and are at most 50 lines long', () => {
    const outlines = fc
      .array(definition)
      .map((list) =>
        list
          .sort((a, b) => a.line - b.line)
          .map((one) => ({ ...one, name: 'x', kind: 'function' })),
      );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500 }), outlines, (lineCount, outline) => {
        const chunks = splitIntoChunks(lineCount, outline, 50);
        const lines = chunks.flatMap(({ start, end }) =>
          Array.from({ length: end - start + 1 }, (_, n) => start + n),
        );
        expect(lines).toEqual(Array.from({ length: lineCount }, (_, n) => n + 1));
        for (const { start, end } of chunks) expect(end - start).toBeLessThan(50);
      }),
    );
  });

  it('chunks are split before definitions', () => {
    const outline = [
      { line: 30, depth: 2, name: 'a', kind: 'method' },
      { line: 40, depth: 0, name: 'B', kind: 'class' },
      { line: 45, depth: 2, name: 'c', kind: 'method' },
    ];
    expect(splitIntoChunks(60, outline, 50)).toEqual([
      { start: 1, end: 39 },
      { start: 40, end: 60 },
    ]);
  });
});
