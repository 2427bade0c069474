import type { Button } from '@slack/types';
import { ACTIONS } from '../../model/actions.js';
import type { Answer } from '../../model/answer.js';
import type { Question } from '../../model/question.js';
import { isNamed } from '../../model/repository-scope.js';
import { button } from '../blocks/message.js';
import { clip } from '../format/escape.js';
import { LIMITS } from '../format/limits.js';
import * as labels from '../texts/buttons.js';
import * as scopeTexts from '../texts/scope.js';
import { citedRepositories } from './cited-repositories.js';

/** Where an answer looked; empty where there is nothing to choose from, or nothing is known. */
export function scopeText(
  { scope }: Pick<Question, 'scope'>,
  answer: Answer,
  baseUrl: string,
): string {
  if (scope === undefined || scope.only) return '';
  const cited = citedRepositories(answer, baseUrl);
  const isIn = (name: string) => scope.repositories.some((one) => isNamed(name, one));
  const outside = scope.repositories.length === 0 ? [] : cited.filter((name) => !isIn(name));
  return scopeTexts.lookedIn(scope, { outside, citesAny: cited.length > 0 });
}

/** Ask the same in all repositories, or only in the one that the answer cites most. */
export function scopeButtons(
  { id, scope }: Pick<Question, 'id' | 'scope'>,
  answer: Answer,
  baseUrl: string,
): Button[] {
  if (scope === undefined || scope.only) return [];
  const [first, second] = citedRepositories(answer, baseUrl);
  const isOne = scope.repositories.length === 1 || first === undefined || second === undefined;
  return [
    ...(scope.repositories.length > 0 ? [allButton(id)] : []),
    ...(isOne || `${id} ${first}`.length > LIMITS.buttonValue ? [] : [onlyButton(id, first)]),
  ];
}

function allButton(id: string): Button {
  const label = button(labels.allRepositories, { id: `${ACTIONS.askElsewhere}.all`, value: id });
  return { ...label, accessibility_label: labels.allRepositoriesDescription };
}

function onlyButton(id: string, name: string): Button {
  const action = { id: `${ACTIONS.askElsewhere}.one`, value: `${id} ${name}` };
  return {
    ...button(labels.onlyRepository(name), action),
    accessibility_label: clip(labels.onlyRepositoryDescription(name), LIMITS.buttonText),
  };
}
