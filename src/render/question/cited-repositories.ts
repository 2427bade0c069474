import type { Answer } from '../../model/answer.js';
import { MAX_SCOPE } from '../../model/scope.js';
import { sourcePlace } from '../markdown/instance-link.js';

/** The repositories that an answer cites, those that it cites most first. `baseUrl`: of the instance. */
export function citedRepositories({ sources }: Pick<Answer, 'sources'>, baseUrl: string): string[] {
  const times = new Map<string, number>();
  for (const source of sources) {
    const name = sourcePlace(source, baseUrl)?.repository;
    if (name !== undefined) times.set(name, (times.get(name) ?? 0) + 1);
  }
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_SCOPE)
    .map(([name]) => name);
}
