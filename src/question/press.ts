import type { Status } from '../deliver/status.js';
import { type Again, type Patience, patiently } from '../lifecycle/patience.js';
import type { HelpRequest, QuestionAction } from '../model/intent.js';
import type { Question } from '../model/question.js';
import type { Policy } from '../policy/policy.js';
import * as notes from '../render/texts/notes.js';
import { createStopping, isOver, type StoppingOptions } from './stopping.js';
import type { PostEphemeral } from './whisper.js';

export interface PressOptions extends Patience, StoppingOptions {
  readonly policy: Pick<Policy, 'mayAsk'>;
  readonly status: Pick<Status, 'showStopping' | 'showKept'>;
  readonly whisper: PostEphemeral;
}

export type HandlePress = (
  press: QuestionAction | HelpRequest,
  signal: AbortSignal,
) => Promise<Again>;

/**
 * Somebody pressed Stop or Keep waiting. Their wish is written down first, so that it counts at
 * whatever point the question is.
 */
export function createPress(options: PressOptions): HandlePress {
  const { policy, questions, status, wake, whisper } = options;
  const stopping = createStopping(options);

  async function take(press: QuestionAction | HelpRequest, signal: AbortSignal): Promise<void> {
    const { place, user } = press;
    const said = press.kind === 'help' ? press.messageTs : undefined;
    const hearer = { place, user, ...(said === undefined ? {} : { messageTs: said }) };
    const verdict = await policy.mayAsk(hearer);
    if (!verdict.ok && !verdict.tell) return;
    if (press.kind === 'help') {
      return whisper(hearer, verdict.ok ? notes.usage() : notes.turnedAway(verdict.why));
    }
    if (!verdict.ok) return whisper(hearer, notes.mayNotStop);
    const question = await questions.load(press.questionId);
    const wish = { by: press.user, at: press.at };
    if (question === undefined && press.messageTs !== undefined) {
      // Not taken up yet: it begins as one that is stopped.
      await questions.wish(press.questionId, 'stop', wish);
      return;
    }
    if (question === undefined || isOver(question) || !isWithin(question, press)) {
      return whisper(hearer, notes.alreadyFinished);
    }
    if (press.kind === 'stop') return stopping.stop(question, wish, signal);
    if (await questions.wish(question.id, 'keep', wish)) {
      await stopping.show(question, (open) => status.showKept(open, press.user));
    }
    await wake(question.id);
  }

  return (press, signal) =>
    patiently(options, press.id, async () => {
      await take(press, signal);
      return undefined;
    });
}

/** Who may ask in one channel stops nothing of another, whatever their button names. */
function isWithin(
  { user, place, askedIn }: Question,
  { user: by, place: { channel } }: QuestionAction,
): boolean {
  return user === by || channel === place.channel || channel === askedIn;
}
