import type { Query } from '../../../index/query.js';
import { termsOf } from '../../../index/terms.js';
import { codeSpan, escapeText } from '../../../markdown/markdown.js';
import { type AskedTerms, askedAbout } from '../passages/asked-terms.js';
import { firstLine, isContainer, isSection, type Passage } from '../passages/passage.js';
import {
  chooseSentences,
  joinSentences,
  plainText,
  proseMarkdown,
  type Sentence,
} from '../passages/prose.js';
import { sectionSentences } from '../passages/section-text.js';
import type { Statement } from './draft.js';
import { type Place, placeReference } from './reference.js';

const ANSWER = { maxLength: 360, maxSentences: 3 };
const MAX_REASON_LENGTH = 110;
const MAX_SECTION_LENGTH = 170;
const MAX_CODE_LENGTH = 80;

/** What a passage says about itself: the docs of a definition, or the sentences of a section. */
export function describe(
  passage: Passage,
  query: Pick<Query, 'terms'>,
  asked: AskedTerms = askedAbout(weightsOf(query), ''),
): Statement {
  const said = saidIn(passage);
  const chosen = chooseSentences(said, { ...ANSWER, ...asked });
  const words = joinSentences(chosen, { all: said, maxLength: ANSWER.maxLength });
  // Without docs, its lines say more than a sentence that only repeats them.
  const markdown = words === '' ? displayName(passage) : saying(passage, words);
  return { markdown, reference: passageReference(passage) };
}

/** In one short sentence why a passage is worth a look: what it says, or else its line that fits. */
export function describeBriefly(passage: Passage, line?: number): Statement {
  const [first] = saidIn(passage);
  const reference = passageReference(passage);
  const name = displayName(passage);
  if (first && passage.name !== '') {
    const words = proseMarkdown(first.text, MAX_REASON_LENGTH);
    return { markdown: saying(passage, words), reference };
  }
  const text = (passage.file.lines[(line ?? passage.start) - 1] ?? '').trim();
  const isSignature = line === undefined || line === passage.definition?.line;
  const isTelling = text !== '' && !(isSignature && passage.name !== '') && !isContainer(passage);
  const code = isTelling
    ? `: ${codeSpan(text.slice(0, MAX_CODE_LENGTH))}${text.length > MAX_CODE_LENGTH ? ' …' : ''}`
    : '';
  return { markdown: `${name}${code}`, reference };
}

/** All terms say as much. */
function weightsOf({ terms }: Pick<Query, 'terms'>): ReadonlyMap<string, number> {
  return new Map(terms.map(({ term }) => [term, 1]));
}

/** What it has of the query: the sentence that says most about it, or else its line that fits. */
export function describeMatch(
  { passage, line }: { readonly passage: Passage; readonly line: number },
  query: Pick<Query, 'terms'>,
): Statement {
  const terms = new Set(query.terms.map(({ term }) => term));
  const isSaid = saidIn(passage).some(({ text }) => termsOf(text).some((one) => terms.has(one)));
  if (isSaid) return describeSection(passage, query);
  const { docs: _docs, ...itself } = passage;
  return { ...describeBriefly(itself, line), reference: passageReference(passage) };
}

/** One sentence of what a passage says, and where that is. */
export function describeSentence(passage: Passage, { text, start, end }: Sentence): Statement {
  const { repo, commit, path } = passage.file;
  return {
    markdown: `${displayName(passage)}: ${proseMarkdown(text, ANSWER.maxLength)}`,
    reference: placeReference({ repo, commit, path, start, end }),
  };
}

/** Of a section the sentence that says most about the query; the first one of several alike. */
export function describeSection(passage: Passage, query: Pick<Query, 'terms'>): Statement {
  const terms = new Set(query.terms.map(({ term }) => term));
  const [best] = saidIn(passage)
    .map(({ text }, n) => ({
      text,
      score: termsOf(text).filter((one) => terms.has(one)).length - n / 10,
    }))
    .toSorted((a, b) => b.score - a.score);
  const words = best ? proseMarkdown(best.text, MAX_SECTION_LENGTH) : '';
  const markdown = words === '' ? displayName(passage) : saying(passage, words);
  return { markdown, reference: passageReference(passage) };
}

/** In Go, docs begin with the name. */
function saying(passage: Passage, words: string): string {
  const name = displayName(passage);
  const own = escapeText(passage.definition?.name ?? '');
  return passage.file.path.endsWith('.go') && words.startsWith(`${own} `)
    ? `${name}${words.slice(own.length)}`
    : `${name}: ${words}`;
}

/** Where a passage is, with the comment above it. */
function passageReference(passage: Passage) {
  return placeReference(placeOf(passage));
}

export function placeOf(passage: Passage): Place {
  const { file, end } = passage;
  const { repo, commit, path } = file;
  return { repo, commit, path, start: firstLine(passage), end };
}

function saidIn(passage: Passage): readonly Sentence[] {
  if (isSection(passage)) return sectionSentences(passage);
  return passage.docs?.sentences ?? [];
}

export function displayName(passage: Passage): string {
  if (passage.name === '') return codeSpan(passage.file.path);
  return isSection(passage) ? `**${proseName(passage.name)}**` : codeSpan(passage.name);
}

/** A heading as text, in Markdown. */
export function proseName(heading: string): string {
  const text = plainText(heading.replace(/<\/?a\b[^<>]{0,200}>/g, ''));
  // A star in code is part of a name: `ava.config.*`.
  const parts = text.split('`').map((part, n) => (n % 2 === 0 ? part.replace(/\*/g, '') : part));
  return escapeText(parts.join(''));
}
