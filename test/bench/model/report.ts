import { median } from '../../../local/service/eval/metrics.js';
import { type Measured, VARIANTS, type Variant } from './measure.js';

/** Of all questions in one variant; calls, tokens and seconds are means for each question. */
interface Summary {
  readonly questions: number;
  /** Questions of which the model has seen all facts. */
  readonly answered: number;
  /** Those that needed no tool call. */
  readonly answeredAtOnce: number;
  /** Those whose answer has a source. */
  readonly cited: number;
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly promptTokens: number;
  readonly medianPromptTokens: number;
  readonly firstPromptTokens: number;
  readonly mostFirstPromptTokens: number;
  /** Questions with a prompt of more than 8,192 tokens. */
  readonly over8k: number;
  readonly seconds: number;
}

const LARGE_PROMPT = 8_192;
const ROWS: Readonly<Record<keyof Summary, string>> = {
  questions: 'questions',
  answered: 'all facts seen',
  answeredAtOnce: 'all facts seen without a tool call',
  cited: 'all facts seen, and the answer has a source',
  modelCalls: 'calls of the model for each question',
  toolCalls: 'tool calls for each question',
  promptTokens: 'prompt tokens for each question, mean',
  medianPromptTokens: 'prompt tokens for each question, median',
  firstPromptTokens: 'tokens of the first prompt, mean',
  mostFirstPromptTokens: 'tokens of the first prompt, most',
  over8k: 'questions with a prompt over 8,192 tokens',
  seconds: 'seconds for each question',
};

function summarize(measured: readonly Measured[]): Summary {
  const mean = (of: (one: Measured) => number) =>
    measured.reduce((sum, one) => sum + of(one), 0) / measured.length;
  const answered = measured.filter(({ facts, of }) => facts === of);
  return {
    questions: measured.length,
    answered: answered.length,
    answeredAtOnce: answered.filter(({ toolCalls }) => toolCalls === 0).length,
    cited: answered.filter(({ sources }) => sources.length > 0).length,
    modelCalls: mean(({ modelCalls }) => modelCalls),
    toolCalls: mean(({ toolCalls }) => toolCalls),
    promptTokens: mean(({ promptTokens }) => promptTokens),
    medianPromptTokens: median(measured.map(({ promptTokens }) => promptTokens)),
    firstPromptTokens: mean(({ firstPromptTokens }) => firstPromptTokens),
    mostFirstPromptTokens: Math.max(...measured.map(({ firstPromptTokens }) => firstPromptTokens)),
    over8k: measured.filter(({ largestPromptTokens }) => largestPromptTokens > LARGE_PROMPT).length,
    seconds: mean(({ ms }) => ms) / 1_000,
  };
}

/** Of each variant that was measured. */
export function summaries(measured: readonly Measured[]): Partial<Record<Variant, Summary>> {
  const entries = VARIANTS.flatMap((variant) => {
    const some = measured.filter((one) => one.variant === variant);
    return some.length > 0 ? [[variant, summarize(some)] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** A table in Markdown: the model with and without first material. */
export function formatReport(measured: readonly Measured[]): string {
  const each = Object.entries(summaries(measured));
  const rows = Object.entries(ROWS).map(([name, label]) => {
    const figures = each.map(([, summary]) => rounded(summary[name as keyof Summary]));
    return `| ${label} | ${figures.join(' | ')} |`;
  });
  const head = ['what', ...each.map(([variant]) => `${variant} first material`)];
  return [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows].join('\n');
}

function rounded(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 2 : 0 });
}
