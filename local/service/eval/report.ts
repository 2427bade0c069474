import type { Judgement } from './evaluate.js';
import { type Figure, type Figures, figuresOf, median } from './metrics.js';

const ROWS: readonly (keyof Figures)[] = ['hit1', 'hit5', 'hit10', 'mrr'];

/** The lines to print; with `json` the last is the object that other programs read. */
export function report({ commit, questions }: Judgement, json: boolean): string[] {
  const ours = figuresOf(questions.map(({ place }) => place ?? undefined));
  const grep = figuresOf(questions.map(({ baselinePlace }) => baselinePlace ?? undefined));
  const ms = median(questions.map((question) => question.ms));
  const rows = ROWS.map(
    (name) => `${name.padEnd(8)}${shown(ours[name]).padEnd(24)}${shown(grep[name])}`,
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

function shown({ value, low, high }: Figure): string {
  return `${value.toFixed(3)} (${low.toFixed(2)}–${high.toFixed(2)})`;
}

function values(figures: Figures) {
  const entries = ROWS.map((name) => [name, rounded(figures[name].value)] as const);
  return Object.fromEntries(entries);
}

function intervals(figures: Figures) {
  const entries = ROWS.map((name) => {
    const { low, high } = figures[name];
    return [name, [rounded(low), rounded(high)]] as const;
  });
  return Object.fromEntries(entries);
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
