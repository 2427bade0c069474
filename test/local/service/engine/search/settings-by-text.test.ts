import { beforeAll, describe, expect, it } from 'vitest';
import { questionsForEach } from '../../../../../local/service/engine/search/text/asked-value.js';
import { makeRepository } from '../../repositories.js';
import { onlyQuestion, startSharedSearchService } from '../../service-fixture.js';

/** A mill whose settings are told by texts, comments and documents. */
const FILES = {
  'lib/mill.js': `mill.defaults = function () {
  this.set('wheel parser', 'simple');
  this.set('trust miller', false);
};

mill.parser = function () {
  var wheelparse = this.get('wheel parser fn');
  return wheelparse;
};
`,
  'mill/config.py': `import os

# grain = os.environ["OLD_GRAIN_BIN"]
grain = os.environ["GRAIN_BIN"]
`,
  'docs/settings.md': `# Settings

| Variable | What it is |
|---|---|
| \`MILL_SLUICE\` | which sluice is opened |
`,
  'mill.yml': `settings:
  mill_functions:
    - grind_function
    - sieve_function
`,
  'lang/de/mill.php': `<?php
return [
    'mill_invite_subject' => 'Komm zur Mühle von :name',
];
`,
  'src/Config.cs': `public class Config
{
    public int BackupInterval => GetValueInt("BackupInterval", 7);

    public int BackupRetention => GetValueInt("BackupRetention", 28);
}
`,
};

let ask: (question: string) => Promise<{ answer: string }>;

beforeAll(async () => {
  const { path } = makeRepository(FILES, 'mill');
  const service = await startSharedSearchService([path]);
  ask = async (question) => {
    const { answer = '' } = onlyQuestion(await service.ask(question));
    return { answer };
  };
});

describe('a setting', () => {
  it.each([
    ["What is the default of 'wheel parser'?", "`wheel parser` is set to `'simple'`"],
    ['What is the default of the trust miller setting?', '`trust miller` is set to `false`'],
  ])('that a text names has what it is set to: %s', async (question, said) => {
    expect((await ask(question)).answer).toMatch(new RegExp(`^${said}`));
  });

  it('in a comment is not read', async () => {
    const { answer } = await ask('Which environment variables are there for the grain?');
    expect(answer).toContain('`GRAIN_BIN`');
    expect(answer).not.toContain('OLD_GRAIN_BIN');
  });

  it('that only a document has is listed there, and read nowhere', async () => {
    const { answer } = await ask('Where is MILL_SLUICE configured?');
    expect(answer).toContain('`MILL_SLUICE`');
    expect(answer).not.toMatch(/is read/);
  });

  it('is none where a text is shown to people', async () => {
    const { answer } = await ask('How do I change what the invite of the mill has as its subject?');
    expect(answer).not.toContain('set to `');
  });
});

describe('two amounts of one thing', () => {
  const QUESTION = 'Out of the box, how often do automatic backups run and how long are they kept?';

  it('are told together', async () => {
    const { answer } = await ask(QUESTION);
    expect(answer).toMatch(/^`BackupInterval` is set to `7` /);
    expect(answer).toContain('\n- `BackupRetention` is set to `28` ');
  });

  it('are asked for in one question each', () => {
    expect(questionsForEach(QUESTION)).toEqual([
      'how often do automatic backups run',
      'how long are automatic backups run kept',
    ]);
    expect(questionsForEach('How often do backups run and why?')).toBeUndefined();
  });
});

it('a flag that never was has been removed by no commit', async () => {
  const { answer } = await ask('When was the flag --frobnicate removed?');
  expect(answer).toMatch(
    /^No file has `frobnicate`, and I found no commit that added or removed it\. /,
  );
});

it('no settings are about what no file has a name of', async () => {
  const ofMill = await ask('How do I configure the functions of the mill?');
  expect(ofMill.answer).toMatch(/^Configured in `mill\.yml`/);
  const ofAzure = await ask('How do I configure the functions of the mill for Azure?');
  expect(ofAzure.answer).toMatch(
    /^(?:I found no `Azure`|Nothing in `mill`.*: no file contains `Azure`)/,
  );
});
