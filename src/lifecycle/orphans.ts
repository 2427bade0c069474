import type { Token } from '../http/credential.js';
import type { Snapshot } from '../model/answer.js';
import { readPrompt } from '../model/prompt.js';
import type { Question } from '../model/question.js';
import type { ClaimStore } from '../store/claims.js';
import type { Instance } from './call-instance.js';

export type Attempt = NonNullable<Question['attempt']>;

export interface Access {
  readonly token: Token;
  readonly signal: AbortSignal;
}

export interface OrphanSearch extends Access {
  readonly attempt: Attempt;
}

export interface OrphanOptions {
  readonly instance: Pick<Instance, 'conversation' | 'all'>;
  readonly claims: Pick<ClaimStore, 'claim'>;
}

/** The instance may round its times to seconds, and its clock may differ from ours. */
const CLOCK_SKEW_MS = 3_000;
const MAX_TO_SEARCH = 1_000;

/**
 * Finds what attempts left on the instance, newest first: questions with the marker of this one's prompt,
 * not older than the attempt, not the known one, and not claimed by another record. Claims each of them.
 */
export async function* findOrphans(
  { instance, claims }: OrphanOptions,
  { id, prompt, ref }: Question,
  { attempt, ...access }: OrphanSearch,
): AsyncGenerator<Snapshot> {
  const { marker } = readPrompt(prompt ?? '');
  if (marker === undefined) return;
  const notBefore = attempt.at - CLOCK_SKEW_MS;
  const where = { ...access, within: attempt.conversationId, notBefore };
  for await (const found of candidates(instance, where)) {
    if (found.createdAt < notBefore || found.marker !== marker) continue;
    if (found.ref.questionId === ref?.questionId) continue;
    if (await claims.claim(found.ref, id)) yield found;
  }
}

/** Questions to search, newest first: all of one conversation, or the first of each recent one. */
async function* candidates(
  instance: OrphanOptions['instance'],
  { within, notBefore, ...access }: CandidateQuery,
): AsyncGenerator<Snapshot> {
  if (within !== undefined) {
    const { questions } = await instance.conversation({ ...access, id: within });
    yield* [...questions].reverse();
    return;
  }
  let seen = 0;
  const newestFirst = { ...access, sort: '-created_at', pageSize: 100 } as const;
  for await (const conversation of instance.all(newestFirst)) {
    yield* conversation.questions.slice(0, 1);
    if (conversation.createdAt < notBefore || ++seen >= MAX_TO_SEARCH) return;
  }
}

interface CandidateQuery extends Access {
  readonly within: number | undefined;
  readonly notBefore: number;
}
