import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import { DirectMessageRefused } from '../deliver/threads.js';
import type { Logger } from '../log.js';
import type { AskRequest } from '../model/intent.js';
import { threadOf } from '../model/place.js';
import type { Question } from '../model/question.js';
import { clickedQuestion } from '../policy/clicked-question.js';
import type { Policy } from '../policy/policy.js';
import { type Denial, denied } from '../policy/verdict.js';
import * as notes from '../render/texts/notes.js';
import { isSlackError, SlackRefused } from '../slack/errors.js';
import type { SlackMessages } from '../slack/messages.js';
import type { CompleteStep } from '../slack/workflows.js';
import type { AcceptedQuestionStore } from '../store/accepted-questions.js';
import type { ClaimStore } from '../store/claims.js';
import type { QuestionStore } from '../store/questions.js';
import type { SettingsStore } from '../store/settings.js';
import type { ThreadStore } from '../store/threads.js';
import { tellNotAccepted, tellRefused } from './refusal.js';
import type { ShowAccepted } from './show-accepted.js';

export interface AskHandlerOptions {
  readonly policy: Pick<Policy, 'mayAsk'>;
  readonly questions: QuestionStore;
  readonly threads: ThreadStore;
  readonly acceptedQuestions: Pick<AcceptedQuestionStore, 'remove'>;
  readonly settings: Pick<SettingsStore, 'load'>;
  readonly claims: Pick<ClaimStore, 'claimButton' | 'reclaimButton' | 'releaseButton'>;
  readonly messages: Pick<SlackMessages, 'openDirect'>;
  readonly showAccepted: ShowAccepted;
  readonly postEphemeral: PostEphemeral;
  readonly schedule: (questionId: string) => Promise<void>;
  /** Called when a question was accepted; never throws. */
  readonly begun: (question: Question) => Promise<void>;
  /** Tells the workflow that asked, where one did. */
  readonly completeStep: CompleteStep;
  readonly now: () => number;
  readonly logger: Logger;
}

export type HandleAsk = (ask: AskRequest) => Promise<void>;

/**
 * Accepts a question: checks the permission, creates the record, queues it in its thread, shows the
 * status and adds the job. Safe to run again after a crash.
 */
