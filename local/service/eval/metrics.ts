/** A figure between 0 and 1, with the interval that holds it with 95 %. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface Metrics {
  readonly hit1: Estimate;
  readonly hit5: Estimate;
  readonly hit10: Estimate;
  readonly mrr: Estimate;
}

const Z = 1.96;
const RESAMPLES = 2_000;

/** The place of the first right file, from 1; nothing where there is none. */
export function rankOf(ranking: readonly string[], files: readonly string[]): number | undefined {
  const at = ranking.findIndex((path) => files.includes(path));
  return at < 0 ? undefined : at + 1;
}

/** At least one place is needed. */
export function computeMetrics(ranks: readonly (number | undefined)[]): Metrics {
  const hits = (maxRank: number) =>
    wilsonInterval(
      ranks.filter((rank) => rank !== undefined && rank <= maxRank).length,
      ranks.length,
    );
  const reciprocals = ranks.map((rank) => (rank === undefined ? 0 : 1 / rank));
  return { hit1: hits(1), hit5: hits(5), hit10: hits(10), mrr: bootstrapInterval(reciprocals) };
}

/** Wilson's score interval of a share. */
export function wilsonInterval(hits: number, n: number): Estimate {
  const share = hits / n;
  const middle = (share + Z ** 2 / (2 * n)) / (1 + Z ** 2 / n);
  const half =
    (Z * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2))) / (1 + Z ** 2 / n);
  return { value: share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** The mean, with its percentile bootstrap; the same values give the same interval. */
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

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Numerical Recipes' linear congruential generator: good enough to draw with, and repeatable. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
