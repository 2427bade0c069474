import type { EngineContext, PreviousQuestion } from '../../conversation/engine.js';
import { asksForAll, repositoriesIn, withoutMasks } from '../../conversation/prompt.js';
import type { Repository } from '../../git/repository.js';
import { resolveFollowup } from './earlier.js';
import { named } from './facts/named-repository.js';
import { type ScopedQuestion, scopedQuestion } from './scope.js';

/** What is asked, and where to look: in what the client limits it to, or else in what the question names. */
export function scopeOfQuestion(
  asked: string,
  repositories: readonly Repository[],
  { added, history }: EngineContext,
): ScopedQuestion<Repository> {
  const scoped = scopedQuestion(withoutMasks(asked), repositories);
  const question = resolveFollowup(scoped.question, history);
  const only = repositoriesIn(added);
  if (only.length > 0) {
    const limitedTo = [...new Set(only.flatMap((name) => named(name, repositories)))];
    // What the client limits questions to is its settings' business, unless nothing is left.
    return { question, repositories: limitedTo, unknown: limitedTo.length > 0 ? [] : only };
  }
  if (asksForAll(added)) return { question, repositories, unknown: [] };
  const { unknown, leavesNone = false } = scoped;
  if (leavesNone) return { question, repositories: [], unknown, leavesNone };
  // "And how is it tested?" stays where the question before it was asked.
  const isResolved = question !== scoped.question;
  const before = isResolved ? repositoryOf(history.at(-1), repositories) : [];
  const inScope = scoped.repositories.length > 0 ? scoped.repositories : before;
  if (inScope.length > 0) return { question, repositories: inScope, unknown };
  return { question, repositories: unknown.length > 0 ? [] : repositories, unknown };
}

/** Which repository an answer begins with: that of the file which it links to first. */
function repositoryOf(
  previous: PreviousQuestion | undefined,
  repositories: readonly Repository[],
): readonly Repository[] {
  if (!previous) return [];
  const { question, answer = '', sources } = previous;
  const asked = scopedQuestion(withoutMasks(question), repositories);
  if (asked.repositories.length > 0) return asked.repositories;
  const cited = sources
    .map(({ link, label }) => ({ label, at: answer.indexOf(`](${link})`) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at);
  const [first] = [...cited, ...sources];
  const name = first?.label.split(' · ')[0];
  return repositories.filter((one) => one.name === name);
}
