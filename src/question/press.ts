import type { DeepSearch } from '../deepsearch/client.js';
import { ServiceError } from '../deepsearch/errors.js';
import type { Status } from '../deliver/status.js';
import type { Help, Press } from '../model/intent.js';
import type { Question } from '../model/question.js';
import type { Policy } from '../policy/policy.js';
import { type Again, type Patience, patiently } from '../poll/patience.js';
import * as texts from '../render/texts.js';
import { isSlackTrouble } from '../slack/errors.js';
import type { QuestionStore } from '../store/questions.js';
import type { Whisper } from './whisper.js';

export interface PressOptions extends Patience {
  readonly policy: Pick<Policy, 'mayAsk'>;
  readonly questions: QuestionStore;
  readonly instance: Pick<DeepSearch, 'cancel'>;
  readonly credentialFor: (question: Question) => Promise<string>;
  readonly status: Pick<Status, 'showStopping' | 'showKept'>;
  readonly wake: (questionId: string) => Promise<void>;
  readonly whisper: Whisper;
}

/** Longer than a call to Slack may take. */
const DRAWING_MS = 15_000;

export type HandlePress = (press: Press | Help, signal: AbortSignal) => Promise<Again>;

/**
 * Somebody pressed Stop or Keep waiting. Their wish is written down first, so that it counts at
 * whatever point the question is; a stop goes straight to the service from here, with no poll
 * before it, and the question's own job makes the ending of it.
 */
export function createPress(options: PressOptions): HandlePress {
  const { policy, questions, status, wake, whisper, now, logger } = options;

  async function cancelUpstream(question: Question, signal: AbortSignal): Promise<void> {
    const { ref, id } = question;
    if (ref === undefined) return;
    const token = await options.credentialFor(question);
    try {
      await options.instance.cancel({ token, ref, signal });
      await questions.wish(id, 'cancelSent', { by: question.asker, at: now() });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      logger.warn(
        { err: error, question: id },
        'the cancel did not get through: the job tries again',
      );
    }
  }

  /** Drawn only while the record, read under the mark, is open: the ending waits for the mark. */
  async function show({ id }: Question, draw: (open: Question) => Promise<void>): Promise<void> {
    await questions.beginDrawing(id, DRAWING_MS);
    try {
      const question = await questions.load(id);
      if (question !== undefined && !isOver(question)) await draw(question);
    } catch (error) {
      if (!isSlackTrouble(error)) throw error;
    } finally {
      await questions.endDrawing(id);
    }
  }

  async function showStopping(question: Question): Promise<void> {
    const elapsedMs = now() - question.askedAt;
    const progress = { phase: { kind: 'stopping' }, elapsedMs, steps: [], toolCalls: 0 } as const;
    await status.showStopping(question, progress);
  }

  async function stop(question: Question, signal: AbortSignal): Promise<void> {
    await Promise.all([cancelUpstream(question, signal), show(question, showStopping)]);
  }

  async function take(press: Press | Help, signal: AbortSignal): Promise<void> {
    const { place, by: asker } = press;
    const said = press.kind === 'help' ? press.messageTs : undefined;
    const hearer = { place, asker, ...(said === undefined ? {} : { messageTs: said }) };
    const verdict = await policy.mayAsk(hearer);
    if (press.kind === 'help') return verdict.ok ? whisper(hearer, texts.usage()) : undefined;
    if (!verdict.ok) return verdict.tell ? whisper(hearer, texts.mayNotStop()) : undefined;
    const question = await questions.load(press.questionId);
    if (question === undefined || isOver(question)) {
      return whisper(hearer, texts.alreadyFinished());
    }
    const kind = press.kind === 'stop' ? 'stop' : 'keep';
    const first = await questions.wish(question.id, kind, { by: press.by, at: press.at });
    if (first && kind === 'stop') await stop(question, signal);
    if (first && kind === 'keep') await show(question, (open) => status.showKept(open, press.by));
    await wake(question.id);
  }

  return (press, signal) =>
    patiently(options, press.id, async () => {
      await take(press, signal);
      return undefined;
    });
}

function isOver({ phase }: Question): boolean {
  return phase === 'ended' || phase === 'delivered';
}
