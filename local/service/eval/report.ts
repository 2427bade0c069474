import type { Evaluation } from './evaluate.js';
import { computeMetrics, type Estimate, type Metrics, median } from './metrics.js';

const METRIC_NAMES: readonly (keyof Metrics)[] = ['hit1', 'hit5', 'hit10', 'mrr'];

/** The lines to print. With `json`, the last line is the result as JSON. */
export function formatReport({ commit, questions }: Evaluation, json: boolean): string[] {
  const ours = computeMetrics(questions.map(({ rank }) => rank ?? undefined));
  const grep = computeMetrics(questions.map(({ baselineRank }) => baselineRank ?? undefined));
  const ms = median(questions.map((question) => question.ms));
  const rows = METRIC_NAMES.map(
    (name) =>
      `${name.padEnd(8)}${formatEstimate(ours[name]).padEnd(24)}${formatEstimate(grep[name])}`,
  );
  const lines = [
    `${questions.length} questions at ${commit.slice(0, 10)}, ${Math.round(ms)} ms each in the median`,
    '',
    `${''.padEnd(8)}${'service'.padEnd(24)}git grep`,
    ...rows,
  ];
  const object = { ...values(ours), n: questions.length, commit, median_ms: ms };
  const more = { intervals: intervals(ours), baseline: values(grep) };
  return json ? [...lines, JSON.stringify({ ...object, ...more })] : lines;
}

function formatEstimate({ value, low, high }: Estimate): string {
  return `${value.toFixed(3)} (${low.toFixed(2)}–${high.toFixed(2)})`;
}

function values(figures: Metrics) {
  const entries = METRIC_NAMES.map((name) => [name, rounded(figures[name].value)] as const);
  return Object.fromEntries(entries);
}

function intervals(figures: Metrics) {
  const entries = METRIC_NAMES.map((name) => {
    const { low, high } = figures[name];
    return [name, [rounded(low), rounded(high)]] as const;
  });
  return Object.fromEntries(entries);
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
