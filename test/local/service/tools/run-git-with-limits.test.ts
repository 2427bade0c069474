import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Git, openGit } from '../../../../local/service/git/git.js';
import {
  GitExitError,
  runGitWithLimits,
} from '../../../../local/service/tools/run-git-with-limits.js';
import { makeRepository } from '../repositories.js';

let git: Git;
beforeAll(() => {
  const { path } = makeRepository({ 'a.txt': 'line\n'.repeat(100_000) });
  git = openGit(`${path}/.git`);
});
afterAll(() => git.close());

const SHOW = ['show', 'HEAD:a.txt'];
const { signal } = new AbortController();

describe('runWithLimits', () => {
  it('returns all of git’s output', async () => {
    const { output, stopped } = await runGitWithLimits(git, SHOW, { signal });
    expect([output.length, stopped]).toEqual([500_000, undefined]);
  });

  it('returns the output so far when it reaches a limit', async () => {
    const late = await runGitWithLimits(git, SHOW, {
      signal,
      deadline: Date.now() - 1_000,
      maxBytes: 1,
    });
    expect(late.stopped).toMatch(/time|size/);
    const large = await runGitWithLimits(git, SHOW, { signal, maxBytes: 1_000 });
    expect(large.stopped).toBe('size');
    expect(large.output.length).toBeGreaterThan(0);
    const parts: Buffer[] = [];
    const onChunk = (part: Buffer) => parts.push(part) < 1;
    expect((await runGitWithLimits(git, SHOW, { signal, onChunk })).stopped).toBe('enough');
    expect(parts).toHaveLength(1);
  });

  it('rejects when its signal aborts', async () => {
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(runGitWithLimits(git, SHOW, { signal: gone })).rejects.toThrow('gone');
    const going = new AbortController();
    const running = runGitWithLimits(git, SHOW, { signal: going.signal });
    going.abort(new Error('going'));
    await expect(running).rejects.toThrow('going');
  });

  it('rejects for a non-zero exit code, unless it is allowed', async () => {
    await expect(runGitWithLimits(git, ['show', 'HEAD:b.txt'], { signal })).rejects.toThrow(
      GitExitError,
    );
    const grep = ['grep', 'nothing', 'HEAD'];
    expect(await runGitWithLimits(git, grep, { signal, okExitCodes: [1] })).toMatchObject({
      output: { length: 0 },
    });
  });
});
