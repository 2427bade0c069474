import { describe, expect, it } from 'vitest';
import { interfaceMethods } from '../../../../../local/service/engine/search/facts/go-interfaces.js';
import { typeHeaders } from '../../../../../local/service/engine/search/facts/headers/type-headers.js';
import { withReopened } from '../../../../../local/service/engine/search/facts/reopened-types.js';
import { typeDefinitions } from '../../../../../local/service/engine/search/facts/type-definitions.js';
import { mostMentioned } from '../../../../../local/service/engine/search/facts/type-mentions.js';
import type { SearchedRepository } from '../../../../../local/service/engine/search/passages/find.js';
import { outlineOf } from '../../../../../local/service/index/outline.js';

/** Lines, and how often they were read. */
function countedLines(lines: readonly string[]): { lines: readonly string[]; reads(): number } {
  let reads = 0;
  const counted = new Proxy(lines, {
    get: (target, key, receiver) => {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
  return { lines: counted, reads: () => reads };
}

function fileOf(path: string, text: readonly string[]) {
  const outline = outlineOf(path, [...text]);
  const { lines, reads } = countedLines(text);
  return { file: { repo: 'shop', commit: 'abc', path, lines, outline }, reads };
}

const searched = { repo: 'shop', commit: 'abc' } as SearchedRepository;
const asked = { name: 'Base', owners: [] };
const input = { deadline: Number.POSITIVE_INFINITY };

/** Each names the type in three of its lines. */
function typesOf(extension: string, count: number, lines: (n: number) => readonly string[]) {
  const all = Array.from({ length: count }, (_, n) => fileOf(`f${n}.${extension}`, lines(n)));
  const files = all.map(({ file }) => ({ searched, file, lines: [1, 2, 3] }));
  const definitions = withReopened(typeDefinitions('Base', files));
  return {
    definitions: definitions.length,
    ...mostMentioned(asked, { files, all: definitions }, input),
    reads: all.reduce((sum, one) => sum + one.reads(), 0),
  };
}

describe('looking for what is based on a type reads each line a few times', () => {
  it('of interfaces that embed themselves', () => {
    const embedded = Array.from({ length: 40 }, (_, n) => [`\tAlpha`, `\tBeta`, `\tM${n % 20}()`]);
    const lines = ['type Alpha interface {', ...embedded.flat(), '}'];
    const { file, reads } = fileOf('a.go', [
      ...lines,
      ...lines.map((line) => line.replace('type Alpha', 'type Beta')),
    ]);
    expect(interfaceMethods(file, 1).methods).toHaveLength(20);
    expect(reads()).toBeLessThan(10 * file.lines.length);
  });

  it.each([
    ['a.kt', 'class A('],
    ['a.kt', 'public sealed class A<'],
    ['a.kt', 'x class A('],
    ['a.ts', 'const A = class extends B<'],
    ['a.ts', 'type A = ('],
    ['a.rs', 'impl A<'],
    ['a.py', 'class A('],
  ])('of headers in %s that never end: %s', (path, line) => {
    const { file, reads } = fileOf(
      path,
      Array.from({ length: 2_000 }, () => line),
    );
    typeHeaders(file);
    typeHeaders(file);
    expect(reads()).toBeLessThan(20 * file.lines.length);
  });

  it('of many types with the same name', () => {
    const { own, isComplete, reads } = typesOf('ts', 150, (n) => [
      'class Base {}',
      `class A${n} extends Base {}`,
      `class B${n} extends Base {}`,
    ]);
    expect(own).toHaveLength(2);
    expect(isComplete).toBe(true);
    expect(reads).toBeLessThan(150 * 3 * 50);
  });

  it('of more types with the same name than it compares, and says so', () => {
    const { isComplete } = typesOf('ts', 300, (n) => [
      'class Base {}',
      `class A${n} extends Base {}`,
      '',
    ]);
    expect(isComplete).toBe(false);
  });

  it('of a class in Ruby that is opened again in many files', () => {
    const found = typesOf('rb', 300, (n) => [
      'class Base; end',
      `class A${n} < Base; end`,
      `class B${n} < Base; end`,
    ]);
    expect(found.definitions).toBe(1);
    expect(found.own).toHaveLength(600);
    expect(found.reads).toBeLessThan(300 * 3 * 50);
  });

  it('of classes in Ruby with different superclasses, which are several', () => {
    const found = typesOf('rb', 2, (n) => [
      `class Base < Root${n}; end`,
      `class A${n} < Base; end`,
      '',
    ]);
    expect(found.definitions).toBe(2);
    expect(found.own).toHaveLength(1);
  });

  it('until the deadline', () => {
    const { file } = fileOf('a.ts', ['class Base {}', 'class A extends Base {}']);
    const files = [{ searched, file, lines: [1, 2] }];
    const all = typeDefinitions('Base', files);
    expect(mostMentioned(asked, { files, all }, { deadline: 0 }).isComplete).toBe(false);
  });
});
