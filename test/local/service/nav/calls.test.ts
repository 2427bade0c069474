import { beforeAll, describe, expect, it } from 'vitest';
import { openRepositories } from '../../../../local/service/git/repository.js';
import { headSnapshot, type Snapshot } from '../../../../local/service/tools/lookup.js';
import { cleanUpAfterFile } from '../../../support/cleanup.js';
import { makeRepository } from '../repositories.js';
import { createTestNavigator } from './navigation-harness.js';

const FILES = {
  'cart.ts': `import { send } from './send.js';
import { join } from 'node:path';

export class Cart {
  checkout(order: string): void {
    const where = join('a', order);
    const sent = send(this.total(), where);
    new Receipt(sent);
    unknown(order);
  }

  total(): number {
    return 1;
  }
}

class Receipt {
  constructor(readonly sent: boolean) {}
}
`,
  'send.ts': 'export function send(a: number, b: string): boolean {\n  return true;\n}\n',
  'cart.py': `from send import send


class Cart:
    def checkout(self):
        self.total()
        return send(len("x"))

    def total(self):
        return 1
`,
  'send.py': 'def send(a):\n    return a\n',
  'cart.rb': 'def checkout\n  send\nend\n\ndef send\nend\n',
};

let snapshot: Snapshot;
beforeAll(async () => {
  const [repository] = await openRepositories([makeRepository(FILES, 'shop').path]);
  if (!repository) throw new Error('there is no repository');
  cleanUpAfterFile(repository.close);
  snapshot = await headSnapshot(repository);
});

async function callsIn(path: string, lines: { start: number; end: number }, ms = 60_000) {
  const limits = { signal: new AbortController().signal, deadline: Date.now() + ms };
  const found = await createTestNavigator().calls({ snapshot, path, lines }, limits);
  return found.map(({ name, line, target }) => `${line} ${name} ${target.path}:${target.line}`);
}

describe('the calls of a definition', () => {
  it('are those that reach a definition of the repository, in order', async () => {
    expect(await callsIn('cart.ts', { start: 5, end: 10 })).toEqual([
      '7 send send.ts:1',
      '7 total cart.ts:12',
      '8 Receipt cart.ts:17',
    ]);
    expect(await callsIn('cart.py', { start: 5, end: 7 })).toEqual([
      '6 total cart.py:9',
      '7 send send.py:1',
    ]);
  });

  it('are none in a language that is not parsed, nor after the deadline', async () => {
    expect(await callsIn('cart.rb', { start: 1, end: 3 })).toEqual([]);
    expect(await callsIn('cart.ts', { start: 5, end: 10 }, -1)).toEqual([]);
  });

  it('end with an error when they are cancelled', async () => {
    const stopped = new AbortController();
    stopped.abort(new Error('stopped'));
    const limits = { signal: stopped.signal, deadline: Date.now() + 60_000 };
    const query = { snapshot, path: 'cart.ts', lines: { start: 5, end: 10 } };
    await expect(createTestNavigator().calls(query, limits)).rejects.toThrow('stopped');
  });
});
