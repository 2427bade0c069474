import type { DeepSearch } from '../deepsearch/client.js';
import { Refused, ServiceError } from '../deepsearch/errors.js';
import type { Answer } from '../model/answer.js';
import type { Reveal } from '../model/intent.js';
import type { Question } from '../model/question.js';
import type { Policy } from '../policy/policy.js';
import { withDoubts } from '../poll/citations.js';
import { type Again, type Patience, patiently } from '../poll/patience.js';
import * as notes from '../render/notes.js';
import { renderCopy, renderMoreSources } from '../render/reveal.js';
import type { QuestionStore } from '../store/questions.js';
import { questionClicked } from './clicked.js';
import type { Whisper } from './whisper.js';

export interface RevealOptions extends Patience {
  readonly policy: Pick<Policy, 'mayAsk'>;
  readonly questions: Pick<QuestionStore, 'load'>;
  readonly instance: Pick<DeepSearch, 'read'>;
  readonly credentialFor: (question: Question) => Promise<string>;
  readonly whisper: Whisper;
  /** Of the instance. */
  readonly baseUrl: string;
}

/** Somebody wants more of an answer: it is read again, since none rests here, and told in private. */
export function createReveal(options: RevealOptions) {
  const { policy, questions, whisper, baseUrl } = options;

  /** The answer, or why there is none. */
  async function read(question: Question, signal: AbortSignal): Promise<Answer | string> {
    const { ref } = question;
    if (ref === undefined) return notes.answerGone();
    const token = await options.credentialFor(question);
    try {
      const snapshot = await options.instance.read({ token, ref, signal });
      if (snapshot.status !== 'completed') return notes.answerGone();
      return withDoubts(snapshot.answer, question.doubts);
    } catch (error) {
      if (error instanceof Refused) return notes.answerGone();
      // Who clicked is looking now: a note in an hour would be of no use.
      if (error instanceof ServiceError) return notes.answerAway();
      throw error;
    }
  }

  async function take(reveal: Reveal, signal: AbortSignal): Promise<void> {
    const hearer = { place: reveal.place, asker: reveal.by };
    const verdict = await policy.mayAsk(hearer);
    if (!verdict.ok) return verdict.tell ? whisper(hearer, notes.mayNotReveal()) : undefined;
    const question = await questionClicked(questions, reveal);
    if (question === undefined) return whisper(hearer, notes.forgotten());
    const answer = await read(question, signal);
    if (typeof answer === 'string') return whisper(hearer, answer);
    const render = reveal.what === 'copy' ? renderCopy : renderMoreSources;
    for (const note of render(answer, baseUrl)) await whisper(hearer, note);
  }

  return (reveal: Reveal, signal: AbortSignal): Promise<Again> =>
    patiently(options, reveal.id, async () => {
      await take(reveal, signal);
      return undefined;
    });
}
