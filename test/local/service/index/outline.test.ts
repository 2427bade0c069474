import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { membersOf } from '../../../../local/service/engine/search/passages/passage.js';
import { splitIntoChunks } from '../../../../local/service/index/chunks.js';
import {
  type Definition,
  enclosingDefinitions,
  outlineOf,
  READING_OPTIONS,
} from '../../../../local/service/index/outline.js';

const names = (path: string, text: string) =>
  outlineOf(path, text.split('\n')).map(({ kind, name }) => `${kind} ${name}`);

describe('the outline of a file that is read', () => {
  it.each([
    ['A.java', '  public static <T> List<T> listOf(T item) {', ['method listOf']],
    ['A.java', '  protected <E extends Enum<E>> E oneOf(Class<E> type) {', ['method oneOf']],
    ['A.java', '  Map<String, List<Crate>> crates(int least) {', ['method crates']],
    ['A.cs', '    public T Load<T>(string crate) where T : class', ['method Load']],
    ['A.cs', '    internal const int MostCrates = 1;', ['constant MostCrates']],
    ['A.java', '  private static final String NAME =', ['constant NAME']],
    ['A.java', '  private static final Map<String, Integer> MOST = all();', ['constant MOST']],
    ['A.cs', '    private static readonly Dictionary<string, int> M = new();', ['constant M']],
    ['A.java', '    int most = 1;', []],
    ['A.java', '    static int most = 1;', []],
    ['A.java', '    final int most = 1;', []],
    ['a.rb', "      ENV_KEY = 'crate'", ['constant ENV_KEY']],
    ['a.rb', "      Crate == 'crate'", []],
    ['A.php', "    public const string KIND = 'crate';", ['constant KIND']],
    ['A.php', '    private const MOST = 7;', ['constant MOST']],
    ['A.php', '    final protected const ?int MOST = 7;', ['constant MOST']],
    ['A.java', '    if (least < most && most > listOf(item)) {', []],
    ['A.java', '    return cache.<T>listOf(item', []],
    ['A.java', '    for (Map<String, Crate> each : all(crates)) {', []],
  ])(
    'has methods of generic types and constants of classes too: %s: %s',
    (path, line, expected) => {
      const outline = outlineOf(path, [line], READING_OPTIONS);
      expect(outline.map(({ kind, name }) => `${kind} ${name}`)).toEqual(expected);
    },
  );

  it('has constructors in PHP with long lists of parameters', () => {
    const line = `    public function __construct(${'string $crate = "none", '.repeat(16)}int $most = 0)`;
    const outline = outlineOf('Crane.php', [line], READING_OPTIONS);
    expect(outline.map(({ name }) => name)).toEqual(['__construct']);
  });
});

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
    ['a.ts', '  walk(tree, {', []],
    ['a.ts', '  walk(start(), {', []],
    ['a.js', "  it('walks', function () {", []],
    ['a.ts', '  walk(() => ({', []],
    ['a.ts', '  walk(\n    tree: Tree,\n  ): Path {', ['method walk']],
    [
      'a.ts',
      '  async #water<T extends (can: Can) => Promise<void>>(fill: T): Promise<T | void> {',
      ['method water'],
    ],
    ['a.ts', '  async walk<\n    T,\n  >(\n    tree: T,\n  ) {', ['method walk']],
    ['a.ts', '  walk(\n    tree,\n  );', []],
    ['a.ts', '  walk(\n    tree: Tree,\n  ): Promise<\n    Path\n  > {', ['method walk']],
    [
      'a.ts',
      `  walk(\n    tree: Tree<\n${'      Leaf,\n'.repeat(20)}    >,\n  ): Path {`,
      ['method walk'],
    ],
    [
      'a.ts',
      'interface Forest\n  extends\n    Pick<\n      Tree,\n      Leaf\n    > {',
      ['interface Forest'],
    ],
    ['a.py', 'class A(B):\n    async def run(self):', ['class A', 'function run']],
    ['a.go', 'func (s *Server) Serve(l net.Listener) error {', ['method Serve']],
    ['a.go', 'type Server struct {', ['type Server']],
    ['A.java', '  public static <T> List<T> listOf(T item) {', []],
    ['A.java', '  private final String nameOf(Person person) {', ['method nameOf']],
    ['A.java', 'public final class Person implements Named {', ['class Person']],
    ['a.rs', '    pub(crate) async fn fetch(&self) {', ['function fetch']],
    ['a.c', 'static int read_all(int fd, char *buffer)\n{', ['function read_all']],
    ['a.c', 'int read_all(int fd,\n    char *buffer);', []],
    ['a.c', 'static int\nread_all(int fd,\n    char *buffer)\n{', ['function read_all']],
    ['a.cc', 'TEST(Tree, grows) {', []],
    ['a.rb', '  def self.build(x)', ['method build']],
    ['a.sh', 'clean_up() {', ['function clean_up']],
    ['a.bash', '_bash-it-log() {', ['function _bash-it-log']],
    ['a.bash', 'function log::warn {', ['function log::warn']],
    ['a.ts', '  handle = async (x: number) => {', ['method handle']],
    ['a.js', 'Router.prototype.handle = function (req) {', ['function handle']],
    ['a.ts', 'export namespace Trees {', ['namespace Trees']],
    ['a.go', '\tRow struct {', ['type Row']],
    ['a.kt', 'public fun <T, R> Flow<T>.transform(', ['function transform']],
    ['a.kt', 'internal fun <reified T : Any> make(): T {', ['function make']],
    ['a.kt', 'public fun interface Collector<in T> {', ['interface Collector']],
    ['a.kt', 'public expect sealed class Job', ['class Job']],
    ['a.kt', 'typealias Handler = (Throwable) -> Unit', ['type Handler']],
    ['a.scala', 'final case class Leaf(value: Int) extends Tree', ['class Leaf']],
    ['a.scala', '  private[circe] def walk: io.circe.Json =', ['function walk']],
    ['a.scala', '  implicit lazy val encodeInt: Encoder[Int] =', ['constant encodeInt']],
    ['a.swift', '@MainActor public final class Tree: Plant {', ['class Tree']],
    ['a.swift', 'extension Tree: Plant {', ['extension Tree']],
    ['a.swift', '    public func grow<T>(by amount: T) -> Self {', ['function grow']],
    ['A.cs', 'public readonly record struct Leaf(int Size);', ['class Leaf']],
    ['a.h', 'class ABSL_LOCKABLE TREE_EXPORT(3) Mutex final : public Lock {', ['type Mutex']],
    ['a.h', 'template <typename T> struct Leaf {', ['type Leaf']],
    ['a.h', 'using Leaves = std::vector<Leaf>;', ['type Leaves']],
    ['a.h', 'typedef struct leaf_s leaf_t;', ['type leaf_t']],
    ['a.c', 'static struct leaf *find_leaf(int n) {', ['function find_leaf']],
    ['a.rb', 'class Shop::Cart::Item < Base', ['class Item']],
    [
      'a.ex',
      'defmodule Shop.Cart do\n  @type t :: map\n  defp total!(cart) do\n  @callback add(t) :: t',
      ['module Cart', 'type t', 'function total', 'function add'],
    ],
    [
      'A.hs',
      "module Shop.Cart where\nnewtype Cart a = Cart [a]\nclass Eq a => Has a where\n  total' :: a -> Int\ngrow, shrink :: Int",
      ['module Cart', 'type Cart', 'class Has', 'function total', 'function grow'],
    ],
    [
      'a.lua',
      'local M = {}\nfunction M.cart:add(x)\nlocal function total()\nM.clear = function()\nM.limit = 3',
      ['constant M', 'function add', 'function total', 'function clear', 'constant limit'],
    ],
    [
      'a.zig',
      'pub const Cart = struct {\n    pub inline fn add(self: *Cart) void {\nconst limit = 3;',
      ['type Cart', 'function add', 'constant limit'],
    ],
    ['a.md', '# One\n```\n# no\n```\n## Two', ['section One', 'section Two']],
    [
      'a.md',
      'Title\n=====\n\n<a name="go"></a>.go(way)\n---\ntext\n\nA paragraph\nof two lines\n---\n\n| a |\n---\n\n- item\n---',
      ['section Title', 'section .go(way)'],
    ],
    ['a.rst', 'Title\n=====\n\ntext\n\nPart\n----', ['section Title', 'section Part']],
    [
      'a.rst',
      '*******\n Title\n*******\n\ntext\n\n  no title\n----------\n\nPart\n****',
      ['section Title', 'section Part'],
    ],
    ['a.bin', 'class X', []],
  ])('finds the definitions in %s: %s', (path, text, expected) => {
    expect(names(path, text)).toEqual(expected);
  });

  it.each([
    ['Out\n===\n\nPart\n----\n\nOther\n-----', [0, 1, 1]],
    ['====\n Out\n====\n\nPart\n====\n\nOther\n=====', [0, 1, 1]],
    ['1.0\n===\n2.0\n===\n', [0, 0]],
    ['text\n====\n Code\n====\n', [0]],
  ])('tells the levels of the headings in %j', (text, depths) => {
    expect(outlineOf('a.rst', text.split('\n')).map(({ depth }) => depth)).toEqual(depths);
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
    for (const extension of 'ts py java c rs php sh md go rb ex hs lua zig kt'.split(' ')) {
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

/** As `enclosingDefinitions` says it, without an index. */
function plainlyEnclosing(outline: readonly Definition[], line: number): Definition[] {
  const enclosing: Definition[] = [];
  for (const definition of outline) {
    if (definition.line > line) break;
    while ((enclosing.at(-1)?.depth ?? -1) >= definition.depth) enclosing.pop();
    if (!definition.isSingleLine || definition.line === line) enclosing.push(definition);
  }
  return enclosing;
}

const outlines = fc
  .array(
    fc.record({
      line: fc.integer({ min: 1, max: 60 }),
      depth: fc.integer({ min: 0, max: 6 }),
      isSingle: fc.boolean(),
    }),
    { maxLength: 40 },
  )
  .map((all) =>
    all
      .toSorted((a, b) => a.line - b.line)
      .map(({ line, depth, isSingle }, n): Definition => {
        const definition = { name: `name${n}`, kind: 'function', line, depth };
        return isSingle ? { ...definition, isSingleLine: true } : definition;
      }),
  );

describe('the definitions around a line', () => {
  it('are those that a walk through the outline finds', () => {
    fc.assert(
      fc.property(outlines, (outline) => {
        for (let line = 0; line <= 62; line += 1)
          expect(enclosingDefinitions(outline, line)).toEqual(plainlyEnclosing(outline, line));
      }),
    );
  });

  it('the members of a class are the outermost definitions in its lines', () => {
    fc.assert(
      fc.property(outlines, fc.nat(60), fc.nat(60), (outline, a, b) => {
        const [start, end] = [Math.min(a, b), Math.max(a, b)];
        const file = { repo: 'shop', commit: 'abc', path: 'a.ts', lines: [], outline };
        const definition = { name: 'Cart', kind: 'class', line: start, depth: 0 };
        const inner = outline.filter(({ line }) => line > start && line <= end);
        const depth = Math.min(...inner.map((one) => one.depth));
        expect(membersOf({ file, start, end, definition, name: 'Cart' })).toEqual(
          inner.filter((one) => one.depth === depth),
        );
      }),
    );
  });
});