export function createAskHandler(options: AskHandlerOptions): HandleAsk {
  const { policy, questions, threads, showAccepted, postEphemeral, now, logger } = options;

  async function refuse(ask: AskRequest, denial: Denial): Promise<void> {
    logger.info({ question: ask.id, why: denial.why }, 'question refused');
    const thread = threadOf(ask);
    if (thread !== undefined) {
      await threads.releaseClaim(thread, ask.id);
      await options.acceptedQuestions.remove(thread, ask);
    }
    await tellRefused(options, ask, denial);
  }

  /**
   * Creates the record; undefined if a repeated event asks what is answered already. `here`: as in
   * the verdict.
   */
  async function accept(ask: AskRequest, here: boolean): Promise<Question | undefined> {
    const { workspace, channel, direct } = ask.place;
    const { answers } = await options.settings.load(workspace, channel);
    const privately = !direct && answers === 'asker' ? ({ privately: true } as const) : {};
    const unseen = here ? {} : ({ unknownAudience: true } as const);
    await questions.create({ ...newQuestion(ask), ...privately, ...unseen }, now());
    const question = await questions.load(ask.id);
    if (question === undefined || question.phase === 'delivered') return undefined;
    const thread = threadOf(question);
    if (thread === undefined) return question;
    await threads.claim(thread, ask.id);
    if (unmutesThread(ask)) await threads.setMuted(thread, { muted: false, at: ask.at });
    return question;
  }

  /**
   * A button asks once, however often it is clicked, until its question is delivered. The question of
   * the first click may have no record yet.
   */
  async function isRepeatedClick(ask: AskRequest): Promise<boolean> {
    if (ask.origin !== 'suggestion' || ask.buttonId === undefined) return false;
    const { workspace, channel } = ask.place;
    const button = { workspace, channel, name: ask.buttonId };
    const first = await options.claims.claimButton(button, ask.id);
    if (first === ask.id) return false;
    const asked = await questions.load(first);
    if (asked?.phase !== 'delivered') return true;
    return !(await options.claims.reclaimButton(button, { before: first, id: ask.id }));
  }

  /** Adds the text of the question to ask again, if the request only names that. */
  async function withText(ask: AskRequest): Promise<AskRequest | undefined> {
    const { repeatOf: questionId, place } = ask;
    if (questionId === undefined) return ask;
    const before = await clickedQuestion(questions, { questionId, place });
    return before && { ...ask, text: before.text };
  }

  /** No answer can be posted, so nothing is asked. */
  async function closeUnreachable(ask: AskRequest): Promise<void> {
    await refuse(ask, denied('nowhere-to-answer'));
    const question = await questions.load(ask.id);
    if (question === undefined) return;
    await questions.close({ ...question, phase: 'delivered' }, threadOf(question));
  }

  return async (asked: AskRequest): Promise<void> => {
    const somewhere = await placed(asked, options.messages);
    if (somewhere === undefined) return refuse(asked, denied('unreachable'));
    const verdict = await policy.mayAsk(somewhere);
    if (!verdict.ok) return refuse(somewhere, verdict);
    const ask = await withText(somewhere);
    if (ask === undefined) return postEphemeral(somewhere, notes.questionExpired);
    if (await isRepeatedClick(ask)) return postEphemeral(ask, notes.alreadyAsked);
    const question = await accept(ask, verdict.here);
    if (question === undefined) return;
    try {
      await showAccepted(ask, question);
    } catch (error) {
      if (error instanceof DirectMessageRefused) return closeUnreachable(ask);
      // The question's own job posts the status later.
      if (!isSlackError(error)) throw error;
      logger.warn({ err: error, question: ask.id }, 'status message delayed: Slack error');
    }
    await options.schedule(ask.id);
    await options.begun(question);
  };
}

/**
 * A private question is asked in the user's direct message, which is opened here; undefined if it
 * cannot be opened.
 */
async function placed(
  ask: AskRequest,
  messages: AskHandlerOptions['messages'],
): Promise<AskRequest | undefined> {
  const { privately, place, user } = ask;
  if (privately !== true || place.channel !== user) return ask;
  try {
    const channel = await messages.openDirect(place.workspace, user);
    return { ...ask, place: { workspace: place.workspace, channel, direct: true } };
  } catch (error) {
    if (!(error instanceof SlackRefused)) throw error;
    return undefined;
  }
}

/** A mention unmutes a thread. In a muted thread, no other reply gets here. */
function unmutesThread({ origin, place, messageTs }: AskRequest): boolean {
  return (origin === 'mention' || origin === 'direct') && place.threadTs !== messageTs;
}

/** After a repeated bug, or a day of transient errors: the question's job fails it, or the user is told. */
export function createAskGiveUp(by: Pick<AskHandlerOptions, GiveUp>) {
  return async function giveUpAsk(ask: AskRequest, error: unknown): Promise<void> {
    by.logger.error({ err: error, question: ask.id }, 'question not accepted: giving up');
    if ((await by.questions.load(ask.id)) !== undefined) return by.schedule(ask.id);
    if (ask.buttonId !== undefined)
      await by.claims.releaseButton({ ...ask.place, name: ask.buttonId });
    await tellNotAccepted(by, ask);
  };
}

type GiveUp = 'questions' | 'claims' | 'schedule' | 'postEphemeral' | 'completeStep' | 'logger';

/** The record of a new question. */
export function newQuestion(ask: AskRequest): Question {
  return {
    v: 1,
    id: ask.id,
    revision: 0,
    phase: 'received',
    origin: ask.origin,
    place: ask.place,
    ...(ask.messageTs === undefined ? {} : { messageTs: ask.messageTs }),
    user: ask.user,
    text: ask.text,
    ...(ask.newConversation === undefined ? {} : { newConversation: ask.newConversation }),
    askedAt: ask.at,
    ...(ask.execution === undefined ? {} : { workflow: { execution: ask.execution } }),
    posts: {},
  };
}
