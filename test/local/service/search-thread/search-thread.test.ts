import { beforeAll, describe, expect, it } from 'vitest';
import { openRepositories } from '../../../../local/service/git/repository.js';
import { createSearchThread } from '../../../../local/service/search-thread/search-thread.js';
import { cleanUpAfterTest } from '../../../support/cleanup.js';
import { makeRepository, type TestRepository } from '../repositories.js';

/** Takes 0.1 s for each path or line of 100 characters. */
const SLOW = '(?:(?:a?b?c?){0,30}){0,30}Z';
/** Minutes: nothing checks the time between two paths. */
const ENDLESS = { query: `content file:${SLOW}` };
const TEXT = 'ab'.repeat(50);

let repository: TestRepository;
beforeAll(() => {
  const paths = Array.from({ length: 2_000 }, (_, n) => `${TEXT}${n}`);
  const files = Object.fromEntries(paths.map((path) => [path, 'content\n']));
  const lines = Array.from({ length: 20_000 }, (_, n) => `${TEXT}${n}\n`).join('');
  repository = makeRepository({ ...files, 'README.md': 'Hello\n', lines }, 'slow');
});

async function startThread() {
  const [opened] = await openRepositories([repository.path]);
  if (!opened) throw new Error('no repository');
  const { name, folderName, gitDir } = opened;
  await opened.close();
  const thread = createSearchThread({ repositories: [{ name, folderName, gitDir }], index: {} });
  cleanUpAfterTest(thread.stop);
  const tools = thread.tools({ prefix: '', url: () => 'http://localhost' });
  return (tool: string, args: unknown, { signal, deadline }: Partial<Limits> = {}) => {
    const called = tools.find(({ name }) => name === tool);
    if (!called) throw new Error(`no tool ${tool}`);
    return called.call(args, {
      signal: signal ?? new AbortController().signal,
      deadline: deadline ?? Date.now() + 600_000,
    });
  };
}

interface Limits {
  readonly signal: AbortSignal;
  readonly deadline: number;
}

const README = { repo: 'slow', path: 'README.md' };
const TOLD = { content: expect.stringContaining('Hello') as string };

describe('the search thread', () => {
  it('returns from a slow search of changes at the deadline', async () => {
    const call = await startThread();
    await call('read_file', README);
    const args = { repos: ['slow'], pattern: `(?i)${SLOW}`, useRegex: true };
    const result = await call('diff_search', args, { deadline: Date.now() + 3_000 });
    expect(result).toMatchObject({ limitHit: true });
    expect(result['notice']).toContain('It took too long and was stopped');
  });

  it('is replaced when it does not receive that a call was cancelled; calls that wait are answered', async () => {
    const call = await startThread();
    const controller = new AbortController();
    const endless = call('keyword_search', ENDLESS, { signal: controller.signal });
    const cancelled = expect(endless).rejects.toThrow('cancelled');
    while (await readInTime(call));
    const waiting = call('read_file', README);
    controller.abort(new Error('cancelled'));
    await cancelled;
    expect(await waiting).toMatchObject(TOLD);
  });

  it('fails a call that was running both times when the thread was replaced', async () => {
    const call = await startThread();
    let outcome: unknown;
    const endless = call('keyword_search', ENDLESS).then(
      (result) => {
        outcome = result;
      },
      (error: unknown) => {
        outcome = error;
      },
    );
    while (outcome === undefined) await Promise.race([endless, readInTime(call)]);
    expect(String(outcome)).toContain('did not respond');
    expect(await call('read_file', README)).toMatchObject(TOLD);
  });
});

/** Whether a file is read before the call is cancelled. */
function readInTime(call: Awaited<ReturnType<typeof startThread>>): Promise<boolean> {
  const read = call('read_file', README, { signal: AbortSignal.timeout(3_000) });
  return read.then(
    () => true,
    () => false,
  );
}
