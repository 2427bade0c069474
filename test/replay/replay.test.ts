import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { replay } from './replay.js';
import { report } from './report.js';

/**
 * A folder for each kind of life: what came from Slack and from the service, and `replay.txt`, what
 * becomes of it. `npx vitest run test/replay -u` writes the latter anew; look at the difference.
 */
const CASES = join(import.meta.dirname, '..', 'cases', 'replay');
const ROOT = join(import.meta.dirname, '..', '..');

describe('replay', () => {
  it.each(readdirSync(CASES))('replays %s', async (name) => {
    const folder = join(CASES, name);
    await expect(report(replay(folder))).toMatchFileSnapshot(join(folder, 'replay.txt'));
  });
});

describe('npm run replay', () => {
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', 'test/replay/main.ts', ...args], {
      cwd: ROOT,
    });

  it('npm run replay prints a folder as text or JSON', async () => {
    const folder = join(CASES, 'failed');
    const [people, json] = await Promise.all([run(folder), run(folder, '--json')]);
    expect(people.stdout).toBe(report(replay(folder)));
    expect(JSON.parse(json.stdout)).toEqual(JSON.parse(JSON.stringify(replay(folder))));
  });

  it('npm run replay says what is missing', async () => {
    await expect(run()).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/Give a folder/),
    });
    await expect(run('nowhere')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/payload\.json is missing/),
    });
  });
});
