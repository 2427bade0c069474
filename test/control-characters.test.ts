import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonWithoutTerminalEscapes, withoutTerminalEscapes } from '../src/control-characters.js';

it.each([
  ['\u001b[31;1mred\u001b[0m', 'red'],
  ['\u009b2Jcleared', 'cleared'],
  ['\u001b]8;;https://evil.example\u0007here\u001b]8;;\u001b\\', 'here'],
  ['\u009d0;title\u009cx', 'x'],
  ['\u001b]0;never ends', '0;never ends'],
  ['\u001b]0;a\nproblem\nb\u0007', '0;a\nproblem\nb'],
  ['\u001bP1$r\u001b\\x\u001bcy', 'xy'],
  ['ok\rno', 'okno'],
  ['a\u0008\u007f\u0085\u0000b', 'ab'],
  ['a\tb\n€ 🙂 ü', 'a\tb\n€ 🙂 ü'],
  ['gpj.\u202efdp', 'gpj.\u200bfdp'],
])('%j is printed as %j', (text, printed) => {
  expect(withoutTerminalEscapes(text)).toBe(printed);
  expect(JSON.parse(jsonWithoutTerminalEscapes({ a: [text] }))).toEqual({ a: [printed] });
});

it('no control character is left but line feeds and tabs', () => {
  const parts = fc.constantFrom(
    ...['\u001b', '[', ']', '\u009b', '\u009d', '\u0007', '\\', '1', 'm'],
  );
  const text = fc.array(fc.oneof(parts, fc.string())).map((all) => all.join(''));
  fc.assert(
    fc.property(text, (raw) => {
      expect(withoutTerminalEscapes(raw)).not.toMatch(/[^\P{Cc}\n\t]/u);
    }),
  );
});

it.each(['\u001b]', '\u009d', '\u001b[', '\u009b1'])('takes linear time for many %j', (start) => {
  expect(withoutTerminalEscapes(`${start.repeat(200_000)}x`).length).toBeLessThan(600_000);
});
