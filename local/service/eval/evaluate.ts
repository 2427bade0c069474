import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { openRepositories, type Repository } from '../git/repository.js';
import { startService } from '../service.js';
import { grepRanking } from './baseline.js';
import { type CommandLine, UsageError } from './command-line.js';
import { type Label, readLabels } from './labels.js';
import { placeOf } from './metrics.js';
import { ask } from './service-client.js';

/** One question, with what both found. Places are counted from 1; `null` is not among the first. */
export interface Judged extends Label {
  readonly place: number | null;
  readonly ranking: readonly string[];
  readonly baselinePlace: number | null;
  readonly baselineRanking: readonly string[];
  readonly ms: number;
}

export interface Judgement {
  readonly commit: string;
  readonly questions: readonly Judged[];
}

/** Asks every question of the labels. Throws `UsageError` and `NotARepository`. */
export async function judge(line: CommandLine): Promise<Judgement> {
  const labels = await readLabels(line.labels);
  const [repository] = await openRepositories([line.repository]);
  if (!repository) throw new UsageError(`${line.repository} is no repository.`);
  try {
    const commit = await repository.commitOf(line.commit ?? 'HEAD');
    if (!commit)
      throw new UsageError(`${line.commit ?? 'HEAD'} is no commit of ${line.repository}.`);
    const questions = await judgeAll({ path: line.repository, labels, repository, commit });
    if (line.out) await writeOut(line.out, questions);
    return { commit, questions };
  } finally {
    await repository.close();
  }
}

interface Judging {
  readonly path: string;
  readonly labels: readonly Label[];
  readonly repository: Repository;
  readonly commit: string;
}

async function judgeAll({ path, labels, repository, commit }: Judging): Promise<Judged[]> {
  const token = randomBytes(24).toString('base64url');
  const users = [{ id: 1, name: 'eval', token }];
  const service = await startService({ repositories: [path], revision: commit, users });
  try {
    const judged: Judged[] = [];
    for (const label of labels) {
      const { ranking, ms } = await ask({ url: service.url, token }, label.question);
      const baselineRanking = await grepRanking(repository.git, commit, label.question);
      const place = placeOf(ranking, label.files) ?? null;
      const baselinePlace = placeOf(baselineRanking, label.files) ?? null;
      judged.push({ ...label, place, ranking, baselinePlace, baselineRanking, ms });
    }
    return judged;
  } finally {
    await service.stop();
  }
}

async function writeOut(path: string, questions: readonly Judged[]): Promise<void> {
  const lines = questions.map((question) => `${JSON.stringify(question)}\n`);
  await writeFile(path, lines.join('')).catch((error: Error) => {
    throw new UsageError(`${path} cannot be written: ${error.message}`);
  });
}
