import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { makeFolder, makeRepository, SHOP } from '../repositories.js';
import { folderOf, startGitDaemon, startHttpRemote } from './remotes.js';

const MAIN = fileURLToPath(new URL('../../../../local/service/main.ts', import.meta.url));
const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
});

interface Program {
  readonly output: () => string;
  /** The answer to a question, once there is one that contains these words. */
  answerWith(words: string, question: string): Promise<string>;
  end(signal: NodeJS.Signals): Promise<void>;
}

function listing(...urls: string[]): string {
  return `interval: 5s\nrepositories: ${JSON.stringify(urls)}\n`;
}

/** The program with this file of repositories, and a home folder of its own. */
async function run(home: string, text: string, env: Record<string, string> = {}): Promise<Program> {
  const file = join(home, 'sync.yml');
  writeFileSync(file, text);
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN], {
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      SERVICE_PORT: '0',
      SERVICE_TOKENS: 'ann:ann-secret',
      SERVICE_DATA: join(home, 'data'),
      SERVICE_SYNC: file,
      ...env,
    },
  });
  started.push(child);
  const ended = once(child, 'close');
  let output = '';
  child.stderr.on('data', (text) => (output += text));
  child.stdout.on('data', (text) => (output += text));
  await once(child.stdout, 'data');
  const [, url = ''] = /answers at (\S+) about \d repositor(?:y|ies) to fetch/.exec(output) ?? [];
  const api = `${url}/.api/deepsearch/v1`;
  const headers = { authorization: 'token ann-secret', 'content-type': 'application/json' };
  return {
    output: () => output,
    async answerWith(words, question) {
      let answer = '';
      const ask = async () => {
        const body = JSON.stringify({ question });
        const asked = await fetch(api, { method: 'POST', headers, body });
        const { id } = (await asked.json()) as { id: number };
        answer = await answerOf(`${api}/${id}`, headers);
        return answer;
      };
      await expect.poll(ask, { interval: 250 }).toContain(words);
      return answer;
    },
    async end(signal) {
      child.kill(signal);
      await ended;
    },
  };
}

async function answerOf(url: string, headers: Record<string, string>): Promise<string> {
  let answer: string | undefined;
  const read = async () => {
    const response = await fetch(url, { headers });
    const { questions } = (await response.json()) as { questions: { answer?: string }[] };
    answer = questions[0]?.answer;
    return answer;
  };
  await expect.poll(read).toBeDefined();
  return answer ?? '';
}

it('a clone that was killed serves nothing half, and the next run clones it', async () => {
  const repository = makeRepository({ ...SHOP, 'noise.bin': randomBytes(300_000) }, 'shop');
  const remote = await startHttpRemote(folderOf(repository));
  const home = makeFolder();
  remote.mode = 'stall';
  const first = await run(home, listing(remote.url(repository)));
  await remote.stalled();
  await first.answerWith('being fetched for the first time', 'Where is computeBackoff?');
  await first.end('SIGKILL');
  delete remote.mode;
  const second = await run(home, listing(remote.url(repository)));
  await second.answerWith('retry-policy.ts', 'Where is computeBackoff?');
  await second.end('SIGTERM');
});

it('changes of the file apply while the service runs, and mistakes in it do not', async () => {
  const folder = makeFolder('git');
  const home = makeFolder();
  const urls = ['shop', 'bank'].map((name) => {
    const { git } = makeRepository({ [`${name}.ts`]: `export function ${name}Total() {}\n` });
    git('clone', '-q', '--bare', '.', join(folder, `${name}.git`));
    return `file://${join(folder, `${name}.git`)}`;
  });
  const [shop = '', bank = ''] = urls;
  const program = await run(home, listing(shop));
  await program.answerWith('shop.ts', 'Where is shopTotal?');
  writeFileSync(join(home, 'sync.yml'), 'repositories: 7\n');
  await expect.poll(program.output).toContain('The list before it stays in use');
  await program.answerWith('shop.ts', 'Where is shopTotal?');
  writeFileSync(join(home, 'sync.yml'), listing(bank));
  const answer = await program.answerWith('bank.ts', 'Where is bankTotal?');
  expect(answer).not.toContain('shop.git');
  await expect.poll(program.output).toContain('sync.yml was applied: 1 repository.\n');
  await program.end('SIGTERM');
});

