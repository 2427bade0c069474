import { codeSpan, escapeText, link } from '../../../markdown/markdown.js';
import type { Excerpt } from '../passages/excerpts.js';
import { isContainer, isSection, type Passage } from '../passages/passage.js';
import type { NamedPlace } from './draft.js';
import { placeReference } from './reference.js';

/** An excerpt by the name of what it is in: the whole function, or the excerpt's lines of anything longer. */
export function namedPlace({ passage, start, end }: Excerpt): NamedPlace {
  const isWhole = passage.definition && !isContainer(passage) && length(passage) <= MAX_LINES;
  const lines = isWhole ? { start: passage.start, end: passage.end } : { start, end };
  const reference = placeReference({ ...passage.file, ...lines });
  const { path } = passage.file;
  const named = isSection(passage)
    ? escapeText(passage.name)
    : codeSpan(nameWithin(path, passage.name));
  const name =
    passage.name === '' ? (namesOfLines({ passage, start, end }) ?? lineNumbers(lines)) : named;
  return { path, name, reference };
}

/** Of lines outside of any function: the constants that they define. */
export function namesOfLines({
  passage: { file, name },
  start,
  end,
}: Pick<Excerpt, 'passage' | 'start' | 'end'>): string | undefined {
  if (name !== '') return undefined;
  const names = file.outline
    .filter(({ kind, line }) => kind !== 'section' && line >= start && line <= end)
    .map((one) => one.name);
  return names.length > 0 ? names.slice(0, MAX_NAMES).map(codeSpan).join(', ') : undefined;
}

const MAX_NAMES = 2;

/** Lines; a longer definition says little about where in it to look. */
const MAX_LINES = 150;

function length({ start, end }: Passage): number {
  return end - start + 1;
}

function lineNumbers({ start, end }: { start: number; end: number }): string {
  return end > start ? `lines ${start}–${end}` : `line ${start}`;
}

/** In `Cart.java`, `Cart.add` is `add`. */
function nameWithin(path: string, name: string): string {
  const file = path.split('/').at(-1) ?? '';
  const owner = `${file.split('.')[0]}.`;
  return name.startsWith(owner) ? name.slice(owner.length) : name;
}

/** A line for each file, in the order of their first places. */
export function namedPlaceLines(
  places: readonly NamedPlace[],
  inRepo: (repo: string) => string,
): string[] {
  const files = new Map<string, NamedPlace[]>();
  for (const place of places) {
    const { label } = place.reference;
    files.set(label, [...(files.get(label) ?? []), place]);
  }
  return [...files.values()].map((ofFile) => {
    const apart = ofFile.filter(
      (one, n) => ofFile.findIndex(({ name }) => name === one.name) === n,
    );
    const names = apart.map(({ name, reference }) => link(name, reference.link)).join(' · ');
    const { path = '', reference } = ofFile[0] ?? {};
    return `- ${escapeText(path)}${reference ? inRepo(reference.repo) : ''}: ${names}`;
  });
}
