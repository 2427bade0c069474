import { type Query, REPOSITORY_NAME_WEIGHT } from '../../../index/query.js';
import { termsOf, wordParts } from '../../../index/terms.js';
import type { RepositoryHit } from '../passages/find.js';
import { isGuide, isTranslation } from '../passages/guide-file.js';
import { isSection, type Passage } from '../passages/passage.js';
import { type FoundFile, rankPassages } from '../passages/rank-passages.js';
import type { SourceFile } from '../passages/source-file.js';
import type { LookUp } from './look-up.js';

/** A section of a document that is about a question. */
export interface DocumentSection {
  readonly passage: Passage;
  /** Which part of the question's words it has, weighted: at most 1. */
  readonly coverage: number;
  /** Whether its heading has any of them. */
  readonly isTitled: boolean;
  /** The names of code that it writes as code. */
  readonly names: ReadonlySet<string>;
}

/** How the search finds documents, and reads them. */
export interface DocumentSearch extends LookUp {
  readonly query: Query;
  read(hit: RepositoryHit): Promise<SourceFile>;
  search(query: Query, within: LookUp['repositories'][number]): Promise<readonly RepositoryHit[]>;
}

const MAX_FILES = 6;
const MAX_REPOSITORIES = 2;
const MIN_COVERAGE = 0.6;
/** The sections of guides and READMEs that say most about the question, best first. */
export async function documentSections(input: DocumentSearch): Promise<DocumentSection[]> {
  const { query } = input;
  const asked: Query = { ...query, intent: { ...query.intent, documents: true, tests: false } };
  const names = new Set(input.hits.map(({ repo }) => repo));
  const near = input.repositories.filter(({ repo }) => names.size === 0 || names.has(repo));
  const found: FoundFile[] = [];
  for (const repository of near.slice(0, MAX_REPOSITORIES)) {
    const hits = await input.search(asked, repository);
    const guides = hits
      .filter(({ found: { path } }) => isGuide(path) && !isTranslation(path, query))
      .slice(0, MAX_FILES);
    for (const hit of guides) {
      const file = await input.read(hit);
      if (isReadable(file, query)) found.push({ hit: hit.found, file });
    }
  }
  if (found.length === 0) return [];
  return rankPassages(found, asked)
    .map(({ passage }) => passage)
    .filter((passage) => isSection(passage) && hasText(passage))
    .slice(0, 12)
    .map((passage) => sectionFor(passage, query))
    .filter(({ coverage }) => coverage >= MIN_COVERAGE);
}

/** A translation into another script is no help for a question in English. */
function isReadable({ lines }: SourceFile, { language, keywords }: Query): boolean {
  if (language !== undefined || keywords.some((word) => OTHER_SCRIPT.test(word))) return true;
  const text = lines.slice(0, MAX_LINES_JUDGED).join('\n');
  const others = text.match(OTHER_SCRIPTS)?.length ?? 0;
  return others <= MAX_OTHER_SCRIPT * text.length;
}

const OTHER_SCRIPT = /(?!\p{Script=Latin}|\p{Script=Greek})\p{L}/u;
const OTHER_SCRIPTS = new RegExp(OTHER_SCRIPT.source, 'gu');
const MAX_LINES_JUDGED = 400;
const MAX_OTHER_SCRIPT = 0.05;

function hasText({ start, end, name }: Passage): boolean {
  return end > start && !/^(?:table of )?contents?$|^index$/i.test(name);
}

function sectionFor(passage: Passage, query: Query): DocumentSection {
  const { file, start, end } = passage;
  const text = file.lines.slice(start - 1, end).join('\n');
  const has = new Set(termsOf(text));
  const inTitle = new Set(termsOf(passage.name));
  const sum = (terms: readonly { readonly weight: number }[]) =>
    terms.reduce((all, { weight }) => all + weight, 0);
  const strong = query.terms.filter(({ weight }) => weight !== REPOSITORY_NAME_WEIGHT);
  const all = sum(strong);
  return {
    passage,
    coverage: all > 0 ? sum(strong.filter(({ term }) => has.has(term))) / all : 0,
    isTitled: strong.some(({ term }) => inTitle.has(term)),
    names: codeNames(text),
  };
}

/** What is written as code and may be defined somewhere: compound names, and what is called. */
function codeNames(text: string): Set<string> {
  const code = text
    .split('\n')
    .flatMap((line) =>
      /^(?: {4}|\t)/.test(line) ? [line] : (line.match(/`[^`\n]{1,200}`/g) ?? []),
    );
  const fenced = [...text.matchAll(/^[ \t]*```[^\n]*\n([^`]{1,4000})```/gm)].map(
    ([, block = '']) => block,
  );
  const words = [...code, ...fenced].join('\n').match(/[\p{L}_$][\p{L}\p{N}_$]{2,60}\(?/gu) ?? [];
  return new Set(
    words
      .filter((word) => word.endsWith('(') || wordParts(word).length > 1)
      .map((word) => word.replace(/\($/, '')),
  );
}
