import { z } from 'zod';
import type { ConversationStore } from '../conversation/conversation-store.js';
import type { ConversationRecord, QuestionRecord } from '../conversation/records.js';
import type { QuestionRunner } from '../conversation/runner.js';
import { HttpError } from '../http/http-error.js';
import type { QuotaTracker } from './quota.js';
import type { ServiceUser } from './users.js';

/** What is needed to ask. */
export interface AskDependencies {
  readonly store: ConversationStore;
  readonly runner: QuestionRunner;
  readonly quota: QuotaTracker;
}

/** In characters. A question brings the messages of its thread along. */
const MAX_QUESTION_LENGTH = 100_000;

export const QuestionText = z
  .string()
  .regex(/\S/, 'must not be empty')
  .max(MAX_QUESTION_LENGTH, `must not be longer than ${MAX_QUESTION_LENGTH} characters`);

/** Asks in a new conversation. Throws an `HttpError` (429) if the user's quota is used up. */
export async function ask(
  dependencies: AskDependencies,
  user: ServiceUser,
  text: string,
): Promise<QuestionRecord> {
  takeFromQuota(dependencies, user);
  const question = await dependencies.store.create(user.id, text);
  dependencies.runner.submit(question);
  return question;
}

interface FollowUp {
  readonly user: ServiceUser;
  readonly conversation: ConversationRecord;
  readonly text: string;
}

/** Asks in a conversation of the user's. Throws an `HttpError` (429) if the user's quota is used up. */
export async function askFollowUp(
  dependencies: AskDependencies,
  { user, conversation, text }: FollowUp,
): Promise<QuestionRecord> {
  takeFromQuota(dependencies, user);
  const question = await dependencies.store.followUp(conversation, text);
  dependencies.runner.submit(question);
  return question;
}

function takeFromQuota({ quota }: AskDependencies, user: ServiceUser): void {
  const now = Date.now();
  if (quota.tryTake(user.id, now)) return;
  const { quota_limit: limit, reset_time: reset } = quota.usage(user.id, now);
  const seconds = Math.max(1, Math.ceil((Date.parse(reset) - now) / 1000));
  throw new HttpError(429, `quota of ${limit} questions used up until ${reset}`, seconds);
}
