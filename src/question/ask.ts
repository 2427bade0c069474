import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import { DirectMessageRefused } from '../deliver/threads.js';
import type { Logger } from '../log.js';
import { type AuditEntry, auditPlace, type RecordAudit } from '../model/audit.js';
import type { AskRequest } from '../model/intent.js';
import { MAX_QUESTION_LENGTH } from '../model/limits.js';
import type { Question } from '../model/question.js';
import { withoutRepositories } from '../model/repository-scope.js';
import { denied } from '../model/verdict.js';
import { clickedQuestion } from '../policy/clicked-question.js';
import type { Policy } from '../policy/policy.js';
import * as notes from '../render/texts/notes.js';
import { isTokenRefused, SlackRefused } from '../slack/errors.js';
import type { SlackMessages } from '../slack/messages.js';
import type { ClaimStore } from '../store/claims.js';
import type { QuestionStore } from '../store/questions.js';
import type { AwaitThread } from './await-thread.js';
import type { IgnoreEarlyStop } from './ignore-early-stop.js';
import type { OpenPlace } from './open-place.js';
import type { RecordQuestion } from './record-question.js';
import type { RefuseAsk, RefuseLimited, RefuseTooLong, RefuseTooManyWaiting } from './refusal.js';

export interface AskHandlerOptions {
  readonly policy: Pick<Policy, 'mayAsk' | 'isOwnDirectMessage'>;
  readonly questions: Pick<QuestionStore, 'load' | 'close'>;
  readonly claims: Pick<ClaimStore, 'claimButton' | 'reclaimButton'>;
  readonly messages: Pick<SlackMessages, 'openDirect'>;
  readonly refuse: RefuseAsk;
  readonly refuseLimited: RefuseLimited;
  readonly refuseTooLong: RefuseTooLong;
  /** False: too many questions of its asker wait for their account. */
  readonly mayWait: (ask: AskRequest) => Promise<boolean>;
  readonly refuseTooManyWaiting: RefuseTooManyWaiting;
  readonly awaitThread: AwaitThread;
  readonly recordQuestion: RecordQuestion;
  readonly ignoreEarlyStop: IgnoreEarlyStop;
  readonly openPlace: OpenPlace;
  readonly postEphemeral: PostEphemeral;
  readonly schedule: (questionId: string) => Promise<void>;
  /** Called when a question was accepted; never throws. */
  readonly begun: (question: Question) => Promise<void>;
  /** Called when it is not asked, which its asker was told. */
  readonly notAsked?: (ask: AskRequest) => void;
  readonly audit: RecordAudit;
  readonly logger: Logger;
}

export type HandleAsk = (ask: AskRequest) => Promise<void>;

/**
 * Accepts a question: checks the permission, creates the record, queues it in its thread and adds its
 * job. Safe to run again after a crash. Throws while Slack refuses our token.
 */
