import type { Button, KnownBlock } from '@slack/types';
import { ACTIONS } from '../../model/actions.js';
import type { Answer } from '../../model/answer.js';
import type { Question } from '../../model/question.js';
import { isNamed } from '../../model/repository-scope.js';
import { button, context } from '../blocks/message.js';
import { LIMITS } from '../format/limits.js';
import * as labels from '../texts/buttons.js';
import * as scopeTexts from '../texts/scope.js';
import { citedRepositories } from './cited-repositories.js';

/** How many repositories a click can narrow a question to. */
const MAX_NARROWER = 2;

/** A line that says where an answer looked; none where there is nothing to choose from, or nothing is known. */
export function scopeLine(
  { scope }: Pick<Question, 'scope'>,
  answer: Answer,
  baseUrl: string,
): KnownBlock[] {
  if (scope === undefined || scope.only) return [];
  const cited = citedRepositories(answer, baseUrl);
  const isIn = (name: string) => scope.repositories.some((one) => isNamed(name, one));
  const outside = scope.repositories.length === 0 ? [] : cited.filter((name) => !isIn(name));
  return [context(scopeTexts.lookedIn(scope, { outside, citesAny: cited.length > 0 }))];
}

/** Ask the same in all repositories, or in one of those that the answer cites. */
export function scopeButtons(
  { id, scope }: Pick<Question, 'id' | 'scope'>,
  answer: Answer,
  baseUrl: string,
): Button[] {
  if (scope === undefined || scope.only) return [];
  const wider =
    scope.repositories.length > 0 ? [{ label: labels.searchEverywhere, value: id }] : [];
  const cited = citedRepositories(answer, baseUrl);
  const isNarrower =
    scope.repositories.length === 0 ? cited.length > 1 : scope.repositories.length > 1;
  const narrower = (isNarrower ? cited : []).slice(0, MAX_NARROWER).map((name) => ({
    label: labels.searchOnly(name),
    value: `${id} ${name}`,
  }));
  return [...wider, ...narrower]
    .filter(({ value }) => value.length <= LIMITS.buttonValue)
    .map(({ label, value }, i) => button(label, { id: `${ACTIONS.askElsewhere}.${i}`, value }));
}
