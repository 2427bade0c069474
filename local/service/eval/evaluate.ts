import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { openRepositories, type Repository } from '../git/repository.js';
import { startService } from '../service.js';
import { grepRanking } from './baseline.js';
import { type CommandLine, UsageError } from './command-line.js';
import { type Label, readLabels } from './labels.js';
import { rankOf } from './metrics.js';
import { askService } from './service-client.js';

/** A question with the results of the service and of the baseline. Ranks start at 1; `null`: not found. */
export interface EvaluatedQuestion extends Label {
  readonly rank: number | null;
  readonly ranking: readonly string[];
  readonly baselineRank: number | null;
  readonly baselineRanking: readonly string[];
  readonly ms: number;
}

export interface Evaluation {
  readonly commit: string;
  readonly questions: readonly EvaluatedQuestion[];
}

/** Asks every question of the labels. Throws `UsageError` and `NotARepositoryError`. */
export async function evaluate(line: CommandLine): Promise<Evaluation> {
  const labels = await readLabels(line.labels);
  const [repository] = await openRepositories([line.repository]);
  if (!repository) throw new UsageError(`${line.repository} is not a repository.`);
  try {
    const commit = await repository.commitOf(line.commit ?? 'HEAD');
    if (!commit)
      throw new UsageError(`${line.commit ?? 'HEAD'} is not a commit of ${line.repository}.`);
    const questions = await evaluateAll({ path: line.repository, labels, repository, commit });
    if (line.out) await writeRankings(line.out, questions);
    return { commit, questions };
  } finally {
    await repository.close();
  }
}

interface EvaluationInput {
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
}: EvaluationInput): Promise<EvaluatedQuestion[]> {
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
      const rank = rankOf(ranking, label.files) ?? null;
      const baselineRank = rankOf(baselineRanking, label.files) ?? null;
      evaluated.push({ ...label, rank, ranking, baselineRank, baselineRanking, ms });
    }
    return evaluated;
  } finally {
    await service.stop();
  }
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
