import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { grepRanking } from '../../../../local/service/eval/baseline.js';
import { parseCommandLine, UsageError } from '../../../../local/service/eval/command-line.js';
import { evaluate } from '../../../../local/service/eval/evaluate.js';
import { openGit } from '../../../../local/service/git/git.js';
import { makeFolder, makeRepository, SHOP } from '../repositories.js';

const MAIN = fileURLToPath(new URL('../../../../local/service/eval/main.ts', import.meta.url));

/** The program, as its command runs it, but from the sources. */
async function run(...args: readonly string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN, ...args], {
    env: { PATH: process.env['PATH'] },
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [output, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, output, complaint, lines: output.trimEnd().split('\n') };
}

const LABELS = [
  { question: 'How long do we wait before the next attempt?', files: ['src/http/retry-policy.ts'] },
  {
    question: 'How is an item put into the cart?',
    files: ['none.ts', 'src/cart/shopping-cart.ts'],
  },
  { question: 'Where are Kubernetes pods scheduled?', files: ['src/money.ts'] },
];

function labelsFile(lines: readonly string[]): string {
  const path = join(makeFolder(), 'labels.jsonl');
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

describe('npm run eval', () => {
  it('evaluates the sources at a commit of a bare repository against a baseline', async () => {
    const { git, path, commit } = makeRepository(SHOP, 'shop');
    const pinned = git('rev-parse', 'HEAD');
    git('rm', '-q', '-r', 'src');
    commit();
    git('clone', '-q', '--bare', '.', '../shop.git');
    const out = join(makeFolder(), 'rankings.jsonl');
    const labels = labelsFile(LABELS.map((label) => JSON.stringify(label)));
    const told = ['--commit', pinned.slice(0, 12), '--json', '--out', out];
    const { code, output, complaint, lines } = await run(`${path}.git`, labels, ...told);
    expect([code, complaint]).toEqual([0, '']);
    expect(output).toContain(`3 questions at ${pinned.slice(0, 10)}`);
    expect(output).toMatch(/hit1 +0\.667 \(0\.\d\d–0\.\d\d\) +\d/);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      ...{ hit1: 0.6667, hit5: 0.6667, hit10: 0.6667, mrr: 0.6667, n: 3, commit: pinned },
      ndcg10: 0.6667,
      abstention: { unanswerable: 0, withheld: 0, answerable: 3, wronglyWithheld: 1 },
      baseline: { mrr: expect.any(Number) },
      intervals: { hit1: [expect.any(Number), expect.any(Number)] },
    });
    const rankings = readFileSync(out, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rankings).toMatchObject(LABELS);
    expect(rankings.map(({ place }) => place)).toEqual([1, 1, null]);
    expect(rankings[0].ranking[0]).toBe('src/http/retry-policy.ts');
    expect(rankings[0].baselineRanking).toContain('src/http/retry-policy.ts');
  });

  it('evaluates several repositories in one call, with questions that they do not answer', async () => {
    const shop = makeRepository(SHOP, 'shop');
    const zoo = makeRepository({ 'src/giraffe.ts': 'export function feedGiraffe() {}\n' }, 'zoo');
    const ofShop = [
      { question: 'How is the cart checked out?', files: [] },
      { question: 'Where are Kubernetes pods scheduled?', files: [] },
      {
        question: 'computeBackoff',
        files: ['src/http/retry-policy.ts', 'none.ts'],
        targets: [['src/http/retry-policy.ts'], ['none.ts']],
      },
    ];
    const ofZoo = [{ question: 'feedGiraffe', files: ['src/giraffe.ts'] }];
    const [shopLabels, zooLabels] = [ofShop, ofZoo].map((labels) =>
      labelsFile(labels.map((label) => JSON.stringify(label))),
    );
    const args = [shop.path, shopLabels ?? '', zoo.path, zooLabels ?? '', '--json'];
    const { code, output, complaint, lines } = await run(...args);
    expect([code, complaint]).toEqual([0, '']);
    expect(output).toMatch(/^withheld: 1 of 2, 0\.500 /m);
    expect(output).toMatch(/^wrongly withheld: 0 of 2, 0\.000 /m);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      ...{ n: 4, hit1: 1, ndcg10: 0.8066 },
      commits: [shop.git('rev-parse', 'HEAD'), zoo.git('rev-parse', 'HEAD')],
      abstention: { unanswerable: 2, withheld: 1, answerable: 2, wronglyWithheld: 0 },
    });
  });

  it('a repository in which git grep finds more than 64 MB has a baseline', async () => {
    const line = `giraffe ${'x'.repeat(990)}\n`;
    const { path, git } = makeRepository({ 'a.txt': line.repeat(70_000), 'b.txt': 'giraffe leaf' });
    const opened = openGit(join(path, '.git'));
    const ranking = await grepRanking(opened, git('rev-parse', 'HEAD'), 'What leaf has a giraffe?');
    await opened.close();
    expect(ranking).toEqual(['b.txt', 'a.txt']);
  });

  it('--help prints the usage', async () => {
    const { code, output } = await run('--help');
    expect(code).toBe(0);
    expect(output).toContain('npm run eval -- REPO LABELS');
  });

  it('a usage error is one sentence', async () => {
    const { code, complaint } = await run('/nowhere', labelsFile([JSON.stringify(LABELS[0])]));
    expect([code, complaint.trim().split('\n')]).toEqual([
      1,
      [expect.stringContaining('/nowhere does not exist')],
    ]);
  });

  it.each([
    [['repo'], 'Give each repository with its file of labels'],
    [['repo', 'labels', 'other'], 'Give each repository with its file of labels'],
    [['repo', 'labels', '--fast'], "Unknown option '--fast'. See --help."],
    [
      ['repo', 'labels', '--commit', '--all'],
      "Option '--commit' argument is ambiguous. See --help.",
    ],
  ])('refuses the arguments %j', (args, words) => {
    expect(() => parseCommandLine(args)).toThrow(UsageError);
    expect(() => parseCommandLine(args)).toThrow(words);
  });

  it('refuses invalid labels and unknown commits', async () => {
    const { path } = makeRepository(SHOP, 'shop');
    const good = labelsFile([JSON.stringify(LABELS[0])]);
    const cases = [
      [['/nowhere.jsonl'], '/nowhere.jsonl cannot be read'],
      [[labelsFile(['{"question": "q"}'])], 'labels.jsonl:1 is not a label'],
      [[labelsFile([''])], 'labels.jsonl has no labels'],
      [[good, '--commit=--all'], '--all is not a commit of'],
    ] as const;
    for (const [args, words] of cases) {
      const judging = evaluate(parseCommandLine([path, ...args]));
      await expect(judging).rejects.toThrow(UsageError);
      await expect(judging).rejects.toThrow(words);
    }
  });
});
