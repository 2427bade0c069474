import { describe, expect, it } from 'vitest';
import { documentedValues } from '../../../../../local/service/engine/search/facts/documented-value.js';
import { sourceFile } from './ranked-excerpts.js';

const valuesIn = (text: string, path = 'docs/options.md') =>
  documentedValues(sourceFile(path, text)).map(({ name, value }) => `${name} = ${value}`);

describe('the default that a document states', () => {
  it.each([
    ['- `tries`: how often (default: 3)', ['tries = 3']],
    ['### Ages\n\n- Name: `PIER_AGE`\n- Default: `14`\n', ['PIER_AGE = 14']],
    ['### `PIER_AGE`\n\nNumber | Default = `14`\n', ['PIER_AGE = 14']],
    ['- `timeout`: how long to wait.\n  The `tries` option defaults to 3.', []],
    ['- `lit`: it does not default to `true`', []],
    ['- `lit`: the former default of 5 was raised', []],
    ['- `lit`: a lamp\n\nThe default is 3 for all others.', []],
  ])('is that of its entry: %j', (text, expected) => {
    expect(valuesIn(text)).toEqual(expected);
  });

  it('is told without the admonitions of a guide', () => {
    const text = '## `PIER_AGE`\n\n!!! tip "Beware"\n\nDefault: `14`\n\nHow old a pier may be.\n';
    const [found] = documentedValues(sourceFile('docs/options.md', text));
    expect(found?.text).toBe('How old a pier may be.');
  });

  it.each([
    ['`5m`', ['pier-age = 5m']],
    ['sqlite', ['pier-age = sqlite']],
    ['required', []],
    ['see below', []],
    ['', []],
  ])('is a cell that is a value: %s', (cell, expected) => {
    const table = `| name | type | default |\n|---|---|---|\n| pier-age | string \\| number | ${cell} |\n`;
    expect(valuesIn(table)).toEqual(expected);
  });
});
