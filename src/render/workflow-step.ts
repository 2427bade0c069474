import type { Answer } from '../model/answer.js';
import type { Outcome } from '../model/outcome.js';
import type { StepOutcome } from '../model/workflow.js';
import { clip } from './format/escape.js';
import { SHOWN } from './format/limits.js';
import { plainText } from './markdown/plain-text.js';
import { renderOutcome } from './question/outcome.js';
import { sourcesPlain } from './question/sources.js';

interface StepContext {
  /** Of the instance. */
  readonly baseUrl: string;
  /** Of the answer's thread; '' where Slack does not say. */
  readonly link: string;
}

/**
 * The result of the workflow step of a question. An answer and a stop by a user complete the step,
 * with `status` saying which. Any other outcome fails it with the text that the thread shows.
 */
export function renderStepOutcome(
  { outcome, answer }: { readonly outcome: Outcome; readonly answer?: Answer | undefined },
  { baseUrl, link }: StepContext,
): StepOutcome {
  if (outcome.kind === 'completed') {
    // Parsing Markdown can take time in proportion to the square of the length.
    const beginning = answer?.text.slice(0, 2 * SHOWN.stepAnswer) ?? '';
    const text = clip(plainText(beginning), SHOWN.stepAnswer);
    const sources = sourcesPlain(answer?.sources ?? [], baseUrl);
    return { kind: 'complete', outputs: { answer: text, sources, status: 'completed', link } };
  }
  const { text } = renderOutcome(outcome, { baseUrl });
  if (outcome.kind !== 'cancelled') return { kind: 'fail', error: text };
  return { kind: 'complete', outputs: { answer: text, sources: '', status: 'cancelled', link } };
}
