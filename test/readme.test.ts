import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anchorOf } from '../docs/.vitepress/pages.js';
import { parseArguments } from '../src/cli/commands/arguments.js';
import { describeSettings } from '../src/config.js';
import { parseSlashCommand } from '../src/intake/parse/slash-command.js';
import { createMetrics } from '../src/metrics.js';
import { builtProgram } from './support/dist.js';
import { type Bot, type Stack, spawnBot, startStack } from './support/stack.js';

const ROOT = join(import.meta.dirname, '..');
const DOCUMENTS = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'],
  ...filesBelow('docs').filter((path) => path.endsWith('.md')),
];
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const run = promisify(execFile);

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}

function anchorsOf(document: string): string[] {
  const text = read(document).replace(/^```[\s\S]*?^```/gm, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    anchorOf(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')),
  );
}

/** The cells of all table rows, without heads and rules. */
function rowsOf(document: string): string[][] {
  const lines = read(document).match(/^\|.*\|$/gm) ?? [];
  return lines.map((line) => line.split('|').map((cell) => cell.trim()));
}

/** The sources in which a name that a document mentions may be found. */
const SOURCES = [
  ...['src', 'local', 'scripts', 'test/support', '.github'].flatMap(filesBelow),
  ...['package.json', 'docker-compose.yml'],
].filter((path) => /\.(ts|mjs|json|yml)$/.test(path));

describe.each(DOCUMENTS)('%s', (document) => {
  const text = read(document);

  it('documents mention only npm scripts that exist', () => {
    const named = [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(test|start))\b/g)];
    for (const [, script, short] of named) expect(scripts).toHaveProperty(script ?? short ?? '');
  });

  it('documents have no broken links', () => {
    for (const [, path = '', anchor] of text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)) {
      const target = path === '' ? document : join(dirname(document), path);
      expect(existsSync(join(ROOT, target)), target).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(target), target).toContain(anchor);
    }
  });

  it('documents have each picture, light and dark', () => {
    for (const [, path = ''] of text.matchAll(/ (?:src|srcset)="([^"]+)"/g)) {
      expect(existsSync(join(ROOT, dirname(document), path)), path).toBe(true);
    }
    const lights = [...text.matchAll(/ src="([^"]+)\.png"/g)].map(([, name]) => name);
    const darks = [...text.matchAll(/ srcset="([^"]+)-dark\.png"/g)].map(([, name]) => name);
    expect(darks).toEqual(lights);
  });

  it('documented commands are accepted by the command line', () => {
    const given = [...text.matchAll(/npx deepsearch-slack ([^`\n]+)/g)];
    for (const [, command = ''] of given) {
      expect(() => parseArguments(command.trim().split(/\s+/)), command).not.toThrow();
    }
  });

  it('documented programs are built', () => {
    for (const [, path = ''] of text.matchAll(/\bnode (?:--\S+ )?(dist\/[\w/.-]+\.js)/g)) {
      expect(existsSync(join(ROOT, path)), path).toBe(true);
    }
  });

  it('documented variables and error codes exist', () => {
    const names = [...text.matchAll(/`([A-Z][A-Z_]{4,}|[a-z]+(?:_[a-z]+)+)`/g)];
    // The SDK of OpenTelemetry reads variables of its own.
    const ours = names.flatMap(([, name = '']) => (name.startsWith('OTEL_') ? [] : name));
    const unknown = new Set(ours);
    unknown.delete('deepsearch_slack');
    for (const path of SOURCES) {
      const source = unknown.size === 0 ? '' : read(path);
      for (const name of unknown) if (source.includes(name)) unknown.delete(name);
    }
    const metrics = [...unknown].filter((name) => name.startsWith('deepsearch_slack_'));
    expect([...unknown].filter((name) => !metrics.includes(name))).toEqual([]);
  });
});

const PROGRAMS = [
  ...['demo', 'service', 'workspace'].map((name) => `local/${name}/main.js`),
  'cli.js',
];

/** `1,077` (ms) → `1.1 s`. */
function inSeconds(ms: string): string {
  return `${(Number(ms.replaceAll(',', '')) / 1000).toFixed(1)} s`;
}

describe('the README', () => {
  const readme = read('README.md');

  it('the README is short', () => {
    expect(readme.split(/\s+/).length).toBeLessThan(1_100);
  });

  it('the README links to every page of the documentation', () => {
    const pages = readdirSync(join(ROOT, 'docs')).filter(
      (name) => name.endsWith('.md') && name !== 'README.md',
    );
    for (const page of pages) expect(readme).toContain(`](docs/${page})`);
  });

  it('the README has the measured figures', () => {
    const measured = rowsOf('docs/reliability.md').filter((row) =>
      /^seed \d/.test(row.at(-2) ?? ''),
    );
    const sum = (column: number) =>
      measured.reduce((total, row) => total + Number(row[column]), 0).toLocaleString('en');
    const accepted = measured.map((row) => Number(row[2]) - Number(row[3]));
    const total = accepted.reduce((all, one) => all + one, 0).toLocaleString('en');
    expect([sum(4), sum(5)]).toEqual(['0', '0']);
    expect(readme).toContain(`**0 of ${total}** accepted questions`);
    expect(readme).toContain(`in ${measured.length} failure scenarios`);

    const performance = rowsOf('docs/performance.md');
    const figureOf = (what: RegExp) => performance.find(([, row = '']) => what.test(row))?.[3];
    expect(readme).toContain(
      `**${figureOf(/one mention at a time/)} ms** to acknowledge a mention`,
    );
    const [usual, most] =
      figureOf(/finished answer/)
        ?.split('; ')
        .map(inSeconds) ?? [];
    expect(readme).toContain(`**${usual}** from the finished answer`);
    expect(readme).toContain(`(median; ${most} at most)`);
    const underLimits = performance
      .filter(
        ([, row = '']) => row.startsWith("Slack's limits on, 200") && row.includes('answer shown'),
      )
      .map((row) => row.slice(4, 6));
    const [[median = '', simple = ''] = [], [slowest = '', simplest = ''] = []] = underLimits;
    expect(readme).toContain(
      `**${inSeconds(median)}** also when 200 questions are asked within 6 s`,
    );
    expect(readme).toContain(`(${inSeconds(slowest)} for 95 %)`);
    const whole = (ms: string) => `${Math.round(Number(ms.replaceAll(',', '')) / 1000)} s`;
    expect(readme).toContain(`needs ${whole(simple)} (${whole(simplest)})`);
  });
});

describe('the documentation', () => {
  it('the documentation has exactly the settings, with defaults and meanings', () => {
    const rows = rowsOf('docs/settings.md').slice(2);
    const settings = describeSettings().map(({ name, fallback, meaning }) => {
      const shown = fallback === undefined ? '' : `\`${fallback}\``;
      return ['', `\`${name}\``, shown, meaning, ''];
    });
    expect(rows.slice(0, settings.length)).toEqual(settings);
  });

  it('the documentation has the local service’s settings', () => {
    const help = read('local/service/settings/settings.ts');
    const named = new Set(help.match(/\b(?:SERVICE|LLM)_[A-Z_]+/g));
    const rows = rowsOf('docs/local-service.md').map(([, name = '']) => name.replaceAll('`', ''));
    expect(rows).toEqual(expect.arrayContaining([...named]));
  });

  it('the documentation has each metric', () => {
    const metrics = createMetrics({ version: '0.0.0' });
    metrics.watchStored(async () => ({}));
    const known = metrics.registry.getMetricsAsArray().map(({ name }) => name);
    const listed = rowsOf('docs/operating.md').map(([, name = '']) => name.replaceAll('`', ''));
    const own = (names: string[]) => names.filter((name) => name.startsWith('deepsearch_slack_'));
    expect(own(listed).sort()).toEqual(own(known).sort());
    const mentioned = DOCUMENTS.flatMap((path) => read(path).match(/deepsearch_slack_\w+/g) ?? []);
    expect(known).toEqual(expect.arrayContaining(mentioned));
  });

  it('documented slash commands exist', () => {
    const cells = rowsOf('docs/using.md').map(([, cell = '']) => cell);
    const commands = cells.flatMap((cell) => /^`\/deepsearch (.+)`$/.exec(cell)?.[1] ?? []);
    commands.push('code');
    expect(commands.length).toBeGreaterThan(30);
    for (const text of commands.filter((command) => !command.startsWith('ask '))) {
      const body = {
        ...{ team_id: 'T1', channel_id: 'C1', user_id: 'U1' },
        ...{ command: '/deepsearch', text, trigger_id: '1.2.abc' },
      };
      expect(parseSlashCommand(body, 0, (link) => link).kind, text).not.toMatch(
        /^(ask|did-you-mean|ignored)$/,
      );
    }
  });

  it.each([
    ['demo', 'local/demo/main.ts'],
    ['service', 'local/service/settings/settings.ts'],
    ['workspace', 'local/workspace/arguments.ts'],
    ['eval', 'local/service/eval/command-line.ts'],
    ['bench', 'test/bench/main.ts'],
    ['chaos', 'test/chaos/main.ts'],
    ['adversarial', 'test/adversarial/main.ts'],
    ['flood', 'test/flood/main.ts'],
    ['replay', 'test/replay/main.ts'],
    ['docs', 'scripts/docs.mjs'],
  ])('documented options of npm run %s exist', (script, source) => {
    const given = DOCUMENTS.flatMap((path) => [
      ...read(path).matchAll(new RegExp(`npm run ${script} -- ([^\`\\n]+)`, 'g')),
    ]);
    for (const [, options = ''] of given) {
      for (const option of options.match(/--[a-z]+/g) ?? []) expect(read(source)).toContain(option);
    }
  });

  it('documented commands print their usage', async () => {
    for (const program of PROGRAMS) {
      const { stdout } = await run(process.execPath, [builtProgram(program), '--help']);
      expect(stdout).toMatch(/npm run (demo|service|workspace) -- |Usage: deepsearch-slack/);
    }
  });

  it('documented init commands write the settings and the manifest', async () => {
    const given = DOCUMENTS.flatMap((path) => [
      ...read(path).matchAll(/npx deepsearch-slack init( --[^`\n]+)/g),
    ]);
    expect(given.length).toBeGreaterThan(2);
    // Without real tokens, their check fails.
    const complete = given.filter(([command]) => !command.includes('--values'));
    for (const [, options = ''] of complete) {
      const folder = await mkdtemp(join(tmpdir(), 'deepsearch-init-'));
      const args = ['init', ...options.trim().split(/\s+/)];
      await run(process.execPath, [builtProgram('cli.js'), ...args], { cwd: folder });
      const target = join(folder, /--dir (\S+)/.exec(options)?.[1] ?? '.');
      expect(readFileSync(join(target, '.env'), 'utf8')).toMatch(/^ENCRYPTION_KEY=.{40,}/m);
      expect(existsSync(join(target, 'slack-manifest.yml'))).toBe(true);
      await rm(folder, { recursive: true });
    }
  });
});

describe('the `.env` of docs/install.md', () => {
  let folder: string;
  let stack: Stack;
  let bot: Bot | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deepsearch-readme-'));
    stack = await startStack({ roles: [] });
  });
  afterAll(async () => {
    await bot?.kill();
    await stack.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('the documented .env starts the bot with the documented command', async () => {
    const install = read('docs/install.md');
    const block = /```sh\n( *SLACK_BOT_TOKEN=[\s\S]*?)```/.exec(install)?.[1] ?? '';
    const names = [...block.matchAll(/^ *([A-Z_]+)=/gm)].map(([, name]) => name ?? '');
    expect(names).toContain('ENCRYPTION_KEY');
    const lines = names.map((name) => `${name}=${stack.env[name]}`);
    await writeFile(join(folder, '.env'), `${lines.join('\n')}\n`);
    for (const text of [install, read('README.md')]) {
      expect(text).toContain('node --env-file=.env dist/main.js');
    }
    const { SLACK_API_URL = '' } = stack.env;
    const env = { SLACK_API_URL, PORT: '0', HOST: '127.0.0.1', OPS_PORT: '0' };
    bot = await spawnBot('both', env, { flags: [`--env-file=${join(folder, '.env')}`] });
    const ready = await fetch(`http://127.0.0.1:${bot.ports.ops}/readyz`);
    expect(ready.status).toBe(200);
  });
});
