import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { Logger } from '../log.js';
import type { AskRequest } from '../model/intent.js';
import { threadOf } from '../model/place.js';
import type { Question } from '../model/question.js';
import { clickedQuestion } from '../policy/clicked-question.js';
import type { Denial, Policy } from '../policy/policy.js';
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
  /** Told when a question is at work; never throws. */
  readonly begun: (question: Question) => Promise<void>;
  /** Tells the workflow that asked, where one did. */
  readonly completeStep: CompleteStep;
  readonly now: () => number;
  readonly logger: Logger;
}

export type HandleAsk = (ask: AskRequest) => Promise<void>;

/**
 * Something was asked: check who asks, write the record, line it up in its thread, show that it is
 * being worked on, and give it its job. Running it again after a crash goes on where it stopped.
 */
export function createAskHandler(options: AskHandlerOptions): HandleAsk {
  const { policy, questions, threads, showAccepted, postEphemeral, now, logger } = options;

  async function turnAway(ask: AskRequest, denial: Denial): Promise<void> {
    logger.info({ question: ask.id, why: denial.why }, 'question refused');
    const thread = threadOf(ask);
    if (thread !== undefined) {
      await threads.releaseClaim(thread, ask.id);
      await options.acceptedQuestions.remove(thread, ask);
    }
    await tellRefused(options, ask, denial);
  }

  /**
   * The record, lined up in its thread; undefined where a late repeat asks what is answered. With
   * `here` false nobody tells who reads along.
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
    if (speaksToUs(ask)) await threads.setMuted(thread, { muted: false, at: ask.at });
    return question;
  }

  /**
   * A button asks once, however often it is pressed, until what it asked has ended. The first press
   * may have no record yet: that is still to come.
   */
  async function pressedBefore(ask: AskRequest): Promise<boolean> {
    if (ask.origin !== 'suggestion' || ask.buttonId === undefined) return false;
    const { workspace, channel } = ask.place;
    const button = { workspace, channel, name: ask.buttonId };
    const first = await options.claims.claimButton(button, ask.id);
    if (first === ask.id) return false;
    const asked = await questions.load(first);
    if (asked?.phase !== 'delivered') return true;
    return !(await options.claims.reclaimButton(button, { before: first, id: ask.id }));
  }

  /** With the text of the question that it asks again, where it only names that. */
  async function whole(ask: AskRequest): Promise<AskRequest | undefined> {
    const { repeatOf: questionId, place } = ask;
    if (questionId === undefined) return ask;
    const before = await clickedQuestion(questions, { questionId, place });
    return before && { ...ask, text: before.text };
  }

  return async (asked: AskRequest): Promise<void> => {
    const somewhere = await placed(asked, options.messages);
    if (somewhere === undefined) return turnAway(asked, NOBODY);
    const verdict = await policy.mayAsk(somewhere);
    if (!verdict.ok) return turnAway(somewhere, verdict);
    const ask = await whole(somewhere);
    if (ask === undefined) return postEphemeral(somewhere, notes.questionExpired);
    if (await pressedBefore(ask)) return postEphemeral(ask, notes.alreadyAsked);
    const question = await accept(ask, verdict.here);
    if (question === undefined) return;
    try {
      await showAccepted(ask, question);
    } catch (error) {
      // The question's own job shows the status when Slack takes it.
      if (!isSlackError(error)) throw error;
      logger.warn({ err: error, question: ask.id }, 'the status message waits');
    }
    await options.schedule(ask.id);
    await options.begun(question);
  };
}

/** Who cannot be written to. */
const NOBODY: Denial = { ok: false, why: 'unknown', tell: false };

/**
 * What is asked in private lives in the asker's direct message with us, which is opened here;
 * undefined where there can be none.
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
    if (!(error instanceof SlackRefused && error.category === 'channel')) throw error;
    return undefined;
  }
}

/** In a thread that is muted nothing else of what people say comes this far. */
function speaksToUs({ origin, place, messageTs }: AskRequest): boolean {
  return (origin === 'mention' || origin === 'direct') && place.threadTs !== messageTs;
}

/** After a mistake of ours that repeats, or a day of trouble: the question's own job ends it, or a private note does. */
export function createAskGiveUp(by: Pick<AskHandlerOptions, GiveUp>) {
  return async function giveUpAsk(ask: AskRequest, error: unknown): Promise<void> {
    by.logger.error({ err: error, question: ask.id }, 'given up: not taken up');
    if ((await by.questions.load(ask.id)) !== undefined) return by.schedule(ask.id);
    if (ask.buttonId !== undefined)
      await by.claims.releaseButton({ ...ask.place, name: ask.buttonId });
    await tellNotAccepted(by, ask);
  };
}

type GiveUp = 'questions' | 'claims' | 'schedule' | 'postEphemeral' | 'completeStep' | 'logger';

/** The record of what was just asked. */
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
