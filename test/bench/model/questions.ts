import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const ROOT = dirname(dirname(dirname(import.meta.dirname)));
export const QUESTIONS = join(import.meta.dirname, 'questions.jsonl');

const Expression = z.string().transform((source, context) => {
  try {
    return new RegExp(source, 'm');
  } catch {
    context.addIssue({ code: 'custom', message: `${source} is not a regular expression` });
    return z.NEVER;
  }
});

/** A question about a package in `node_modules` or about a repository, with the facts of its answer. */
const Question = z
  .strictObject({
    package: z.string().optional(),
    repository: z.string().optional(),
    question: z.string().min(1),
    facts: z.array(Expression).min(1),
  })
  .refine((one) => (one.package === undefined) !== (one.repository === undefined), {
    message: 'it must have either a package or a repository',
  });
export type Question = z.output<typeof Question>;

/** Throws if a line is no question. */
export function readQuestions(path: string): Question[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line, n) => {
    if (line.trim() === '') return [];
    const parsed = Question.safeParse(JSON.parse(line));
    if (parsed.success) return [parsed.data];
    throw new Error(`${path}:${n + 1}: ${z.prettifyError(parsed.error)}`);
  });
}

/** A repository of one commit with the files of an installed package, below `folder`. */
export function packageRepository(name: string, folder: string): string {
  const path = join(folder, name.replaceAll('/', '-').replaceAll('@', ''));
  const source = realpathSync(join(ROOT, 'node_modules', name));
  const nested = join(source, 'node_modules');
  cpSync(source, path, { recursive: true, filter: (file) => file !== nested });
  const git = (...args: string[]) => execFileSync('git', ['-C', path, ...args], { stdio: 'pipe' });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all', '--force');
  const author = ['-c', 'user.name=Kim', '-c', 'user.email=kim@example.com'];
  git(...author, '-c', 'commit.gpgsign=false', 'commit', '--quiet', '-m', name);
  return path;
}
