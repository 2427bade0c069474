import { beforeAll, describe, expect, it } from 'vitest';
import type { EngineAnswer } from '../../../../../local/service/conversation/engine.js';
import { createSearchEngine } from '../../../../../local/service/engine/search/search-engine.js';
import { openRepositories } from '../../../../../local/service/git/repository.js';
import { createSearchIndex } from '../../../../../local/service/index/search-index.js';
import { createFilesOf } from '../../../../../local/service/tools/snapshot-files.js';
import { cleanUpAfterFile } from '../../../../support/cleanup.js';
import { createTestNavigator } from '../../nav/navigation-harness.js';
import { makeRepository } from '../../repositories.js';

const SHOP = {
  'README.md':
    '# Shop\n\nSells things.\n\n## Installation\n\n```sh\nnpm install shop\n```\n\n## Testing\n\nThe shop has fakes for the tests of your own code.\n',
  'CONTRIBUTING.md':
    '# Contributing\n\n## Running the tests\n\nAll of them need a database.\n\n```sh\nnpm install\n```\n\nThen run the tests:\n\n```sh\nnpm test\n```\n',
  LICENSE:
    'MIT License\n\nCopyright (c) 2024 Acme\n\nPermission is hereby granted to use, sublicense it.\n',
  'package.json': `{
  "name": "shop",
  "version": "4.2.0",
  "license": "MIT",
  "engines": { "node": ">=20.19" },
  "scripts": {
    "build": "tsc",
    "test": "vitest run"
  },
  "dependencies": {
    "ky": "1.0.0",
    "zod": "^4"
  },
  "devDependencies": {
    "vitest": "4.0.0"
  }
}
`,
  'examples/small/package.json': '{ "version": "9.9.9" }\n',
  'src/cart.ts': '/** Runs the tests of the cart. */\nexport function testCart(): void {}\n',
};

const LEDGER = {
  'README.md':
    '# Ledger\n\nKeeps books. It needs Go 1.25 or newer. Its reports need C# 12+ and Spring-Boot 3.2+.\n',
  'go.mod':
    'module example.com/ledger\n\ngo 1.25.1\n\nrequire example.com/one v1.0.0\n\nrequire (\n\texample.com/two v1.2.0\n\texample.com/three v0.1.0 // indirect\n)\n',
  'CHANGELOG.md': '# Changelog\n\n## Unreleased\n\n## 1.3.0\n\nFaster.\n',
  '.github/workflows/ci.yml': 'jobs:\n  test:\n    steps:\n      - run: go test ./...\n',
  'ledger.go': 'package ledger\n\n// Post posts an entry.\nfunc Post() {}\n',
};

let ask: (question: string) => Promise<string>;
let askBoth: (question: string) => Promise<string>;
let askLedger: (question: string) => Promise<string>;
beforeAll(async () => {
  const shop = makeRepository(SHOP, 'shop').path;
  const ledger = makeRepository(LEDGER, 'ledger').path;
  const engineOver = async (...paths: string[]) => {
    const repositories = await openRepositories(paths);
    const index = createSearchIndex();
    const navigator = createTestNavigator();
    const engine = createSearchEngine({ repositories, index, navigator, filesOf: createFilesOf() });
    cleanUpAfterFile(async () => {
      await index.stop();
      await Promise.all(repositories.map((one) => one.close()));
    });
    const { signal } = new AbortController();
    return async (question: string) =>
      plain(
        await engine(question, {
          history: [],
          added: '',
          signal,
          report: () => {},
          stats: () => {},
        }),
      );
  };
  ask = await engineOver(shop);
  askLedger = await engineOver(ledger);
  askBoth = await engineOver(shop, ledger);
});

/** Without links: `[text](address)` is shown as `text`. */
const plain = ({ answer }: EngineAnswer) => answer.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');

describe('a question about a project as a whole', () => {
  it.each([
    'How do I run the tests?',
    'How can I run the unit tests of shop locally?',
    'Wie führe ich die Tests aus?',
  ])('says how its tests are run: %s', async (question) => {
    const answer = await ask(question);
    expect(answer).toContain('**Running the tests**: All of them need a database.');
    expect(answer).toContain('```sh\nnpm test\n```');
    expect(answer).toContain(
      '`npm run test` in `package.json`: `"test": "vitest run"` (package.json:8)',
    );
  });

  it('does not answer for a part of it', async () => {
    expect(await ask('How do I run the tests of the cart?')).toContain('testCart');
  });

  it('shows what continuous integration runs if nothing else says it', async () => {
    expect(await askLedger('How do I run the tests?')).toContain(
      '`go test ./...` in `.github/workflows/ci.yml` (.github/workflows/ci.yml:4)',
    );
  });

  it('says how it is built and installed', async () => {
    expect(await ask('How do I build it?')).toContain(
      '`npm run build` in `package.json`: `"build": "tsc",`',
    );
    expect(await ask('How do I install shop?')).toContain('```sh\nnpm install shop\n```');
  });

  it('says which version it is, not those of examples', async () => {
    const answer = await ask('Where is the version number?');
    expect(answer).toContain('`4.2.0` in `package.json`');
    expect(answer).not.toContain('9.9.9');
    expect(await askLedger('Which version is this?')).toContain(
      'The first release in `CHANGELOG.md` is **1.3.0** (CHANGELOG.md:5)',
    );
  });

  it('says which version of a language it needs', async () => {
    expect(await ask('Which Node version does it need?')).toContain('`>=20.19` in `package.json`');
    const answer = await askLedger('Which version of Go is needed?');
    expect(answer).toContain('`1.25.1` in `go.mod`: `go 1.25.1` (go.mod:3)');
    expect(answer).toContain('`Go 1.25 or newer` in `README.md`');
  });

  it('finds what is called with a mark, such as C#, in its README', async () => {
    const answer = await askLedger('Which version of C# is needed?');
    expect(answer).toContain('`C# 12+` in `README.md`');
    expect(await askLedger('Which Spring-Boot version is required?')).toContain(
      '`Spring-Boot 3.2+` in `README.md`',
    );
  });

  it('lists its dependencies, those that everybody needs first', async () => {
    const answer = await ask('What are the dependencies of shop?');
    expect(answer).toContain(
      '`package.json` lists 2 dependencies: `ky`, `zod` (package.json:11–12)',
    );
    expect(answer).toContain('- `package.json` lists 1 dependency for development: `vitest`');
    expect(await askLedger('What does it depend on?')).toContain(
      'lists 2 dependencies: `example.com/one`, `example.com/two`',
    );
  });

  it.each([
    'What is the license?',
    'Under which licence is shop published?',
    'Unter welcher Lizenz steht es?',
  ])('names its license: %s', async (question) => {
    expect(await ask(question)).toContain(
      '`LICENSE`: MIT License · Copyright (c) 2024 Acme (LICENSE:1–3)',
    );
  });

  it('is answered for each of several repositories', async () => {
    const answer = await askBoth('Which version is this?');
    expect(answer).toContain('`4.2.0` in `package.json`');
    expect(answer).toContain('**1.3.0** (CHANGELOG.md:5 in `ledger`)');
  });
});
