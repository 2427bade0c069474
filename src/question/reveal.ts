import { type Again, type Patience, patiently } from '../lifecycle/patience.js';
import type { RevealRequest } from '../model/answer-action.js';
import type { Policy } from '../policy/policy.js';
import * as notes from '../render/texts/notes.js';
import { renderCopy, renderMoreSources } from '../render/reveal.js';
import type { QuestionStore } from '../store/questions.js';
import { questionClicked } from './clicked.js';
import { createReadAnswer, type ReadAnswerOptions } from './read-answer.js';
import type { PostEphemeral } from './whisper.js';

export interface RevealOptions extends Patience, ReadAnswerOptions {
  readonly policy: Pick<Policy, 'mayAsk'>;
  readonly questions: Pick<QuestionStore, 'load'>;
  readonly whisper: PostEphemeral;
  /** Of the instance. */
  readonly baseUrl: string;
}

/** Somebody wants more of an answer: it is read again, since none rests here, and told in private. */
export function createReveal(options: RevealOptions) {
  const { policy, questions, whisper, baseUrl } = options;
  const read = createReadAnswer(options);

  async function take(reveal: RevealRequest, signal: AbortSignal): Promise<void> {
    const hearer = { place: reveal.place, user: reveal.user };
    const verdict = await policy.mayAsk(hearer);
    if (!verdict.ok) return verdict.tell ? whisper(hearer, notes.mayNotReveal) : undefined;
    const question = await questionClicked(questions, reveal);
    if (question === undefined) return whisper(hearer, notes.forgotten);
    const answer = await read(question, signal);
    if (typeof answer === 'string') return whisper(hearer, answer);
    const render = reveal.what === 'copy' ? renderCopy : renderMoreSources;
    for (const note of render(answer, baseUrl)) await whisper(hearer, note);
  }

  return (reveal: RevealRequest, signal: AbortSignal): Promise<Again> =>
    patiently(options, reveal.id, async () => {
      await take(reveal, signal);
      return undefined;
    });
}
