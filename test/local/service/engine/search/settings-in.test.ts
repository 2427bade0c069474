import { expect, it } from 'vitest';
import { settingsIn } from '../../../../../local/service/engine/search/forms/settings-in.js';

function settingsOf(...lines: string[]): string | undefined {
  const file = { repo: 'shop', commit: 'abc', path: 'app.py', lines, outline: [] };
  return settingsIn({ file, name: '', start: 1, end: lines.length })?.markdown;
}

it('settings that are read are named, those that are only set are not', () => {
  expect(
    settingsOf(
      'options["autoescape"] = choose()',
      'os.environ["SHOP_HOME"] = "/"',
      'process.env.SHOP_MODE = "dark";',
    ),
  ).toBeUndefined();
  expect(
    settingsOf(
      'if options["autoescape"] == True:',
      'home = os.environ["SHOP_HOME"]',
      "if (process.env.SHOP_MODE === 'dark') start();",
    ),
  ).toBe('Reads `autoescape`, `SHOP_HOME`, `SHOP_MODE`');
});