it("git's own credentials are used, and neither logged nor shown; a template's hooks do not run", async () => {
  const repository = makeRepository(SHOP, 'shop');
  const remote = await startHttpRemote(folderOf(repository));
  remote.credentials = 'ann:hunter2-hunter2';
  const home = makeFolder();
  const hooks = join(home, 'template/hooks');
  mkdirSync(hooks, { recursive: true });
  const hook = `#!/bin/sh\ntouch ${join(home, 'ran')}\n`;
  writeFileSync(join(hooks, 'reference-transaction'), hook, { mode: 0o755 });
  writeFileSync(
    join(home, '.gitconfig'),
    `[init]\n\ttemplateDir = ${join(home, 'template')}\n` +
      '[credential]\n\thelper = "!f() { echo username=ann; echo password=hunter2-hunter2; }; f"\n',
  );
  const program = await run(home, listing(remote.url(repository)));
  const answer = await program.answerWith('retry-policy.ts', 'Where is computeBackoff?');
  // From now on they are wrong.
  remote.credentials = 'ann:other';
  const stale = await program.answerWith('last fetched', 'Where is computeBackoff?');
  expect(stale).toContain('its remote refuses access: check the credentials that git has');
  await program.end('SIGTERM');
  expect(answer + stale + program.output()).not.toContain('hunter2');
  expect(readdirSync(home)).not.toContain('ran');
});

it('URLs that the operator rewrites are fetched with credentials that nobody is shown', async () => {
  const repository = makeRepository(SHOP, 'shop');
  const remote = await startHttpRemote(folderOf(repository));
  remote.credentials = 'ann:other';
  const home = makeFolder();
  const url = remote.url(repository);
  const withPassword = url.replace('http://', 'http://ann:hunter2@');
  writeFileSync(join(home, '.gitconfig'), `[url "${withPassword}"]\n\tinsteadOf = ${url}\n`);
  const program = await run(home, listing(url));
  const answer = await program.answerWith('refuses access', 'Where is computeBackoff?');
  await program.end('SIGTERM');
  expect(answer + program.output()).not.toContain('hunter2');
});

it('ssh uses the key of the operator, and asks nothing', async () => {
  const repository = makeRepository(SHOP, 'shop');
  const home = makeFolder();
  const ssh = join(home, 'ssh');
  const script = [
    '#!/bin/sh',
    'case "$*" in *-G*) exit 0 ;; esac',
    `echo "$@" >> ${join(home, 'calls')}`,
    'for command; do :; done',
    'exec sh -c "$command"',
  ];
  writeFileSync(ssh, script.join('\n'), { mode: 0o755 });
  const env = { GIT_SSH_COMMAND: `${ssh} -i key` };
  const program = await run(home, listing(`ssh://git@code.example.com${repository.path}`), env);
  await program.answerWith('retry-policy.ts', 'Where is computeBackoff?');
  await program.end('SIGTERM');
  const [call = ''] = readFileSync(join(home, 'calls'), 'utf8').split('\n');
  expect(call).toMatch(/^-i key -o BatchMode=yes .*git@code\.example\.com git-upload-pack '\S+'$/);
});

it('the example of the documentation works', async () => {
  const folder = makeFolder('git');
  for (const name of ['shop', 'payments']) {
    const { git, commit } = makeRepository({ 'stable.ts': `export function ${name}Stable() {}\n` });
    git('branch', 'stable');
    git('checkout', '-q', '-b', 'develop');
    commit({ 'next.ts': `export function ${name}Next() {}\n` });
    git('checkout', '-q', 'stable');
    git('clone', '-q', '--bare', '.', join(folder, 'acme', `${name}.git`));
  }
  const home = makeFolder();
  const base = (await startGitDaemon(folder)).url({ path: '' });
  const rewritten = ['https://code.example.com/', 'git@code.example.com:'];
  const lines = rewritten.map((url) => `\tinsteadOf = ${url}\n`);
  writeFileSync(join(home, '.gitconfig'), `[url "${base}"]\n${lines.join('')}`);
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/local-service.md'), 'utf8');
  const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  const program = await run(home, example);
  await program.answerWith('next.ts', 'Where is paymentsNext?');
  await program.answerWith('stable.ts', 'Where is shopStable?');
  const answer = await program.answerWith('acme/shop', 'Where is shopNext?');
  expect(answer).not.toMatch(/acme\/shop@\w+\/-\/blob\/next\.ts/);
  await program.end('SIGTERM');
});

it('credentials in a URL are refused before anything starts', async () => {
  const home = makeFolder();
  const file = join(home, 'sync.yml');
  writeFileSync(file, 'repositories:\n  - https://ann:hunter2@code.example.com/acme/shop.git\n');
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN], {
    env: { PATH: process.env['PATH'], HOME: home, SERVICE_SYNC: file },
  });
  let output = '';
  child.stderr.on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  expect([code, output.trim().split('\n')]).toEqual([
    1,
    [expect.stringContaining('sync.yml, line 2: the URL contains credentials: remove them')],
  ]);
  expect(output).not.toContain('hunter2');
});
