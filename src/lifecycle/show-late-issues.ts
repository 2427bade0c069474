import { bulkhead } from 'cockatiel';
import type { OutcomeMessages } from '../deliver/plan.js';
import type { UpdateAnswer } from '../deliver/update-answer.js';
import type { Logger } from '../log.js';
import type { CitationIssues } from '../model/question.js';
import { isSlackError } from '../slack/errors.js';
import { StaleQuestion } from '../store/question-writes.js';
import type { QuestionHandle, QuestionStore } from '../store/questions.js';
import { type QuestionResult, withKnownIssues } from './outcome-messages.js';
import type { JudgeResult } from './within-audience.js';

export interface ShowLateIssuesOptions {
  readonly questions: Pick<QuestionStore, 'close' | 'load'>;
  readonly updateAnswer: UpdateAnswer;
  readonly judgeResult: JudgeResult;
  readonly logger: Logger;
}

/** A check that was not complete when the answer was posted. */
export interface LateCheck {
  readonly found: Promise<CitationIssues | undefined>;
  readonly say: (ended: QuestionResult) => OutcomeMessages;
  /** Fires when the process stops. */
  readonly signal: AbortSignal;
}

export type ShowLateIssues = ReturnType<typeof createShowLateIssues>;

/** How many checks may continue after their jobs; others are dropped. */
const MAX_LATE_CHECKS = 100;

/**
 * Adds citation issues that are found late to the record and to the posted answer. Runs after the job, so that
 * slow tools do not block the worker: returns at once.
 */
export function createShowLateIssues(options: ShowLateIssuesOptions) {
  const { questions, updateAnswer, judgeResult, logger } = options;
  const running = bulkhead(MAX_LATE_CHECKS);

  async function show(
    held: QuestionHandle,
    ended: QuestionResult,
    { found, say }: LateCheck,
  ): Promise<void> {
    const issues = await found;
    if (issues === undefined || !tellsMore(issues, held.question.citationIssues)) return;
    const saved = await save(held, issues);
    if (saved === undefined) return;
    const before = say(withKnownIssues(ended, held.question));
    held.question = saved;
    const after = say(withKnownIssues(ended, held.question));
    // Its channel may have lost sight of it since it was posted: nothing is written there again.
    if ((await judgeResult(held.question, ended)).kind === 'outside') return;
    try {
      await updateAnswer(held.question, { posted: before.parts, wanted: after.parts });
    } catch (error) {
      // The answer is posted; the record has the issues for the view of its sources.
      if (!isSlackError(error)) throw error;
      logger.debug({ err: error, question: held.question.id }, 'citation issues not shown');
    }
  }

  /** Undefined if its record is gone. Loads it again once: somebody may have shared the answer since. */
  async function save(held: QuestionHandle, citationIssues: CitationIssues) {
    const close = () => questions.close({ ...held.question, citationIssues });
    try {
      return await close();
    } catch (error) {
      if (!(error instanceof StaleQuestion)) throw error;
      const now = await questions.load(held.question.id);
      if (now === undefined || now.withdrawn === true) return undefined;
      held.question = now;
      return close();
    }
  }

  return (held: QuestionHandle, ended: QuestionResult, late: LateCheck): void => {
    if (running.executionSlots === 0) return;
    const { id } = held.question;
    running
      .execute(() => show(held, ended, late))
      .catch((error: unknown) => {
        if (late.signal.aborted) return;
        logger.warn({ err: error, question: id }, 'citation issues not shown');
      });
  };
}

function tellsMore(found: CitationIssues, before: CitationIssues = {}): boolean {
  return Object.keys(found).length > Object.keys(before).length;
}
