import { expect, it } from 'vitest';
import { isCalledIn } from '../../../../../local/service/engine/search/facts/called-in-line.js';

const isCalled = (path: string, text: string) => isCalledIn(text, { path, names: ['moor'] });

it.each([
  ['Quay.kt', 'boat.rope.moor { land(it) }'],
  ['Quay.kt', 'val rope = boat ?: moor {'],
  ['Quay.kt', 'else -> moor {'],
  ['Quay.kt', 'moor<Boat> { it.rope }'],
  ['Quay.scala', 'moor { boat =>'],
  ['build.gradle', 'moor {'],
  ['Quay.swift', 'quay.moor { boat in'],
  ['Quay.swift', 'let rope = moor { $0.rope }'],
  ['quay.rs', 'moor::<Boat>(boat)'],
  ['quay.ts', 'quay.moor?.(boat)'],
  ['quay.rb', 'moor boat'],
])('%s: `%s` is a call', (path, text) => {
  expect(isCalled(path, text)).toBe(true);
});

it.each([
  ['Quay.kt', 'class Quay : moor {'],
  ['Quay.kt', 'class Quay : Rope, moor {'],
  ['Quay.kt', 'fun quay(): moor {'],
  ['Quay.kt', 'private data class moor {'],
  ['Quay.kt', 'companion object moor {'],
  ['Quay.scala', 'class Quay extends moor {'],
  ['Quay.swift', 'if boat.moor {'],
  ['Quay.swift', '} else if moor {'],
  ['Quay.swift', 'guard let rope = boat.moor else {'],
  ['Quay.swift', 'func quay() -> moor {'],
  ['Quay.swift', 'var moor: Boat {'],
  ['Quay.swift', 'extension moor {'],
  ['quay.ts', 'const rope = moor'],
  ['quay.rb', 'rope = full? ? moor : 3'],
])('%s: `%s` is none', (path, text) => {
  expect(isCalled(path, text)).toBe(false);
});
