import type { EvaluatedQuestion, Evaluation } from './evaluate.js';
import { computeMetrics, type Estimate, type Metrics, median, wilsonInterval } from './metrics.js';

const METRIC_NAMES: readonly (keyof Metrics)[] = ['ndcg10', 'hit1', 'hit5', 'hit10', 'mrr'];

/** The lines to print. With `json`, the last line is the result as JSON. */
export function formatReport({ commits, questions }: Evaluation, json: boolean): string[] {
  const answerable = questions.filter(({ files }) => files.length > 0);
  const ms = median(questions.map((question) => question.ms));
  const at = commits.map((commit) => commit.slice(0, 10)).join(', ');
  const title = `${questions.length} questions at ${at}, ${Math.round(ms)} ms each in the median`;
  const abstention = abstentionOf(questions);
  const lines = [
    title,
    '',
    ...(answerable.length > 0 ? metricLines(answerable) : []),
    ...abstentionLines(abstention),
  ];
  if (!json) return lines;
  const [commit] = commits;
  const figures = answerable.length > 0 ? metricFigures(answerable) : {};
  const counts = { n: questions.length, commit, commits, median_ms: ms, abstention };
  return [...lines, JSON.stringify({ ...figures, ...counts })];
}

function metricLines(questions: readonly EvaluatedQuestion[]): string[] {
  const { ours, grep } = metricsOf(questions);
  const rows = METRIC_NAMES.map(
    (name) =>
      `${name.padEnd(8)}${formatEstimate(ours[name]).padEnd(24)}${formatEstimate(grep[name])}`,
  );
  return [`${''.padEnd(8)}${'service'.padEnd(24)}git grep`, ...rows];
}

function metricFigures(questions: readonly EvaluatedQuestion[]) {
  const { ours, grep } = metricsOf(questions);
  return { ...values(ours), intervals: intervals(ours), baseline: values(grep) };
}

function metricsOf(questions: readonly EvaluatedQuestion[]) {
  const ours = questions.map(({ rank, ndcg }) => ({ rank: rank ?? undefined, ndcg }));
  const grep = questions.map(({ baselineRank, baselineNdcg }) => ({
    rank: baselineRank ?? undefined,
    ndcg: baselineNdcg,
  }));
  return { ours: computeMetrics(ours), grep: computeMetrics(grep) };
}

/** How many questions have no answer and, of these and of the others, how many got none. */
interface Abstention {
  readonly unanswerable: number;
  readonly withheld: number;
  readonly answerable: number;
  readonly wronglyWithheld: number;
}

function abstentionOf(questions: readonly EvaluatedQuestion[]): Abstention {
  const unanswerable = questions.filter(({ files }) => files.length === 0);
  const answerable = questions.filter(({ files }) => files.length > 0);
  const withheld = (some: readonly EvaluatedQuestion[]) =>
    some.filter(({ ranking }) => ranking.length === 0).length;
  return {
    unanswerable: unanswerable.length,
    withheld: withheld(unanswerable),
    answerable: answerable.length,
    wronglyWithheld: withheld(answerable),
  };
}

function abstentionLines(counts: Abstention): string[] {
  const row = (what: string, withheld: number, of: number) =>
    of > 0
      ? [`${what}: ${withheld} of ${of}, ${formatEstimate(wilsonInterval(withheld, of))}`]
      : [];
  return [
    ...row('withheld', counts.withheld, counts.unanswerable),
    ...row('wrongly withheld', counts.wronglyWithheld, counts.answerable),
  ];
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
