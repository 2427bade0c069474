import { roleOf } from '../../../index/file-role.js';
import { type Excerpt, qualifiedName } from '../passages/excerpts.js';

const MAX_LENGTH = 74;

/** Up to four questions about the excerpts that a search can answer. */
export function suggestFollowups(excerpts: readonly Excerpt[], question: string): string[] {
  const names = [...new Set(excerpts.flatMap(definitionName))];
  const files = [...new Set(excerpts.map(({ path }) => path))];
  const [first, second] = names;
  const untested = files.every((path) => roleOf(path) !== 'test');
  const candidates = [
    ...(first ? [`Where is ${first} used?`] : []),
    ...(first && untested ? [`How is ${first} tested?`] : []),
    ...(second ? [`How does ${second} work?`] : []),
    ...files.slice(1, 2).map((path) => `What does ${path} do?`),
    ...files.slice(0, 1).map((path) => `What else is in ${path}?`),
  ];
  const asked = question.trim().toLowerCase();
  const allowed = candidates.filter(
    (one) => one.length <= MAX_LENGTH && one.toLowerCase() !== asked,
  );
  return allowed.slice(0, 4);
}

function definitionName(place: Excerpt): string[] {
  const definition = place.namedDefinition ?? place.enclosing.at(-1);
  return definition && definition.kind !== 'section' ? [qualifiedName(place)] : [];
}
