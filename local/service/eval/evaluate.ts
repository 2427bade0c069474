import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { openRepositories, type Repository } from '../git/repository.js';
import { startService } from '../service.js';
import { grepRanking } from './baseline.js';
import { type CommandLine, type EvaluationInput, UsageError } from './command-line.js';
import { type Label, readLabels } from './labels.js';
import { ndcg10, rankOf } from './metrics.js';
import { askService } from './service-client.js';

/** A question with the results of the service and of the baseline. Ranks start at 1; `null`: not found. */
export interface EvaluatedQuestion extends Label {
  readonly repository: string;
  readonly rank: number | null;
  readonly ndcg: number;
  readonly ranking: readonly string[];
  readonly baselineRank: number | null;
  readonly baselineNdcg: number;
  readonly baselineRanking: readonly string[];
  readonly ms: number;
}

export interface Evaluation {
  readonly commits: readonly string[];
  readonly questions: readonly EvaluatedQuestion[];
}

/** Asks every question of the labels. Throws `UsageError` and `NotARepositoryError`. */
export async function evaluate(line: CommandLine): Promise<Evaluation> {
  const inputs: (EvaluationInput & { readonly questions: readonly Label[] })[] = [];
  for (const input of line.inputs) {
    inputs.push({ ...input, questions: await readLabels(input.labels) });
  }
  const commits: string[] = [];
  const questions: EvaluatedQuestion[] = [];
  for (const { repository, questions: labels } of inputs) {
    const evaluation = await evaluateRepository(repository, labels, line.commit ?? 'HEAD');
    commits.push(evaluation.commit);
    questions.push(...evaluation.questions);
  }
  if (line.out) await writeRankings(line.out, questions);
  return { commits, questions };
}

async function evaluateRepository(path: string, labels: readonly Label[], revision: string) {
  const [repository] = await openRepositories([path]);
  if (!repository) throw new UsageError(`${path} is not a repository.`);
  try {
    const commit = await repository.commitOf(revision);
    if (!commit) throw new UsageError(`${revision} is not a commit of ${path}.`);
    const questions = await evaluateAll({ path, labels, repository, commit });
    return { commit, questions };
  } finally {
    await repository.close();
  }
}

interface RepositoryQuestions {
  readonly path: string;
  readonly labels: readonly Label[];
  readonly repository: Repository;
  readonly commit: string;
}

async function evaluateAll({
  path,
  labels,
  repository,
  commit,
}: RepositoryQuestions): Promise<EvaluatedQuestion[]> {
  const token = randomBytes(24).toString('base64url');
  const users = [{ id: 1, name: 'eval', token }];
  const service = await startService({
    repositories: [path],
    revision: commit,
    users,
    indexWaitMs: Number.POSITIVE_INFINITY,
  });
  try {
    const evaluated: EvaluatedQuestion[] = [];
    for (const label of labels) {
      const { ranking, ms } = await askService({ url: service.url, token }, label.question);
      const baselineRanking = await grepRanking(repository.git, commit, label.question);
      const own = judge(ranking, label);
      const baseline = judge(baselineRanking, label);
      evaluated.push({
        ...label,
        repository: path,
        ...own,
        ranking,
        baselineRank: baseline.rank,
        baselineNdcg: baseline.ndcg,
        baselineRanking,
        ms,
      });
    }
    return evaluated;
  } finally {
    await service.stop();
  }
}

/** Without `targets`, any of the files is a complete answer. */
function judge(ranking: readonly string[], { files, targets = [files] }: Label) {
  return { rank: rankOf(ranking, files) ?? null, ndcg: ndcg10(ranking, targets) };
}

async function writeRankings(path: string, questions: readonly EvaluatedQuestion[]): Promise<void> {
  const lines = questions.map(({ rank, baselineRank, ...others }) => {
    // The file calls a rank `place`.
    const entry = { ...others, place: rank, baselinePlace: baselineRank };
    return `${JSON.stringify(entry)}\n`;
  });
  await writeFile(path, lines.join('')).catch((error: Error) => {
    throw new UsageError(`${path} cannot be written: ${error.message}`);
  });
}
