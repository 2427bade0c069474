import { termsOf } from '../../../index/terms.js';
import { codeSpan, escapeText, link } from '../../../markdown/markdown.js';
import { truncate } from '../../../markdown/truncate.js';
import type { AskedTerms } from '../passages/asked-terms.js';
import type { Excerpt } from '../passages/excerpts.js';
import { isContainer, isSection, type Passage } from '../passages/passage.js';
import { proseName } from './describe.js';
import type { NamedPlace } from './draft.js';
import { placeReference, shownRange } from './reference.js';

/** An excerpt by the name of what it is in: the whole function, or the excerpt's lines of anything longer. */
export function namedPlace({ passage, start, end }: Excerpt, asked: AskedTerms): NamedPlace {
  const isWhole = passage.definition && !isContainer(passage) && length(passage) <= MAX_LINES;
  const lines = isWhole ? { start: passage.start, end: passage.end } : { start, end };
  const reference = placeReference({ ...passage.file, ...lines });
  const { path } = passage.file;
  const named = isSection(passage)
    ? proseName(truncate(passage.name, MAX_HEADING_LENGTH))
    : codeSpan(nameWithin(path, passage.name));
  const name =
    passage.name === ''
      ? (namesOfLines({ passage, start, end }, asked) ?? lineNumbers(lines))
      : named;
  return { path, name, reference };
}

/** Of lines outside of any function: what they define, those first that have words of the question. */
export function namesOfLines(
  { passage: { file, name }, start, end }: Pick<Excerpt, 'passage' | 'start' | 'end'>,
  { weights }: Pick<AskedTerms, 'weights'>,
): string | undefined {
  if (name !== '') return undefined;
  const fits = (one: string) => termsOf(one).filter((term) => weights.has(term)).length;
  const names = file.outline
    .filter(({ kind, line }) => kind !== 'section' && line >= start && line <= end)
    .map((one) => one.name)
    .toSorted((a, b) => fits(b) - fits(a));
  if (names.length === 0) return undefined;
  const more = names.length > MAX_NAMES ? ', …' : '';
  return `${names.slice(0, MAX_NAMES).map(codeSpan).join(', ')}${more}`;
}

const MAX_NAMES = 2;
/** Characters. */
const MAX_HEADING_LENGTH = 60;
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
    const texts = ofFile.map(({ name, reference }, n) => {
      const isKnown = ofFile.findIndex((one) => one.name === name) < n;
      const { start } = shownRange(reference) ?? {};
      return link(isKnown && start !== undefined ? `line ${start}` : name, reference.link);
    });
    const names = texts.join(' · ');
    const { path = '', reference } = ofFile[0] ?? {};
    return `- ${escapeText(path)}${reference ? inRepo(reference.repo) : ''}: ${names}`;
  });
}
