/** A value between 0 and 1 with its 95 % confidence interval. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface Metrics {
  readonly ndcg10: Estimate;
  readonly hit1: Estimate;
  readonly hit5: Estimate;
  readonly hit10: Estimate;
  readonly mrr: Estimate;
}

const Z = 1.96;
const RESAMPLES = 2_000;
const MAX_RANK = 10;

/** The rank of the first relevant file, from 1. */
export function rankOf(ranking: readonly string[], files: readonly string[]): number | undefined {
  const at = ranking.findIndex((path) => files.includes(path));
  return at < 0 ? undefined : at + 1;
}

/**
 * The normalized discounted cumulative gain of the first ten. Every target weighs the same; its rank is
 * that of its first file; the ideal has all targets first.
 */
export function ndcg10(
  ranking: readonly string[],
  targets: readonly (readonly string[])[],
): number {
  const ranks = targets.map((files) => rankOf(ranking.slice(0, MAX_RANK), files));
  const gains = [...new Set(ranks)].map((rank) => (rank === undefined ? 0 : gainAt(rank)));
  const ideal = Array.from({ length: Math.min(MAX_RANK, targets.length) }, (_, n) => gainAt(n + 1));
  return sum(gains) / sum(ideal);
}

function gainAt(rank: number): number {
  return 1 / Math.log2(rank + 1);
}

/** How a question with relevant files was answered; `rank` absent: with none of them. */
export interface RankedQuestion {
  readonly rank?: number | undefined;
  readonly ndcg: number;
}

/** Of at least one question. */
export function computeMetrics(questions: readonly RankedQuestion[]): Metrics {
  const ranks = questions.map(({ rank }) => rank);
  const hits = (maxRank: number) =>
    wilsonInterval(
      ranks.filter((rank) => rank !== undefined && rank <= maxRank).length,
      ranks.length,
    );
  const reciprocals = ranks.map((rank) => (rank === undefined ? 0 : 1 / rank));
  return {
    ndcg10: bootstrapInterval(questions.map(({ ndcg }) => ndcg)),
    hit1: hits(1),
    hit5: hits(5),
    hit10: hits(10),
    mrr: bootstrapInterval(reciprocals),
  };
}

/** Wilson's score interval of a proportion. */
export function wilsonInterval(hits: number, n: number): Estimate {
  const share = hits / n;
  const middle = (share + Z ** 2 / (2 * n)) / (1 + Z ** 2 / n);
  const half =
    (Z * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2))) / (1 + Z ** 2 / n);
  return { value: share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** The mean with a percentile bootstrap interval. Deterministic. */
export function bootstrapInterval(values: readonly number[]): Estimate {
  const random = generator(values.length);
  const means = Array.from({ length: RESAMPLES }, () =>
    mean(values.map(() => values[Math.floor(random() * values.length)] ?? 0)),
  ).sort((a, b) => a - b);
  const at = (share: number) => means[Math.floor(share * (RESAMPLES - 1))] ?? 0;
  return { value: mean(values), low: at(0.025), high: at(0.975) };
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

/** A linear congruential generator (Numerical Recipes), since the results must be repeatable. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
