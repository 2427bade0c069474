import { beforeAll, describe, expect, it } from 'vitest';
import { isCalledIn } from '../../../../../local/service/engine/search/facts/called-in-line.js';
import { askedValue } from '../../../../../local/service/engine/search/text/asked-value.js';
import { rulesFor } from '../../../../../local/service/index/definition-rules.js';
import { outlineOf } from '../../../../../local/service/index/outline.js';
import { grammarOf } from '../../../../../local/service/nav/languages/languages.js';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

const NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];

let answerTo: (question: string) => Promise<string>;

beforeAll(async () => {
  const odd = NAMES.map((name) => [`odd/a.${name}`, `the lantern of ${name}\n`]);
  const { path } = makeRepository(
    {
      ...Object.fromEntries(odd),
      'src/lantern.ts': 'export function lightLantern() {\n  return true;\n}\n',
      'src/use.ts': "import { lightLantern } from './lantern.js';\n\nlightLantern();\n",
    },
    'pier',
  );
  const service = await startSharedSearchService([path]);
  answerTo = async (question) => onlyQuestion(await service.ask(question)).answer ?? '';
});

describe('a name that every object has', () => {
  it.each(NAMES)('%s as the extension of a file is that of no language', (name) => {
    expect(rulesFor(name)).toEqual([]);
    expect(outlineOf(`a.${name}`, ['function f() {}'])).toEqual([]);
    expect(grammarOf(`a.${name}`)).toBeUndefined();
    expect(isCalledIn('f()', { path: `a.${name}`, names: ['f'] })).toBe(true);
  });

  it.each(NAMES)('%s as a word of a question is a word', (name) => {
    const asked = askedValue(`how many arguments may the ${name} have?`, 'amount');
    expect(asked?.things.length).toBeGreaterThan(0);
  });

  it('takes no file from a search', async () => {
    expect(await answerTo('Who calls lightLantern?')).toContain('`lightLantern` is called once.');
    expect(await answerTo('How many lanterns may the constructor have?')).toContain('lantern');
  });
});

it('what somebody says first is no repository', async () => {
  const short = await answerTo('In short: who calls lightLantern?');
  expect(short).toContain('`lightLantern` is called once.');
  expect(await answerTo('In jetty: who calls lightLantern?')).toContain(
    'No repository is named `jetty`.',
  );
});
