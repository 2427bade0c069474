import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Git, openGit } from '../../../../local/service/git/git.js';
import { GitRefusal, gather } from '../../../../local/service/tools/gather.js';
import { makeRepository } from '../repositories.js';

let git: Git;
beforeAll(() => {
  const { path } = makeRepository({ 'a.txt': 'line\n'.repeat(100_000) });
  git = openGit(`${path}/.git`);
});
afterAll(() => git.close());

const SHOW = ['show', 'HEAD:a.txt'];
const { signal } = new AbortController();

describe('a run of git', () => {
  it('gives all that was printed', async () => {
    const { output, stopped } = await gather(git, SHOW, { signal });
    expect([output.length, stopped]).toEqual([500_000, undefined]);
  });

  it('gives what was printed until it was stopped', async () => {
    const late = await gather(git, SHOW, { signal, deadline: Date.now() - 1_000, maxBytes: 1 });
    expect(late.stopped).toMatch(/time|size/);
    const large = await gather(git, SHOW, { signal, maxBytes: 1_000 });
    expect(large.stopped).toBe('size');
    expect(large.output.length).toBeGreaterThan(0);
    const parts: Buffer[] = [];
    const each = (part: Buffer) => parts.push(part) < 1;
    expect((await gather(git, SHOW, { signal, each })).stopped).toBe('enough');
    expect(parts).toHaveLength(1);
  });

  it('ends as an error when nobody waits for it any more', async () => {
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(gather(git, SHOW, { signal: gone })).rejects.toThrow('gone');
    const going = new AbortController();
    const running = gather(git, SHOW, { signal: going.signal });
    going.abort(new Error('going'));
    await expect(running).rejects.toThrow('going');
  });

  it('says what git refuses, unless it is fine', async () => {
    await expect(gather(git, ['show', 'HEAD:b.txt'], { signal })).rejects.toThrow(GitRefusal);
    const grep = ['grep', 'nothing', 'HEAD'];
    expect(await gather(git, grep, { signal, fine: [1] })).toMatchObject({ output: { length: 0 } });
  });
});
