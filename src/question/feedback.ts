import { type Again, type Patience, patiently } from '../lifecycle/patience.js';
import type { Vote } from '../model/answer-action.js';
import type { Policy } from '../policy/policy.js';
import { note } from '../render/message.js';
import * as notes from '../render/texts/notes.js';
import { renderWhy } from '../render/under-answer.js';
import type { FeedbackStore } from '../store/feedback.js';
import type { FormNoteStore } from '../store/form-notes.js';
import type { QuestionStore } from '../store/questions.js';
import { questionClicked } from './clicked.js';
import type { EphemeralTarget, PostEphemeral } from './whisper.js';

export interface FeedbackOptions extends Patience {
  readonly policy: Pick<Policy, 'mayAsk'>;
  readonly questions: Pick<QuestionStore, 'load'>;
  readonly feedback: Pick<FeedbackStore, 'keep'>;
  readonly formNotes: Pick<FormNoteStore, 'sealedUrl'>;
  readonly whisper: PostEphemeral;
  readonly observe: (vote: Vote['vote']) => void;
}

/** Somebody says how good an answer is: kept, counted, and asked why where it is bad. */
export function createFeedback(options: FeedbackOptions) {
  const { policy, questions, feedback, whisper, observe } = options;

  /** The note that asked why makes way for the thanks, be it answered by a click or in a form. */
  async function hearerOf({
    place,
    user,
    sealedResponseUrl,
    form,
  }: Vote): Promise<EphemeralTarget> {
    const kept = form === undefined ? undefined : await options.formNotes.sealedUrl(form);
    const url = sealedResponseUrl ?? kept;
    return { place, user, ...(url && { sealedResponseUrl: url, replaces: true }) };
  }

  async function take(said: Vote): Promise<void> {
    const { vote, reason, words, at, place, user: by, questionId } = said;
    const hearer = await hearerOf(said);
    const verdict = await policy.mayAsk(hearer);
    if (!verdict.ok) return verdict.tell ? whisper(hearer, notes.mayNotVote) : undefined;
    const question = await questionClicked(questions, { questionId, place });
    if (question === undefined) return whisper(hearer, notes.forgotten);
    const why = { ...(reason && { reason }), ...(words && { words }) };
    const isNew = await feedback.keep({ question: question.id, by, vote, at, ...why });
    if (isNew) observe(vote);
    const asksWhy = vote === 'down' && reason === undefined && words === undefined;
    await whisper(hearer, asksWhy ? renderWhy(question.id) : note(notes.thanks));
  }

  return (vote: Vote): Promise<Again> =>
    patiently(options, vote.id, async () => {
      await take(vote);
      return undefined;
    });
}
