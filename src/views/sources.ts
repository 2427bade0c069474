import type { ViewRequest } from '../model/view-request.js';
import type { Policy } from '../policy/policy.js';
import { questionClicked } from '../question/clicked.js';
import { createReadAnswer, type ReadAnswerOptions } from '../question/read-answer.js';
import { named } from '../render/code/offered.js';
import { renderSources, sourceTurns } from '../render/code/sources.js';
import * as notes from '../render/texts/notes.js';
import { renderNotice } from '../render/views/notice.js';
import type { CodeTurnStore } from '../store/code-turns.js';
import type { QuestionStore } from '../store/questions.js';
import type { Fill } from './fill.js';

export interface SourcesFillOptions extends ReadAnswerOptions {
  readonly policy: Pick<Policy, 'mayRead'>;
  readonly questions: Pick<QuestionStore, 'load'>;
  readonly turns: Pick<CodeTurnStore, 'keep'>;
  /** Of the instance. */
  readonly baseUrl: string;
}

/** The sources of an answer, to look into: it is read again, since none rests here. */
export function createSourcesFill(options: SourcesFillOptions): Fill<'sources'> {
  const { questions, turns, baseUrl } = options;
  const read = createReadAnswer(options);

  return async ({ questionId }, opening, signal) => {
    const question = await clicked(questionId, opening);
    if (question === undefined) return renderNotice(opening, notes.forgotten);
    const answer = await read(question, signal);
    if (typeof answer === 'string') return renderNotice(opening, answer);
    const { sources } = answer;
    await turns.keep(new Map(sourceTurns(sources, baseUrl).map(named)));
    return renderSources(opening, sources, baseUrl);
  };

  /** A view carries its place along: who clicks in it may have forged that. */
  async function clicked(questionId: string, { place, user: by }: ViewRequest) {
    if (place === undefined || !(await options.policy.mayRead(place, by))) return undefined;
    return questionClicked(questions, { questionId, place });
  }
}
