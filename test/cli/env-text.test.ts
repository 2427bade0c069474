import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { setVariables } from '../../src/cli/init/env-text.js';
import { InitError } from '../../src/cli/init/init-error.js';

const set = (text: string, values: Record<string, string | undefined>) =>
  setVariables(text, new Map(Object.entries(values)));

/** What Node makes of other lines differs by its version. */
const variables = (text: string) =>
  Object.fromEntries(
    Object.entries(parseEnv(text)).filter(([name]) => /^[A-Za-z_]\w*$/.test(name)),
  );

describe('setVariables', () => {
  it.each([
    ['appends', 'A=1', { B: '2' }, 'A=1\nB=2\n'],
    ['replaces in place', 'A=1\n# b\nB=2\nC=3\n', { B: '4' }, 'A=1\n# b\nB=4\nC=3\n'],
    ['takes the place of a default', '# B=2\nC=3\n', { B: '4' }, 'B=4\nC=3\n'],
    ['replaces the assignment that counts', 'B=1\nB=2\n', { B: '4' }, 'B=1\nB=4\n'],
    ['replaces a value of several lines', 'B="1\n2"\nC=3\n', { B: '4' }, 'B=4\nC=3\n'],
    ['leaves what only looks like one', 'A="\nB=2\n"\n', { B: '4' }, 'A="\nB=2\n"\nB=4\n'],
    ['quotes where it must', '', { B: 'a#b c' }, "B='a#b c'\n"],
    ['quotes quotes', '', { B: "it's" }, "B=`it's`\n"],
    [
      'comments out every assignment',
      'B=1\nexport B="2\n3"\nC=3\n',
      { B: undefined },
      '# B=1\n# export B="2\n# 3"\nC=3\n',
    ],
    ['comments out nothing where there is nothing', 'C=3\n', { B: undefined }, 'C=3\n'],
    ['knows export', 'export B=1\n', { B: '2' }, 'B=2\n'],
  ])('%s', (...[, text, values, expected]) => {
    expect(set(text, values)).toBe(expected);
  });

  it('refuses what a .env cannot hold', () => {
    expect(() => set('', { B: 'a\nb' })).toThrow('B cannot be written');
    expect(() => set('', { B: `"'\`` })).toThrow('B cannot be written');
  });

  const name = fc.constantFrom('A', 'B', 'LONG_NAME');
  const value = fc.stringMatching(/^[ -~]{0,20}$/).filter((text) => !/['"`\\]/.test(text));

  it('sets its variables and keeps all others', () => {
    const plain = fc.stringMatching(/^[a-z0-9:/.]{0,8}$/);
    const quoted = fc.tuple(
      fc.constantFrom('"', "'", '`'),
      fc.stringMatching(/^[ a-zA-Z=#\n]{0,9}$/),
    );
    const held = fc.oneof(
      plain,
      quoted.map(([mark, text]) => `${mark}${text}${mark}`),
    );
    const line = fc.oneof(
      fc.stringMatching(/^(# ?[ -~]{0,12})?$/),
      fc
        .tuple(fc.constantFrom('', 'export ', '# '), name, held)
        .map(([start, left, right]) =>
          start === '# ' ? `# ${left}=` : `${start}${left}=${right}`,
        ),
    );
    fc.assert(
      fc.property(fc.array(line), fc.dictionary(name, value), (lines, values) => {
        const text = `${lines.join('\n')}\n`;
        const after = variables(set(text, values));
        expect(after).toEqual({ ...variables(text), ...values });
      }),
    );
  });

  it('loses nothing of any other text either: it is refused', () => {
    fc.assert(
      fc.property(fc.string(), fc.dictionary(name, value), (text, values) => {
        try {
          expect(variables(set(text, values))).toEqual({
            ...variables(`${text}\n`),
            ...values,
          });
        } catch (error) {
          expect(error).toBeInstanceOf(InitError);
        }
      }),
    );
  });
});
