import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { Logger } from '../log.js';
import { MAX_WAITING } from '../model/account.js';
import { auditPlace, type RecordAudit } from '../model/audit.js';
import { BUDGET_SETTINGS, isBudget } from '../model/budget.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { AskRequest, IncompleteStep } from '../model/intent.js';
import { MAX_QUESTION_LENGTH, type ReachedLimit } from '../model/limits.js';
import { threadOf } from '../model/place.js';
import type { SettingSource } from '../model/settings-layers.js';
import type { Denial, DenialReason } from '../model/verdict.js';
import { renderTooManyWaiting } from '../render/account/connect-first.js';
import { note } from '../render/blocks/message.js';
import * as accountTexts from '../render/texts/account.js';
import * as limitTexts from '../render/texts/limits.js';
import * as notes from '../render/texts/notes.js';
import * as workflowTexts from '../render/texts/workflow.js';
import type { CompleteStep } from '../slack/workflows.js';
import type { AcceptedQuestionStore } from '../store/accepted-questions.js';
import type { ClaimStore } from '../store/claims.js';
import { NewerQuestion, type QuestionStore } from '../store/questions.js';
import type { SettingsStore } from '../store/settings.js';
import type { ThreadStore } from '../store/threads.js';
import type { LimitRefusal } from './record-question.js';

interface Replies {
  readonly postEphemeral: PostEphemeral;
  /** Tells the workflow that asked, where one did. */
  readonly completeStep: CompleteStep;
}

interface AcceptedParts {
  readonly threads: Pick<ThreadStore, 'releaseClaim'>;
  readonly acceptedQuestions: Pick<AcceptedQuestionStore, 'remove'>;
  readonly audit: RecordAudit;
}

export interface RefuseAskOptions extends Replies, AcceptedParts {
  readonly logger: Logger;
}

export type RefuseAsk = (ask: AskRequest, denial: Denial) => Promise<void>;

/**
 * Refuses a question: it no longer claims its thread, and the user is told why in private, or the
 * workflow that asked.
 */
export function createRefuseAsk(options: RefuseAskOptions): RefuseAsk {
  const { postEphemeral, logger } = options;

  return async (ask, { why, tell }) => {
    logger.info({ question: ask.id, why }, 'question refused');
    await recordRefused(options, ask, why);
    if (ask.execution !== undefined) return failStep(options, ask, workflowTexts.stepDenied(why));
    // Slack may be in trouble as a whole: then the question is looked at again, never forgotten.
    const target = FOR_SLACK.has(why) ? { ...ask, mustArrive: true } : ask;
    if (tell) await postEphemeral(target, notes.denied(why));
  };
}

/** Not about the user, but about what Slack lets us do. */
const FOR_SLACK: ReadonlySet<DenialReason> = new Set(['unverified', 'nowhere-to-answer']);

export interface RefuseLimitedOptions extends Replies, AcceptedParts {
  readonly claims: Pick<ClaimStore, 'releaseButton' | 'isDone' | 'recordDone'>;
  /** Whether somebody may get another note: a flood of refused questions is not answered by one. */
  readonly mayTell: (user: WorkspaceUser) => Promise<boolean>;
  /** Where a budget is set, and so who can raise it. */
  readonly settings: Pick<SettingsStore, 'explain'>;
  readonly observe: (reached: ReachedLimit) => void;
  readonly logger: Logger;
}

export type RefuseLimited = (ask: AskRequest, refusal: LimitRefusal) => Promise<void>;

/** Refuses a question because of a limit or a budget: the user is told in private when they can ask again. */
export function createRefuseLimited(options: RefuseLimitedOptions): RefuseLimited {
  const { claims, postEphemeral, mayTell, settings, observe, logger } = options;

  /** A repeat needs no permission: it is about the same note. */
  async function isToBeTold({ id, place, user, insteadOf }: AskRequest, repeated: boolean) {
    if (repeated) return !(await claims.isDone(id));
    return insteadOf !== undefined || mayTell({ workspace: place.workspace, user });
  }

  /** Where the budget is set. */
  async function sourceOf({ place }: AskRequest, { scope }: ReachedLimit): Promise<SettingSource> {
    const { sources } = await settings.explain(place.workspace, place.channel);
    return sources[BUDGET_SETTINGS[scope]];
  }

  async function tell(ask: AskRequest, reached: ReachedLimit): Promise<void> {
    const edited = ask.insteadOf !== undefined;
    const from = isBudget(reached) ? { budgetFrom: await sourceOf(ask, reached) } : {};
    const question = { direct: ask.place.direct, edited, ...from };
    const text = limitTexts.questionLimit(reached, question);
    // The note about an edited question replaces the one with the button.
    await postEphemeral({ ...ask, mustArrive: true, replaces: edited }, note(text));
    await claims.recordDone(ask.id);
  }

  return async (ask, { reached, repeated }) => {
    if (!repeated) {
      logRefusal(logger, ask, reached);
      observe(reached);
    }
    await recordRefused(options, ask, `${isBudget(reached) ? 'budget' : 'limit'}-${reached.scope}`);
    if (ask.execution !== undefined)
      return failStep(options, ask, workflowTexts.stepLimited(reached));
    if (await isToBeTold(ask, repeated)) await tell(ask, reached);
    // The button can be clicked again later.
    if (ask.buttonId !== undefined) {
      await claims.releaseButton({ ...ask.place, name: ask.buttonId });
    }
  };
}

