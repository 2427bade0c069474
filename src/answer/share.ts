import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { PostOnce } from '../deliver/post-once.js';
import type { Answer } from '../model/answer.js';
import type { ShareAnswer } from '../model/answer-action.js';
import { type AuditEntry, auditPlace, type RecordAudit } from '../model/audit.js';
import type { Place } from '../model/place.js';
import type { Question } from '../model/question.js';
import { clickedQuestion } from '../policy/clicked-question.js';
import type { Policy } from '../policy/policy.js';
import type { Message } from '../render/blocks/message.js';
import { answerMentions } from '../render/markdown/mentions.js';
import { digestOf, renderShareAnyway } from '../render/question/share-anyway.js';
import { renderSharedAnswer } from '../render/question/shared-answer.js';
import * as notes from '../render/texts/notes.js';
import { SlackRefused } from '../slack/errors.js';
import type { ClaimStore } from '../store/claims.js';
import type { QuestionStore } from '../store/questions.js';
import type { MarkShared } from './mark-shared.js';
import type { ReadAnswer } from './read-answer.js';

export interface ShareAnswerOptions {
  readonly readAnswer: ReadAnswer;
  readonly policy: Pick<Policy, 'mayAsk' | 'maySetLimits' | 'audienceOf'>;
  readonly questions: Pick<QuestionStore, 'load'>;
  readonly claims: Pick<ClaimStore, 'claimButton' | 'releaseButton' | 'isDone' | 'recordDone'>;
  readonly postOnce: PostOnce;
  readonly audit: RecordAudit;
  readonly markShared: MarkShared;
  readonly postEphemeral: PostEphemeral;
  /** Of the instance. */
  readonly baseUrl: string;
}

/** Shares a private answer once with the channel that it was asked in. */
export function createShareAnswerHandler(options: ShareAnswerOptions) {
  const { readAnswer, policy, questions, claims, postOnce, markShared, postEphemeral, baseUrl } =
    options;

  /**
   * Those who set what the channel may see may show it the rest too, once they have been told what that is. Judged
   * at each click, since settings, people and answers change.
   */
  async function shareWithin(
    share: ShareAnswer,
    place: Place,
    { question, answer }: { readonly question: Question; readonly answer: Answer },
  ): Promise<string | Message> {
    const { despite, ...plain } = share;
    const { user, questionId } = share;
    const audience = await policy.audienceOf(place);
    const verdict = audience.judge(answerMentions(answer, baseUrl));
    const parts = renderSharedAnswer({ question, answer, baseUrl });
    const shared = { question, answer, parts };
    if (verdict.ok) return shareOnce(place, plain, shared);
    // As for the setting itself, which the creator of a channel cannot change.
    const mayShare = await policy.maySetLimits(place, user);
    if (mayShare && despite === digestOf(verdict)) return shareOnce(place, share, shared);
    return renderShareAnyway({ questionId, channel: place.channel, refused: verdict, mayShare });
  }

  /** The reply to the user: shared, or why not. */
  async function shareWithChannel(
    share: ShareAnswer,
    question: Question,
    signal: AbortSignal,
  ): Promise<string | Message> {
    const place = placeToShareIn(question);
    if (place === undefined) return notes.questionExpired;
    const verdict = await policy.mayAsk({ user: question.user, place, origin: 'form' });
    if (!verdict.ok) return notes.denied(verdict.why);
    if (!verdict.here) return notes.notSharedReadersUnknown;
    const answer = await readAnswer(question, share.user, signal);
    if (typeof answer === 'string') return answer;
    return shareWithin(share, place, { question, answer });
  }

  /** After a failure, the next click tries again. */
  async function shareOnce(
    place: Place,
    share: ShareAnswer,
    { question, answer, parts }: SharedAnswer,
  ): Promise<string> {
    const button = { ...place, name: `share-${share.questionId}` };
    const first = await claims.claimButton(button, share.id);
    if (first !== share.id) {
      // Not while the first click posts it, which Slack may still refuse.
      if (await claims.isDone(first)) await markShared(question, answer, place.channel);
      return notes.sharedBefore;
    }
    const record = (outcome: SharedOutcome) => options.audit(sharedEntry(share, place, outcome));
    // Before it is posted: a job that is cut off in between may not be able to complete it.
    await record(share.despite === undefined ? 'begun' : 'outside-audience');
    try {
      await postParts(postOnce, place, { share, parts });
      await claims.recordDone(share.id);
      await record('done');
      await markShared(question, answer, place.channel);
      return notes.sharedWithChannel(place.channel);
    } catch (error) {
      if (!(error instanceof SlackRefused && error.category === 'channel')) throw error;
      await claims.releaseButton(button);
      await record('refused');
      return notes.notShared;
    }
  }

  return async (share: ShareAnswer, signal: AbortSignal): Promise<void> => {
    const { place, user: by, sealedResponseUrl: url } = share;
    const clicker = { place, user: by, ...(url && { sealedResponseUrl: url, replaces: true }) };
    const question = await clickedQuestion(questions, share);
    if (question === undefined) return postEphemeral(clicker, notes.questionExpired);
    if (question.user !== by) return postEphemeral(clicker, notes.mayNotReveal);
    await postEphemeral(clicker, await shareWithChannel(share, question, signal));
  };
}

/** `outside-audience`: begun by somebody who was told that the channel is not meant to see it. */
type SharedOutcome = 'begun' | 'outside-audience' | 'done' | 'refused';

function sharedEntry(share: ShareAnswer, place: Place, outcome: SharedOutcome): AuditEntry {
  const { id, user, questionId: question } = share;
  const action = 'answer.shared';
  return { action, id: `${id} ${outcome}`, ...auditPlace(place), user, question, outcome };
}

/** Where a private answer was asked; undefined if it is not private. */
function placeToShareIn({ place, askedIn, askedInThread }: Question): Place | undefined {
  if (askedIn === undefined) return undefined;
  const thread = askedInThread === undefined ? {} : { threadTs: askedInThread };
  return { workspace: place.workspace, channel: askedIn, direct: false, ...thread };
}

interface SharedAnswer {
  readonly question: Question;
  readonly answer: Answer;
  readonly parts: readonly Message[];
}

/** Without a thread, the other parts are posted as replies to the first. */
async function postParts(
  postOnce: PostOnce,
  place: Place,
  { share, parts }: { readonly share: ShareAnswer; readonly parts: readonly Message[] },
): Promise<void> {
  let at = place;
  for (const [i, message] of parts.entries()) {
    const ts = await postOnce(at, { id: share.id, slot: `shared.${i}`, at: share.at, message });
    at = { ...at, threadTs: at.threadTs ?? ts };
  }
}
