import type { DeepSearch } from '../deepsearch/client.js';
import { Refused } from '../deepsearch/errors.js';
import type { Answer } from '../model/answer.js';
import type { Opening } from '../model/intent.js';
import type { Question } from '../model/question.js';
import type { Who } from '../model/talk.js';
import type { Policy } from '../policy/policy.js';
import { questionClicked } from '../question/clicked.js';
import { named } from '../render/code/offered.js';
import { renderSources, sourceTurns } from '../render/code/sources.js';
import * as notes from '../render/notes.js';
import { renderNotice } from '../render/views/notice.js';
import type { CodeTurnStore } from '../store/code-turns.js';
import type { QuestionStore } from '../store/questions.js';
import type { Fill } from './fill.js';

export interface SourcesFillOptions {
  readonly policy: Pick<Policy, 'mayRead'>;
  readonly questions: Pick<QuestionStore, 'load'>;
  readonly instance: Pick<DeepSearch, 'read'>;
  readonly turns: Pick<CodeTurnStore, 'keep'>;
  readonly credentialFor: (who: Who) => Promise<string>;
  /** Of the instance. */
  readonly baseUrl: string;
}

/** The sources of an answer, to look into: it is read again, since none rests here. */
export function createSourcesFill(options: SourcesFillOptions): Fill<'sources'> {
  const { questions, instance, turns, credentialFor, baseUrl } = options;

  async function read({ ref, place, asker }: Question, signal: AbortSignal) {
    if (ref === undefined) return undefined;
    const token = await credentialFor({ workspace: place.workspace, user: asker });
    return instance.read({ token, ref, signal }).then(answerIn, nothingWhereRefused);
  }

  return async ({ questionId }, opening, signal) => {
    const question = await clicked(questionId, opening);
    if (question === undefined) return renderNotice(opening, notes.forgotten());
    const answer = await read(question, signal);
    if (answer === undefined) return renderNotice(opening, notes.answerGone());
    const { sources } = answer;
    await turns.keep(new Map(sourceTurns(sources, baseUrl).map(named)));
    return renderSources(opening, sources, baseUrl);
  };

  /** A view carries its place along: who clicks in it may have forged that. */
  async function clicked(questionId: string, { place, by }: Opening) {
    if (place === undefined || !(await options.policy.mayRead(place, by))) return undefined;
    return questionClicked(questions, { questionId, place });
  }
}

function answerIn(snapshot: Awaited<ReturnType<DeepSearch['read']>>): Answer | undefined {
  return snapshot.status === 'completed' ? snapshot.answer : undefined;
}

function nothingWhereRefused(error: unknown): undefined {
  if (!(error instanceof Refused)) throw error;
}
