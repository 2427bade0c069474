import type { Answer } from '../../model/answer.js';
import type { Outcome } from '../../model/outcome.js';
import type { StepOutcome } from '../../model/workflow.js';
import { renderEnding } from '../ending.js';
import { clip } from '../format/escape.js';
import { SHOWN } from '../format/limits.js';
import { plainText } from '../markdown/plain.js';
import { sourcesPlain } from '../sources.js';

interface About {
  /** Of the instance. */
  readonly baseUrl: string;
  /** Of the answer's thread; '' where Slack does not say. */
  readonly link: string;
}

/**
 * What the workflow is told of a question's ending. An answer, and a stop by somebody, complete the
 * step: `status` says which; with anything else it has failed, and its error is what the thread says.
 */
export function renderStepEnd(
  { ending, answer }: { readonly ending: Outcome; readonly answer?: Answer | undefined },
  { baseUrl, link }: About,
): StepOutcome {
  if (ending.kind === 'completed') {
    const text = clip(plainText(answer?.text ?? ''), SHOWN.stepAnswer);
    const sources = sourcesPlain(answer?.sources ?? [], baseUrl);
    return { kind: 'complete', outputs: { answer: text, sources, status: 'completed', link } };
  }
  const { text } = renderEnding(ending, { baseUrl });
  if (ending.kind !== 'cancelled') return { kind: 'fail', error: text };
  return { kind: 'complete', outputs: { answer: text, sources: '', status: 'cancelled', link } };
}
