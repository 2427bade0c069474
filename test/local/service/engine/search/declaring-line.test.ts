import { expect, it } from 'vitest';
import { declaringLine } from '../../../../../local/service/engine/search/facts/declaring-line.js';

/** The line that is asked about is the last one, unless others follow `…`. */
function declared(path: string, code: string): string | undefined {
  const [before = '', after = ''] = code.split('…');
  const lines = `${before}${after}`.split('\n');
  return declaringLine({ lines, line: before.split('\n').length, path, name: 'moor' });
}

it.each([
  ['quay.h', 'int moor(struct boat *);'],
  ['quay.h', 'struct rope\t*moor(struct boat *,…\n    int);'],
  ['quay.c', 'static int moor(struct boat *);'],
  ['quay.cc', 'void Quay::moor(Boat boat) { boat_ = boat; }'],
  ['quay.ex', '  @spec moor(boat()) :: :ok'],
  ['quay.erl', '-spec moor(boat()) -> ok.'],
  ['quay.api', '\tpublic final fun moor (Lharbour/Boat;)V'],
  ['quay.ts', 'export function moor(boat: Boat): void;'],
])('%s: `%s` is the prototype of what has the name', (path, code) => {
  expect(declared(path, code)).toBe('prototype');
});

it.each([
  ['Quay.java', 'class Quay {\n  abstract void moor(Boat boat);'],
  ['quay.ts', 'export interface Quay {\n  moor(boat: Boat): void'],
  ['quay.ts', 'export interface Quay {\n  name: string;\n\n  moor(…\n    boat: Boat,\n  ): void'],
  ['quay.ts', 'class Quay {\n  moor(boat: Boat): void;…\n  moor(boat?: Boat) {}'],
  ['quay.ts', 'class Quay {\n  abstract moor(boat: Boat)'],
  ['quay.go', 'type Quay interface {\n\tmoor(boat *Boat)'],
  ['quay.hpp', 'class Quay {\n  virtual Rope *moor(Boat &boat) = 0;'],
])('%s: `%s` declares a member of that name', (path, code) => {
  expect(declared(path, code)).toBe('member');
});

it.each([
  ['quay.c', 'void land(struct boat *b) {\n  moor(b);'],
  ['quay.c', 'int land(struct boat *b) {\n  return moor(b);'],
  ['quay.c', 'int land(struct boat *b) {\n  return 2 *\n    ropes * moor(b);'],
  ['quay.c', 'int land(struct boat *b) {\n  if (moor(b))'],
  ['quay.c', 'int land(struct boat *b) {\n  int r = moor(b);'],
  ['quay.cc', 'int land() {\n  return Quay::moor(b);'],
  ['Quay.java', '    return moor(boat);'],
  ['quay.ts', 'export default moor(boat)'],
  ['quay.ts', '  moor(boat)…\n  land(boat)'],
  ['quay.ts', '  const rope = full ?\n    moor(boat) :…\n    undefined'],
  ['quay.ts', '    ? moor(boat)…\n    : undefined'],
  ['quay.ts', '  await moor(boat)'],
  ['quay.kt', '  boat to moor(rope)'],
  ['quay.php', "  echo moor('boat');"],
  ['quay.go', 'func land(boat *Boat) {\n\tmoor(boat)'],
  ['quay.ex', '  def land(boat), do: moor(boat)'],
  ['quay.js', 'function land () { return moor() }'],
  ['quay.rb', 'moor(boat)'],
])('%s: `%s` is a call', (path, code) => {
  expect(declared(path, code)).toBeUndefined();
});
