import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { RevealRequest } from '../model/answer-action.js';
import { clickedQuestion } from '../policy/clicked-question.js';
import { renderCopy, renderMoreSources } from '../render/question/reveal.js';
import * as notes from '../render/texts/notes.js';
import type { QuestionStore } from '../store/questions.js';
import type { ReadAnswer } from './read-answer.js';
import type { TraceNote } from './trace-note.js';

export interface RevealOptions {
  readonly readAnswer: ReadAnswer;
  readonly questions: Pick<QuestionStore, 'load'>;
  readonly postEphemeral: PostEphemeral;
  readonly traceNote: TraceNote;
  /** Of the instance. */
  readonly baseUrl: string;
}

/** Shows the user alone an answer as Markdown, or all of its sources. */
export function createRevealHandler(options: RevealOptions) {
  const { readAnswer, questions, postEphemeral, baseUrl } = options;

  return async (reveal: RevealRequest, signal: AbortSignal): Promise<void> => {
    const target = { place: reveal.place, user: reveal.user };
    const question = await clickedQuestion(questions, reveal);
    if (question === undefined) return postEphemeral(target, notes.questionExpired);
    const answer = await readAnswer(question, reveal.user, signal);
    if (typeof answer === 'string') return postEphemeral(target, answer);
    const { workspace } = reveal.place;
    const trace = await options.traceNote(question, { workspace, user: reveal.user });
    const notesOf =
      reveal.content === 'copy'
        ? renderCopy(answer, baseUrl, trace)
        : renderMoreSources(answer, baseUrl);
    for (const note of notesOf) await postEphemeral(target, note);
  };
}
