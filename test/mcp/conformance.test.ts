import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../local/service/repositories.js';

const require = createRequire(import.meta.url);
const SUITE = require.resolve('@modelcontextprotocol/conformance/dist/index.js');
const TSX = require.resolve('tsx/cli');
const CLIENT = fileURLToPath(new URL('conformance-client.ts', import.meta.url));

/**
 * The client scenarios that apply. Left out: `elicitation-…`, since we let no server ask us
 * anything, and `auth/…`, since we come with a token and never ask for one on the way.
 */
describe('the protocol’s conformance suite', () => {
  // `sse-retry` is judged by the suite's own clock, which a busy machine does not keep to.
  it.each(['initialize', 'tools_call', 'sse-retry'])(
    'passes %s',
    { retry: 4 },
    async (scenario) => {
      const results = join(makeFolder(), 'results');
      const command = [process.execPath, TSX, CLIENT].join(' ');
      const args = [
        'client',
        '--command',
        command,
        '--scenario',
        scenario,
        '--output-dir',
        results,
      ];
      expect(await run(args)).toMatchObject({ code: 0 });
    },
  );
});

function run(args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [SUITE, ...args], { timeout: 100_000 }, (error, stdout, stderr) => {
      resolve({ code: error ? 1 : 0, output: `${stdout}${stderr}` });
    });
  });
}
