import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtProgram } from '../support/dist.js';
import { type ProgramResult, runProgram } from './program.js';

const GOOD = {
  SLACK_BOT_TOKEN: 'xoxb-1-bot-token',
  SLACK_SIGNING_SECRET: 'a-signing-secret',
  DEEPSEARCH_URL: 'https://code.example.com',
  DEEPSEARCH_TOKEN: 'a-service-token',
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  // Nothing listens there, and nothing here gets as far as asking.
  REDIS_URL: 'redis://127.0.0.1:1',
  PORT: '0',
  OPS_PORT: '0',
};

let taken: Server;
let takenPort: string;
beforeAll(async () => {
  taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  takenPort = String(typeof address === 'object' ? address?.port : '');
});
afterAll(() => void taken.close());

/** It ended with 1 after one message on standard error alone, which names exactly these. */
function refusedFor(ended: ProgramResult, ...names: string[]): void {
  const { code, out, err } = ended;
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(/^deepsearch-slack cannot start: /);
  const named = err.split('\n').flatMap((line) => /^ {2}([A-Z_]+) /.exec(line)?.[1] ?? []);
  expect(named.sort()).toEqual([...names].sort());
  expect(err).not.toMatch(/\n {4}at |\.js:\d/);
}

const start = (env: Record<string, string>, ...args: string[]) =>
  runProgram([process.execPath, builtProgram('main.js'), ...args], env);

const REQUIRED = [
  'SLACK_BOT_TOKEN',
  'SLACK_SIGNING_SECRET',
  'DEEPSEARCH_URL',
  'DEEPSEARCH_TOKEN',
  'ENCRYPTION_KEY',
] as const;

const ONE_FAULT = 'deepsearch-slack cannot start: one setting must be fixed.\n';

// Each waits for a process of its own.
describe.concurrent('the program refuses to start', () => {
  it('refuses to start without settings, and names each one with its fix', async () => {
    const ended = await start({});
    refusedFor(ended, ...REQUIRED);
    for (const name of REQUIRED) {
      expect(ended.err).toMatch(new RegExp(`^  ${name} is missing: .{20,}\\.$`, 'm'));
    }
  });

  it.each(REQUIRED)('refuses to start without %s', async (name) => {
    refusedFor(await start({ ...GOOD, [name]: '' }), name);
  });

  it('refuses to start with several invalid settings, and prints no secret', async () => {
    const secrets = {
      SLACK_BOT_TOKEN: 'xoxp-12-a-person',
      SLACK_SIGNING_SECRET: 'signing secret',
      SLACK_APP_TOKEN: 'app-token-without-its-head',
      DEEPSEARCH_TOKEN: 'service token',
      ENCRYPTION_KEY: `${GOOD.ENCRYPTION_KEY},too-short-a-key`,
      REDIS_URL: 'redis://someone:hunter2@a,b',
    };
    const wrong = { DEEPSEARCH_URL: 'code.example.com', PORT: '70000', RETENTION_DAYS: 'many' };
    const ended = await start({ ...secrets, ...wrong });
    refusedFor(ended, ...Object.keys(secrets), ...Object.keys(wrong));
    expect(ended.err).toContain('PORT must be a whole number from 0 to 65535');
    for (const part of [...Object.values(secrets), GOOD.ENCRYPTION_KEY, 'hunter2', 'someone']) {
      expect(ended.err).not.toContain(part);
    }
  });

  it('refuses to start with incomplete OAuth settings', async () => {
    const oauth = { SLACK_CLIENT_ID: '1.2', SLACK_BOT_TOKEN: '' };
    const ended = await start({ ...GOOD, ...oauth });
    refusedFor(
      ended,
      'SLACK_CLIENT_SECRET',
      'SLACK_STATE_SECRET',
      'SLACK_WORKSPACES',
      'PUBLIC_URL',
    );
  });

  it('refuses to start with ACCESS_MODE=both and no shared account', async () => {
    const ended = await start({ ...GOOD, ACCESS_MODE: 'both', DEEPSEARCH_TOKEN: '' });
    refusedFor(ended, 'DEEPSEARCH_TOKEN');
  });

  it.each([
    ['PORT', 'HOST'],
    ['OPS_PORT', 'OPS_HOST'],
  ])('refuses to start if %s is already in use', async (port, host) => {
    const { code, err } = await start({ ...GOOD, [port]: takenPort, [host]: '127.0.0.1' });
    const says = `  ${port} ${takenPort} is in use by another program: give it another port.\n`;
    expect([code, err]).toEqual([1, `${ONE_FAULT}${says}`]);
  });

  it('refuses to start in an unknown role, and lists the roles', async () => {
    const ended = await start(GOOD, 'nonsense');
    expect(ended).toEqual({ code: 1, out: '', err: 'Usage: node dist/main.js [bot|worker]\n' });
  });
});
