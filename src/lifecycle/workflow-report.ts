import { threadOf } from '../model/place.js';
import type { Question } from '../model/question.js';
import type { StepOutcome } from '../model/workflow.js';
import * as workflowTexts from '../render/texts/workflow.js';
import { renderStepOutcome } from '../render/workflow-step.js';
import type { SlackMessages } from '../slack/messages.js';
import type { CompleteStep } from '../slack/workflows.js';
import type { QuestionHandle } from '../store/questions.js';
import { ANSWER_GONE, type QuestionResult } from './outcome-messages.js';

export interface WorkflowReportOptions {
  readonly completeStep: CompleteStep;
  readonly messages: Pick<SlackMessages, 'permalink'>;
  readonly baseUrl: string;
  readonly now: () => number;
}

export type WorkflowReport = ReturnType<typeof createWorkflowReport>;

/**
 * Completes the workflow step that asked: after the outcome is posted and before the record is
 * closed, so that it is retried after a restart. Slack ignores a second completion.
 */
export function createWorkflowReport({
  completeStep,
  messages,
  baseUrl,
  now,
}: WorkflowReportOptions) {
  async function linkTo(question: Question): Promise<string> {
    const thread = threadOf(question);
    if (thread === undefined) return '';
    return messages.permalink(thread, thread.threadTs).catch(() => '');
  }

  /** The workflow's next step may post the answer in the channel that takes none. */
  async function stepOutcome(question: Question, ended: QuestionResult): Promise<StepOutcome> {
    if (question.outsideAudience !== undefined && ended.answer !== undefined) {
      return { kind: 'fail', error: workflowTexts.outsideAudience };
    }
    if (question.leftChannel === true && ended.outcome.kind !== 'withheld') {
      return { kind: 'fail', error: workflowTexts.leftChannel };
    }
    return renderStepOutcome(shownAs(ended), { baseUrl, link: await linkTo(question) });
  }

  return async (held: QuestionHandle, ended: QuestionResult): Promise<void> => {
    const { workflow, place } = held.question;
    if (workflow === undefined || workflow.toldAt !== undefined) return;
    const { workspace } = place;
    const { execution } = workflow;
    await completeStep({ workspace, execution }, await stepOutcome(held.question, ended));
    await held.save({ workflow: { execution, toldAt: now() } });
  };
}

/** The instance had an answer, and no longer returns it. */
function shownAs(ended: QuestionResult): QuestionResult {
  const lost = ended.outcome.kind === 'completed' && ended.answer === undefined;
  return lost ? { outcome: ANSWER_GONE } : ended;
}
