import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { AskEdited, AskRequest, MessageChanged, MessageDeleted } from '../model/intent.js';
import type { Question } from '../model/question.js';
import { note } from '../render/blocks/message.js';
import { renderQuestionEdited } from '../render/question/edited.js';
import * as notes from '../render/texts/notes.js';
import type { QuestionStore } from '../store/questions.js';
import { isOver, type Stop } from './stop.js';

export interface EditHandlersOptions {
  readonly questions: Pick<QuestionStore, 'atMessage' | 'load' | 'setFlag'>;
  readonly stop: Stop;
  readonly postEphemeral: PostEphemeral;
  /** Keeps what is asked; its id makes a repeat harmless. */
  readonly accept: (ask: AskRequest) => Promise<void>;
}

/** What becomes of a question whose message people change or delete while it is open. */
export function createEditHandlers(options: EditHandlersOptions) {
  const { questions, stop, postEphemeral } = options;

  /** The words that are at work stay: their author may ask the new ones instead. */
  async function offer({ place, messageTs, user: by, text }: MessageChanged): Promise<void> {
    const hearer = { place, user: by, messageTs };
    const questionId = await questions.atMessage({ ...place, ts: messageTs });
    const question = questionId === undefined ? undefined : await questions.load(questionId);
    if (question === undefined || isOver(question) || question.user !== by) return;
    if (question.text === text) return;
    await postEphemeral(hearer, renderQuestionEdited({ questionId: question.id, text }));
  }

  async function askAgain(again: AskEdited, signal: AbortSignal): Promise<void> {
    const { questionId, place, user: by, at, sealedResponseUrl: url } = again;
    const hearer = { place, user: by, ...(url && { sealedResponseUrl: url, replaces: true }) };
    const question = await questions.load(questionId);
    if (question === undefined) return postEphemeral(hearer, note(notes.questionExpired));
    if (question.user !== by) return postEphemeral(hearer, note(notes.mayNotCommand));
    if (!isOver(question)) await stop.stop(question, { by, at }, signal);
    await options.accept(inPlaceOf(question, again));
    await postEphemeral(hearer, note(notes.editedAsked));
  }

  /**
   * A question whose message is gone is stopped; where that was its thread's root, nothing that we
   * say would have a place, so it is withdrawn. It may be heard of before its question is taken up.
   */
  async function follow(
    { place, messageTs, user: by, at }: MessageDeleted,
    signal: AbortSignal,
  ): Promise<void> {
    const { workspace, channel, threadTs } = place;
    const stopRequest = { by, at };
    const isRoot = threadTs === messageTs;
    const known = await questions.atMessage({ workspace, channel, ts: messageTs });
    const id = known ?? `${workspace}-${channel}-${messageTs}`;
    const question = await questions.load(id);
    if (question === undefined && !isRoot) return;
    if (question !== undefined && (question.user !== by || question.phase === 'delivered')) return;
    if (isRoot) await questions.setFlag(id, 'withdrawn', stopRequest);
    if (question === undefined) await questions.setFlag(id, 'stop', stopRequest);
    else await stop.stop(question, stopRequest, signal);
  }

  return { messageChanged: offer, messageDeleted: follow, askEdited: askAgain };
}

/** The new words, behind the old ones in the same thread. */
function inPlaceOf(
  { place, messageTs, newConversation }: Question,
  { id, text, user: by, at }: AskEdited,
): AskRequest {
  return {
    kind: 'ask',
    id: `${place.workspace}-${place.channel}-${id}`,
    origin: 'suggestion',
    place,
    ...(messageTs === undefined ? {} : { messageTs }),
    user: by,
    text,
    ...(newConversation === undefined ? {} : { newConversation }),
    externallyShared: false,
    at,
  };
}
