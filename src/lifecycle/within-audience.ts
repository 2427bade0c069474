import type { Answer } from '../model/answer.js';
import { APP_ERROR, type Outcome } from '../model/outcome.js';
import type { Question } from '../model/question.js';
import type { Scope } from '../model/scope.js';
import type { Audience } from '../policy/audience.js';
import type { Policy } from '../policy/policy.js';
import { answerMentions, lineMentions } from '../render/markdown/mentions.js';
import * as outcomeTexts from '../render/texts/outcome.js';
import type { QuestionResult } from './outcome-messages.js';

export interface WithinAudienceOptions {
  readonly audienceOf: Policy['audienceOf'];
  /** Of the instance. */
  readonly baseUrl: string;
}

/** What its channel may be shown of a result; `outside`: why it may not be shown the answer. */
export type WithinAudience =
  | { readonly kind: 'here'; readonly ended: QuestionResult }
  | { readonly kind: 'outside'; readonly why: NonNullable<Question['outsideAudience']> };

export type JudgeResult = ReturnType<typeof createJudgeResult>;

/** Judges a result by the settings of this moment. What was once found to be outside stays so. */
export function createJudgeResult({ audienceOf, baseUrl }: WithinAudienceOptions) {
  return async (
    { place, outsideAudience, scope }: Pick<Question, 'place' | 'outsideAudience' | 'scope'>,
    ended: QuestionResult,
  ): Promise<WithinAudience> => {
    if (place.direct) return { kind: 'here', ended };
    if (outsideAudience !== undefined) return { kind: 'outside', why: outsideAudience };
    const audience = await audienceOf(place);
    if (audience.isUnlimited) return { kind: 'here', ended };
    const { answer, outcome } = ended;
    if (answer === undefined) return { kind: 'here', ended: { outcome: inOwnWords(outcome) } };
    const verdict = audience.judge(answerMentions(answer, baseUrl));
    if (!verdict.ok) return { kind: 'outside', why: verdict.why };
    const shown = { outcome, answer: suggesting(answer, audience, baseUrl) };
    return { kind: 'here', ended: { ...shown, ...scopeWithin(audience, scope) } };
  };
}

/** Where it was asked to look may be named only as far as the channel may see that. */
function scopeWithin(
  { sees }: Audience,
  { repositories, unknown = [], channelMissing = [] }: Scope = ALL,
): Pick<QuestionResult, 'hidesScope'> {
  return [...repositories, ...unknown, ...channelMissing].every(sees) ? {} : { hidesScope: true };
}

const ALL: Scope = { repositories: [], from: 'default' };

/** Without suggestions to ask about what is outside. */
function suggesting(answer: Answer, audience: Audience, baseUrl: string): Answer {
  const followups = answer.followups.filter(
    (text) => audience.judge(lineMentions(text, baseUrl)).ok,
  );
  return { ...answer, followups };
}

/** The instance's own words may name anything. */
function inOwnWords(outcome: Outcome): Outcome {
  if (outcome.kind === 'refused') {
    return { ...outcome, refusal: { ...outcome.refusal, message: '' } };
  }
  if (outcome.kind !== 'failed' || outcome.failure.kind === APP_ERROR) return outcome;
  const { kind } = outcome.failure;
  return { ...outcome, failure: { kind, title: outcomeTexts.reasonNotShown, message: '' } };
}
