import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/sequencer.js';

// What a developer's shell holds for a real installation must not reach a test: every test passes
// its own environment, and REDIS_URL may be production's.
const OURS =
  /^(SLACK|DEEPSEARCH|LLM)_|^(ACCESS_MODE|ENCRYPTION_KEY|PUBLIC_URL|REDIS_URL|PORT|HOST|OPS_PORT|OPS_HOST|LOG_LEVEL)$/;
for (const name of Object.keys(process.env)) {
  if (OURS.test(name)) delete process.env[name];
}

// Set by .ci/run, which counts from it.
const report = process.env['TEST_REPORT'];

/** What is seen and clicked in a browser: `npm run test:browser`. */
const BROWSER = 'test/**/*.browser.test.ts';
/** Floods, kills and outages: these take minutes, so `npm run test:long` runs them, not `npm test`. */
const LONG = 'test/**/*.long.test.ts';
/** Images, manifests and packages: these need further programs, so `npm run test:ops` runs them. */
const OPS = 'test/**/*.ops.test.ts';

export default defineConfig({
  test: {
    // Files share a worker's modules: importing them anew takes longer than most files' tests.
    isolate: false,
    globalSetup: ['test/support/build.ts'],
    setupFiles: ['test/support/setup.ts'],
    projects: [
      {
        extends: true,
        test: { name: 'tests', include: ['test/**/*.test.ts'], exclude: [BROWSER, LONG, OPS] },
      },
      { extends: true, test: { name: 'browser', include: [BROWSER] } },
      { extends: true, test: { name: 'long', include: [LONG] } },
      { extends: true, test: { name: 'ops', include: [OPS] } },
    ],
    sequence: { sequencer: LongestFirst },
    // Half of the time is waiting for processes and timers: more files at once than a small machine has
    // cores, but each worker imports all sources and starts a browser of its own.
    maxWorkers: 7,
    // Generous, since they only catch what hangs: nothing here measures time.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: report ? ['default', 'json'] : ['default'],
    ...(report ? { outputFile: { json: report } } : {}),
  },
});
