import { languageOf } from '../../markdown/languages.js';
import { codeBlock, codeSpan, escapeText, link } from '../../markdown/markdown.js';
import { filePagePath } from '../../pages/paths.js';
import type { Place } from './excerpts.js';

/** What was searched, for the words at the answer's end. */
export interface Searched {
  readonly repo: string;
  readonly commit: string;
}

/** The answer from its places, best first: where it is, then the code itself, then how we know. */
export function answerFrom(
  places: readonly [Place, ...Place[]],
  searched: readonly Searched[],
): string {
  const [first] = places;
  const heading = places.length > 1 ? [`The ${places.length} places that fit best:`] : [];
  return [
    opening(first, searched.length > 1),
    ...heading,
    ...places.map(shown),
    honesty(searched),
  ].join('\n\n');
}

export function nothingFound(searched: readonly Searched[], looked: readonly string[]): string {
  const where = searched.map(({ repo }) => codeSpan(repo)).join(', ');
  const words = looked.map(codeSpan).join(', ');
  return [
    `I found nothing about this in ${where}.`,
    looked.length > 0
      ? `I looked for ${words}. A name that the code uses, such as a function, a file or a setting, helps most.`
      : 'The question holds no word to search for. Ask about a name, a file or a behaviour.',
    honesty(searched),
  ].join('\n\n');
}

/** Where no repository has a commit there is nothing that could fit. */
export function nothingToSearch(repositories: readonly { readonly name: string }[]): string {
  const names = repositories.map(({ name }) => codeSpan(name)).join(', ');
  if (names === '') return 'This service has no repository to search: it was started without one.';
  const have = repositories.length > 1 ? 'have' : 'has';
  return `${names} ${have} no commits yet, so there is nothing to search. Commit something and ask again: the next question sees it.`;
}

/** One sentence that says where. */
function opening(place: Place, several: boolean): string {
  const definition = place.named ?? place.within.at(-1);
  const where = place.named ? at(place, place.named.line) : at(place, place.start, place.end);
  const inRepo = several ? ` of ${codeSpan(place.repo)}` : '';
  const summary = place.summary ? ` Its own comment says: “${escapeText(place.summary)}”` : '';
  if (place.named) {
    return `${codeSpan(qualified(place))} is ${article(place.named.kind)} in ${where}${inRepo}.${summary}`;
  }
  if (!definition) return `What fits best is in ${where}${inRepo}.`;
  const inside = `${definition.kind} ${codeSpan(qualified(place))}`;
  return `What fits best is the ${inside} in ${where}${inRepo}.${summary}`;
}

function shown(place: Place, n: number): string {
  const name = place.named || place.within.length > 0 ? `${codeSpan(qualified(place))} · ` : '';
  const lead = `**${n + 1}.** ${name}${at(place, place.start, place.end)}`;
  return `${lead}\n\n${codeBlock(languageOf(place.path), unindented(place.text))}`;
}

function at(place: Place, start: number, end = start): string {
  const range = end > start ? `${start}–${end}` : String(start);
  const text = escapeText(`${place.path}:${range}`);
  return link(
    text,
    filePagePath({ repo: place.repo, rev: place.commit, path: place.path }, { start, end }),
  );
}

/** `Session.send`; of a document its innermost heading. */
export function qualified({ named, within }: Pick<Place, 'named' | 'within'>): string {
  const around = named
    ? within.filter(({ line, depth }) => line < named.line && depth < named.depth)
    : within;
  const names = [...around, ...(named ? [named] : [])];
  const last = names.at(-1);
  if (!last || last.kind === 'section') return last?.name ?? '';
  return names.map(({ name }) => name).join('.');
}

function article(kind: string): string {
  return `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`;
}

function unindented(lines: readonly string[]): string[] {
  const depths = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const depth = Math.min(...depths);
  return lines.map((line) => line.slice(depth).slice(0, 300));
}

/** What kind of answer this is; nobody should take it for more. */
function honesty(searched: readonly Searched[]): string {
  const what = searched
    .map(({ repo, commit }) => `${codeSpan(repo)} at ${codeSpan(commit.slice(0, 10))}`)
    .join(', ');
  const scope = what ? ` Searched: ${what}.` : '';
  return `*This answer is search-based: it shows the code that matches the question best, and explains nothing beyond it.*${scope}`;
}
