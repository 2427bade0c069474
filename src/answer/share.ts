import { noneIfRefused } from '../deliver/find-messages.js';
import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import { inSimplerForms } from '../deliver/simpler-forms.js';
import type { ShareAnswer } from '../model/answer-action.js';
import type { Question } from '../model/question.js';
import { clickedQuestion } from '../policy/clicked-question.js';
import type { Policy } from '../policy/policy.js';
import type { Message } from '../render/blocks/message.js';
import { renderSharedAnswer } from '../render/question/shared-answer.js';
import * as notes from '../render/texts/notes.js';
import { SlackRefused } from '../slack/errors.js';
import type { SlackMessages } from '../slack/messages.js';
import type { ClaimStore } from '../store/claims.js';
import type { QuestionStore } from '../store/questions.js';
import type { ReadAnswer } from './read-answer.js';

export interface ShareAnswerOptions {
  readonly readAnswer: ReadAnswer;
  readonly policy: Pick<Policy, 'mayAsk'>;
  readonly questions: Pick<QuestionStore, 'load'>;
  readonly claims: Pick<ClaimStore, 'claimButton' | 'releaseButton' | 'isFirstAttempt'>;
  readonly messages: Pick<SlackMessages, 'post' | 'list'>;
  readonly postEphemeral: PostEphemeral;
  /** Of the instance. */
  readonly baseUrl: string;
}

/** Slack's clock and ours may differ by this much, ms. */
const CLOCK_SKEW_MS = 60_000;

interface Target {
  readonly workspace: string;
  readonly channel: string;
  readonly threadTs?: string;
}

/** Shares a private answer once with the channel that it was asked in. */
export function createShareAnswerHandler(options: ShareAnswerOptions) {
  const { readAnswer, policy, questions, claims, messages, postEphemeral, baseUrl } = options;

  /** A post may take effect although its reply is lost: a retry looks for its message. */
  async function left(
    target: Target,
    share: ShareAnswer,
    slot: string,
  ): Promise<string | undefined> {
    if (await claims.isFirstAttempt(`${share.id}-${slot}`)) return undefined;
    const oldest = String((share.at - CLOCK_SKEW_MS) / 1000);
    const listed = await messages.list(target, { ...target, oldest }).catch(noneIfRefused);
    return listed.find(({ metadata: tag }) => tag?.question === share.id && tag.slot === slot)?.ts;
  }

  async function post(target: Target, first: Message, tag: Tag): Promise<string> {
    const thread = target.threadTs === undefined ? {} : { threadTs: target.threadTs };
    return inSimplerForms(first, {
      send: (message) => messages.post(target, { ...message, ...thread, metadata: tag }),
    });
  }

  /** Without a thread, the other parts are posted as replies to the first. */
  async function postAll(target: Target, share: ShareAnswer, parts: readonly Message[]) {
    let at = target;
    for (const [i, message] of parts.entries()) {
      const slot = `shared.${i}`;
      const tag = { question: share.id, slot };
      const ts = (await left(at, share, slot)) ?? (await post(at, message, tag));
      at = { ...at, threadTs: at.threadTs ?? ts };
    }
  }

  /** The reply to the user: shared, or why not. */
  async function shareWithChannel(share: ShareAnswer, question: Question, signal: AbortSignal) {
    const { place, askedIn: channel, askedInThread: threadTs, user } = question;
    if (channel === undefined) return notes.questionExpired;
    const { workspace } = place;
    const target = { workspace, channel, ...(threadTs === undefined ? {} : { threadTs }) };
    const verdict = await policy.mayAsk({
      user,
      place: { ...target, direct: false },
      origin: 'form',
    });
    if (!verdict.ok) return notes.denied(verdict.why);
    // Slack does not tell who can read the channel.
    if (!verdict.here) return notes.notShared;
    const answer = await readAnswer(question, signal);
    if (typeof answer === 'string') return answer;
    return postOnce(target, share, renderSharedAnswer({ question, answer, baseUrl }));
  }

  /** After a failure, the next click tries again. */
  async function postOnce(target: Target, share: ShareAnswer, parts: readonly Message[]) {
    const button = { ...target, name: `share-${share.questionId}` };
    if ((await claims.claimButton(button, share.id)) !== share.id) return notes.sharedBefore;
    try {
      await postAll(target, share, parts);
      return notes.sharedWithChannel(target.channel);
    } catch (error) {
      if (!(error instanceof SlackRefused && error.category === 'channel')) throw error;
      await claims.releaseButton(button);
      return notes.notShared;
    }
  }

  return async (share: ShareAnswer, signal: AbortSignal): Promise<void> => {
    const { place, user: by } = share;
    const clicker = { place, user: by };
    const question = await clickedQuestion(questions, share);
    if (question === undefined) return postEphemeral(clicker, notes.questionExpired);
    if (question.user !== by) return postEphemeral(clicker, notes.mayNotReveal);
    await postEphemeral(clicker, await shareWithChannel(share, question, signal));
  };
}

interface Tag {
  readonly question: string;
  readonly slot: string;
}