function logRefusal(logger: Logger, { id: question }: AskRequest, reached: ReachedLimit): void {
  const { scope: limit } = reached;
  if (!isBudget(reached)) {
    logger.info({ question, limit }, 'question refused: limit reached');
    return;
  }
  const { period, measure } = reached;
  logger.info({ question, limit, period, measure }, 'question refused: budget used up');
}

export interface RefuseTooLongOptions extends Replies, AcceptedParts {
  readonly observe: (limit: 'text') => void;
}

export type RefuseTooLong = (ask: AskRequest) => Promise<void>;

/** Refuses a question whose text is too long. */
export function createRefuseTooLong(options: RefuseTooLongOptions): RefuseTooLong {
  return async (ask) => {
    options.observe('text');
    await recordRefused(options, ask, 'too-long');
    const lengths = { length: ask.text.length, max: MAX_QUESTION_LENGTH };
    if (ask.execution !== undefined) return failStep(options, ask, workflowTexts.tooLong(lengths));
    await options.postEphemeral({ ...ask, mustArrive: true }, limitTexts.questionTooLong(lengths));
  };
}

export type RefuseTooManyWaiting = (ask: AskRequest) => Promise<void>;

/** Refuses a question, since as many of its asker wait for their account as may. */
export function createRefuseTooManyWaiting(options: Replies & AcceptedParts): RefuseTooManyWaiting {
  return async (ask) => {
    await recordRefused(options, ask, 'too-many-waiting');
    if (ask.execution !== undefined) {
      return failStep(options, ask, accountTexts.tooManyWaiting(MAX_WAITING));
    }
    await options.postEphemeral({ ...ask, mustArrive: true }, renderTooManyWaiting(MAX_WAITING));
  };
}

/** Forgets what was noted when the event was acknowledged. `why`: one word for the audit trail. */
async function recordRefused(
  { threads, acceptedQuestions, audit }: AcceptedParts,
  ask: AskRequest,
  why: string,
): Promise<void> {
  const { id, place, user } = ask;
  await audit({ action: 'question.refused', id, ...auditPlace(place), user, outcome: why });
  const thread = threadOf(ask);
  if (thread === undefined) return;
  await threads.releaseClaim(thread, ask.id);
  await acceptedQuestions.remove(thread, ask);
}

export interface AskGiveUpOptions extends Replies {
  readonly questions: Pick<QuestionStore, 'load'>;
  readonly claims: Pick<ClaimStore, 'releaseButton'>;
  readonly schedule: (questionId: string) => Promise<void>;
  /** Called when it is not asked. */
  readonly notAsked?: (ask: AskRequest) => void;
  readonly logger: Logger;
}

/** After a repeated bug, or three days of transient errors: the question's job fails it, or the user is told. */
export function createAskGiveUp(options: AskGiveUpOptions) {
  const { questions, claims, schedule, postEphemeral, logger } = options;

  return async function giveUpAsk(ask: AskRequest, error: unknown): Promise<void> {
    logger.error({ err: error, question: ask.id }, 'question not accepted: giving up');
    if (await isStored(questions, ask.id)) return schedule(ask.id);
    if (ask.buttonId !== undefined) {
      await claims.releaseButton({ ...ask.place, name: ask.buttonId });
    }
    if (ask.execution === undefined) await postEphemeral(ask, notes.questionNotAccepted);
    else await failStep(options, ask, workflowTexts.stepNotAccepted);
    options.notAsked?.(ask);
  };
}

/** Also by a newer version: then the question's own job is left to that. */
async function isStored(questions: Pick<QuestionStore, 'load'>, id: string): Promise<boolean> {
  try {
    return (await questions.load(id)) !== undefined;
  } catch (error) {
    if (error instanceof NewerQuestion) return true;
    throw error;
  }
}

/** A workflow's step that cannot ask fails and says why. */
export function createIncompleteStepHandler({ completeStep }: Pick<Replies, 'completeStep'>) {
  return async (step: IncompleteStep): Promise<void> => {
    await completeStep(step, { kind: 'fail', error: INCOMPLETE[step.missing] });
  };
}

const INCOMPLETE = {
  question: workflowTexts.questionMissing,
  asker: workflowTexts.userMissing,
  budget: workflowTexts.tooManyRequests,
} satisfies Record<IncompleteStep['missing'], string>;

async function failStep(
  { completeStep }: Pick<Replies, 'completeStep'>,
  { place, execution = '' }: AskRequest,
  error: string,
): Promise<void> {
  await completeStep({ workspace: place.workspace, execution }, { kind: 'fail', error });
}
