import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { AskEdited, AskRequest, MessageChanged, MessageDeleted } from '../model/intent.js';
import { hasEnded, type Question } from '../model/question.js';
import { note } from '../render/blocks/message.js';
import { renderQuestionEdited } from '../render/question/edited.js';
import * as notes from '../render/texts/notes.js';
import type { ConversationStore } from '../store/conversations.js';
import type { QuestionStore } from '../store/questions.js';
import type { HandleAsk } from './ask.js';
import type { Stop } from './stop.js';

export interface EditHandlersOptions {
  readonly questions: Pick<QuestionStore, 'atMessage' | 'load' | 'setFlag'>;
  readonly conversations: Pick<ConversationStore, 'withdraw'>;
  readonly stop: Stop;
  readonly postEphemeral: PostEphemeral;
  /** Accepts a question, or tells its user why not; its id makes a repeat harmless. */
  readonly ask: HandleAsk;
}

/** Handles edits and deletions of messages that asked an open question. */
export function createEditHandlers(options: EditHandlersOptions) {
  const { questions, stop, postEphemeral } = options;

  /** The original question stays open; its author may ask the new text instead. */
  async function offer({ place, messageTs, user: by, text }: MessageChanged): Promise<void> {
    const target = { place, user: by, messageTs };
    const questionId = await questions.atMessage({ ...place, ts: messageTs });
    const question = questionId === undefined ? undefined : await questions.load(questionId);
    if (question === undefined || hasEnded(question) || question.user !== by) return;
    if (question.text === text) return;
    await postEphemeral(target, renderQuestionEdited({ questionId: question.id, text }));
  }

  /** The original question is stopped only once the new one is accepted: that may be refused. */
  async function askAgain(again: AskEdited, signal: AbortSignal): Promise<void> {
    const { questionId, place, user: by, at, sealedResponseUrl: url } = again;
    const target = { place, user: by, ...(url && { sealedResponseUrl: url, replaces: true }) };
    const question = await questions.load(questionId);
    if (question === undefined || !isAskedIn(question, place.channel)) {
      return postEphemeral(target, note(notes.questionExpired));
    }
    if (question.user !== by) return postEphemeral(target, note(notes.mayNotCommand));
    const replacement = inPlaceOf(question, again);
    await options.ask(replacement);
    const accepted = await questions.load(replacement.id);
    if (accepted === undefined || accepted.phase === 'delivered') return;
    if (!hasEnded(question)) await stop(question, { by, at }, signal);
    await postEphemeral(target, note(notes.editedAsked));
  }

  /**
   * Stops a question whose message was deleted, and hides it; its job removes what it left. The deletion may
   * arrive before the question is accepted. A question whose outcome was shown stays as it is.
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
    const before = await questions.load(id);
    if (before === undefined && known === undefined && !isRoot) return;
    if (before !== undefined && (before.user !== by || before.phase === 'delivered')) return;
    await questions.setFlag(id, 'withdrawn', stopRequest);
    const question = await questions.load(id);
    if (question === undefined) {
      await questions.setFlag(id, 'stop', stopRequest);
      return;
    }
    // Else its job may be showing the outcome, without knowledge of the deletion.
    if (!hasEnded(question) && question.ref !== undefined) {
      await options.conversations.withdraw(question.ref);
    }
    await stop(question, stopRequest, signal);
  }

  return { messageChanged: offer, messageDeleted: follow, askEdited: askAgain };
}

/** A forged click must not ask in another channel: its user may no longer be in that. */
function isAskedIn({ place, askedIn }: Question, channel: string): boolean {
  return channel === place.channel || channel === askedIn;
}

/** The new text as a question of its own in the same thread. */
function inPlaceOf(question: Question, again: AskEdited): AskRequest {
  const { place, messageTs, newConversation } = question;
  const { id, text, user: by, at, sealedResponseUrl } = again;
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
    ...(hasEnded(question) ? {} : { insteadOf: question.id }),
    ...(sealedResponseUrl === undefined ? {} : { sealedResponseUrl }),
  };
}
