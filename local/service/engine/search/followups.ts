import { roleOf } from '../../index/file-role.js';
import { qualified } from './answer.js';
import type { Place } from './excerpts.js';

const LONGEST = 74;

/** Up to four questions that the found places suggest and that a search can answer. */
export function followupsOf(places: readonly Place[], question: string): string[] {
  const names = [...new Set(places.flatMap(nameOf))];
  const files = [...new Set(places.map(({ path }) => path))];
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
  const fitting = candidates.filter((one) => one.length <= LONGEST && one.toLowerCase() !== asked);
  return fitting.slice(0, 4);
}

function nameOf(place: Place): string[] {
  const definition = place.named ?? place.within.at(-1);
  return definition && definition.kind !== 'section' ? [qualified(place)] : [];
}