export function createAskHandler(options: AskHandlerOptions): HandleAsk {
  const { policy, questions, claims, refuse, recordQuestion, postEphemeral } = options;

  /** False if no answer can be posted. */
  async function openPlace(ask: AskRequest, question: Question): Promise<boolean> {
    try {
      await options.openPlace(ask, question);
    } catch (error) {
      if (error instanceof DirectMessageRefused) return false;
      throw error;
    }
    return true;
  }

  /** No answer can be posted, so nothing is asked. */
  async function closeUnreachable(ask: AskRequest): Promise<void> {
    await refuse(ask, denied('nowhere-to-answer'));
    const question = await questions.load(ask.id);
    if (question === undefined) return;
    const closed = { ...question, phase: 'delivered' } as const;
    await questions.close(closed, { uncounted: true });
  }

  return async (asked: AskRequest): Promise<void> => {
    const once = (told: Promise<void>) => told.then(() => options.notAsked?.(asked));
    const placed = await withPlace(options, asked);
    // Without a direct message, those who may not ask are still told what others of their kind are.
    const verdict = await policy.mayAsk(placed ?? asked);
    if (placed === undefined) {
      return once(refuse(asked, verdict.ok ? denied('unreachable') : verdict));
    }
    if (!verdict.ok) return once(refuse(placed, verdict));
    const ask = await withText(questions, placed);
    if (ask === undefined) return once(postEphemeral(placed, notes.questionExpired));
    if (ask.text.length > MAX_QUESTION_LENGTH) return once(options.refuseTooLong(ask));
    if (await isRepeatedClick({ claims, questions }, ask)) {
      return once(postEphemeral(ask, notes.alreadyAsked));
    }
    if (!(await options.mayWait(ask))) return once(options.refuseTooManyWaiting(ask));
    await options.awaitThread(ask);
    const recorded = await recordQuestion(ask, verdict.here);
    if (recorded.kind === 'limited') return once(options.refuseLimited(ask, recorded.refusal));
    await options.audit(askedEntry(ask));
    if (recorded.kind === 'answered') return;
    const { question } = recorded;
    await options.ignoreEarlyStop(question);
    if (!(await openPlace(ask, question))) return once(closeUnreachable(ask));
    await options.schedule(ask.id);
    await options.begun(question);
  };
}

function askedEntry({ id, place, user, origin }: AskRequest): AuditEntry {
  return {
    action: 'question.asked',
    id,
    ...auditPlace(place),
    user,
    question: id,
    outcome: origin,
  };
}

/**
 * A private question is asked in the user's direct message, which is opened here; undefined if it
 * cannot be opened. A slash command does not say whether a direct message is the app's own.
 */
async function withPlace(
  { messages, policy }: Pick<AskHandlerOptions, 'messages' | 'policy'>,
  ask: AskRequest,
): Promise<AskRequest | undefined> {
  const { privately, place, user } = ask;
  if (privately !== true || place.channel !== user) {
    const direct = place.direct || (await policy.isOwnDirectMessage(place));
    return { ...ask, place: { ...place, direct } };
  }
  try {
    const channel = await messages.openDirect(place.workspace, user);
    return { ...ask, place: { workspace: place.workspace, channel, direct: true } };
  } catch (error) {
    if (!(error instanceof SlackRefused) || isTokenRefused(error)) throw error;
    return undefined;
  }
}

/**
 * Adds the text of the question to ask again, if the request only names that; undefined if its
 * record has expired.
 */
async function withText(
  questions: Pick<QuestionStore, 'load'>,
  ask: AskRequest,
): Promise<AskRequest | undefined> {
  const { repeatOf: questionId, place } = ask;
  if (questionId === undefined) return ask;
  const before = await clickedQuestion(questions, { questionId, place });
  if (before === undefined) return undefined;
  const { text, subject } = before;
  const again = { ...ask, text, ...(subject === undefined ? {} : { subject }) };
  if (ask.chosenRepositories !== undefined) return elsewhere(again);
  const { chosenRepositories } = before;
  return chosenRepositories === undefined ? again : { ...again, chosenRepositories };
}

/** What limits the question in its own words no longer counts. */
function elsewhere(ask: AskRequest): AskRequest {
  const text = withoutRepositories(ask.text);
  return text === '' ? ask : { ...ask, text };
}

/**
 * A button asks once, however often it is clicked, until its question is delivered. The question of
 * the first click may have no record yet.
 */
async function isRepeatedClick(
  { claims, questions }: Pick<AskHandlerOptions, 'claims' | 'questions'>,
  ask: AskRequest,
): Promise<boolean> {
  if (ask.origin !== 'suggestion' || ask.buttonId === undefined) return false;
  const { workspace, channel } = ask.place;
  const button = { workspace, channel, name: ask.buttonId };
  const first = await claims.claimButton(button, ask.id);
  if (first === ask.id) return false;
  const asked = await questions.load(first);
  if (asked?.phase !== 'delivered') return true;
  return !(await claims.reclaimButton(button, { before: first, id: ask.id }));
}
