import { isNamedFile } from '../../../index/file-boost.js';
import { roleOf } from '../../../index/file-role.js';
import type { Query } from '../../../index/query.js';
import { termsOf } from '../../../index/terms.js';
import { counted } from '../../../markdown/counted.js';
import { codeSpan } from '../../../markdown/markdown.js';
import { codeOf } from '../draft/code-of.js';
import { describe, describeBriefly } from '../draft/describe.js';
import type { Draft, Statement } from '../draft/draft.js';
import { lineReference, placeReference } from '../draft/reference.js';
import { readFileAt } from '../facts/look-up.js';
import { findPath } from '../facts/named-path.js';
import { README, repositorySummary } from '../facts/repository-summary.js';
import { fileComment } from '../passages/doc-comment.js';
import {
  definitionPassage,
  isContainer,
  isSection,
  membersOf,
  type Passage,
} from '../passages/passage.js';
import { FUNCTIONS } from '../passages/passage-weight.js';
import { chooseSentences, joinSentences } from '../passages/prose.js';
import { isModule } from '../passages/rank-passages.js';
import type { SourceFile } from '../passages/source-file.js';
import { ASKS_FOR_TESTS } from '../text/asks-for-tests.js';
import { distinctFollowups, fitsButton } from './followups.js';
import type { Form, FormInput } from './form.js';
import { testFileDraft, testsIn } from './test-file.js';

const ABOUT = { maxLength: 360, maxSentences: 3 };
const MAX_DEFINITIONS = 6;
/** They ask for a file as a whole. */
const WHOLE = new Set(
  [
    'purpose',
    'responsible',
    'role',
    'contain',
    'content',
    'detail',
    'explain',
    'summary',
    'readme',
  ].flatMap(termsOf),
);

/** What a file is for and what it defines: for a question that names a file and nothing else. */
export const fileSummary: Form = async (input) => {
  const { files } = input.query;
  if (files.length > 0) return namedFileSummary(input);
  const [first] = input.hits;
  if (!first || !asksForReadme(first.found.path, input.query)) return undefined;
  const hit = input.hits.find(({ found }) => README.test(found.path)) ?? first;
  if (input.repositories.length > 1) {
    const overview = await repositoriesOverview(input);
    if (overview) return overview;
  }
  const draft = draftOf(await input.read(hit), input);
  if (!draft) return undefined;
  const summary = await repositorySummary(hit, input);
  const about = `In ${hit.repo}: how do the modules hang together?`;
  return {
    ...draft,
    ...(summary && { statements: [summary] as const }),
    followups: distinctFollowups([...(draft.followups ?? []), about], input.question),
  };
};

async function namedFileSummary(input: FormInput): Promise<Draft | undefined> {
  const file = await namedFile(input);
  if (!file) return undefined;
  // Lines of any other document would be taken for those of this one.
  return draftOf(file, input) ?? (roleOf(file.path) === 'document' ? lengthOf(file) : undefined);
}

async function namedFile(input: FormInput): Promise<SourceFile | undefined> {
  const [first] = input.hits;
  if (first && asksForFile(first.found.path, input.query)) return input.read(first);
  const [name = ''] = input.query.files;
  // What has no words in common with its name is in no search result.
  const found = asksForFile(name, input.query) ? await findPath(name, input) : undefined;
  return found?.kind === 'file' ? readFileAt(found, input) : undefined;
}

function draftOf(file: SourceFile, input: FormInput): Draft | undefined {
  if (file.lines.length === 0) return undefined;
  const passages = file.outline
    .filter(({ isSingleLine }) => !isSingleLine)
    .map((definition) => definitionPassage(file, definition));
  const draft =
    roleOf(file.path) === 'test' && testsIn(file).length > 0
      ? testFileDraft(file)
      : passages.some(isSection)
        ? documentDraft(passages)
        : codeDraft(file, passages, input.query);
  return draft && { ...draft, followups: followupsOf(passages, input) };
}

function lengthOf(file: SourceFile): Draft {
  const { length } = file.lines;
  const markdown = `${codeSpan(file.path)} is a file with ${counted(length, 'line')}`;
  return { statements: [{ markdown, reference: lineReference(file, 1) }] };
}

const MAX_REPOSITORIES = 6;
const MAX_READMES = 30;

/** Asked what "this" is, where there are several: each in a sentence of its README. */
async function repositoriesOverview(input: FormInput): Promise<Draft | undefined> {
  const told = await Promise.all(
    input.repositories.slice(0, MAX_READMES).map(async (searched) => {
      const summary = await repositorySummary(searched, input);
      const lead = codeSpan(searched.repo);
      return summary ? [{ ...summary, markdown: `${lead}: ${summary.markdown}` }] : [];
    }),
  );
  const [first, ...others] = told.flat();
  if (!first) return undefined;
  const shown = others.slice(0, MAX_REPOSITORIES - 1);
  const total = input.repositories.length - 1;
  const which = shown.length < total ? `${shown.length} of ${total} others` : 'The others';
  return {
    statements: [first],
    ...(shown.length > 0 && { linksTitle: `${which}:`, links: shown }),
    followups: [first, ...shown]
      .map(({ reference }) => `In ${reference.repo}: what is this repository about?`)
      .filter(fitsButton)
      .slice(0, 3),
  };
}

/** Asked for nothing in particular. */
function asksForReadme(path: string, query: Query): boolean {
  return (
    roleOf(path) === 'document' &&
    query.keywords.length > 0 &&
    !asksForMore(path, query) &&
    /readme/i.test(path)
  );
}

function asksForFile(path: string, query: Query): boolean {
  return isNamedFile(path, query) && !asksForMore(path, query);
}

/** Than for the file as a whole. */
function asksForMore(path: string, { keywords }: Query): boolean {
  const ofPath = new Set(termsOf(path));
  const isWhole = (term: string) =>
    WHOLE.has(term) || (roleOf(path) === 'test' && ASKS_FOR_TESTS.has(term));
  return keywords.flatMap(termsOf).some((term) => !ofPath.has(term) && !isWhole(term));
}

/** What the first section with text says, and the sections after it. */
function documentDraft(sections: readonly Passage[]): Draft | undefined {
  const said = sections.map((section) => ({ section, statement: describe(section, NO_TERMS) }));
  const telling = said.filter(({ section }) => hasText(section));
  const [first, ...others] = telling;
  if (!first) return undefined;
  return {
    statements: [first.statement],
    links: others.slice(0, MAX_DEFINITIONS).map(({ section }) => describeBriefly(section)),
    linksTitle: 'It goes on with:',
  };
}

function hasText(section: Passage): boolean {
  return describeBriefly(section).markdown.includes(': ');
}

const NO_TERMS: Pick<Query, 'terms'> = { terms: [] };

function codeDraft(
  file: SourceFile,
  passages: readonly Passage[],
  query: Query,
): Draft | undefined {
  const about = aboutFile(file);
  const outer = outermost(passages);
  if (!about && outer.length === 0) return undefined;
  const chosen = mostTelling(outer);
  const isAll = chosen.length === outer.length;
  // The statement says all of what is alone.
  const isRepeated = !about && outer.length === 1;
  const shown = outer.length === 1 ? outer[0] : undocumented(outer, about);
  const code = shown && codeOf(onlyMember(shown), { query });
  return {
    statements: [about ?? definesStatement(file, outer)],
    ...(code && { code }),
    links: isRepeated ? [] : chosen.map((passage) => describeBriefly(passage)),
    ...(!isAll && { linksTitle: `Of its ${outer.length} definitions:` }),
    ...(isAll && about && { linksTitle: 'It defines:' }),
  };
}

/** Where nothing says what the definitions are for: the longest. */
function undocumented(
  outer: readonly Passage[],
  about: Statement | undefined,
): Passage | undefined {
  if (about || outer.some(({ docs }) => docs)) return undefined;
  return outer.toSorted((a, b) => b.end - b.start - (a.end - a.start))[0];
}

/** What a class does that has only one function, such as a job or a migration. */
function onlyMember(passage: Passage): Passage {
  const functions = membersOf(passage).filter(({ kind }) => FUNCTIONS.has(kind));
  const [first, another] = functions;
  return first && !another ? definitionPassage(passage.file, first) : passage;
}

/** What its first comment says. */
function aboutFile(file: SourceFile): Statement | undefined {
  const comment = fileComment(file.lines);
  // A comment right above the first definition is about that.
  const isOfDefinition = file.outline.some(({ line }) => line === (comment?.end ?? -1) + 1);
  if (!comment || isOfDefinition) return undefined;
  const all = comment.sentences;
  const chosen = chooseSentences(all, { ...ABOUT, weights: new Map() });
  const words = joinSentences(chosen, { all, maxLength: ABOUT.maxLength });
  return {
    markdown: `${codeSpan(file.path)}: ${words}`,
    reference: placeReference({ ...file, ...comment }),
  };
}

function definesStatement(file: SourceFile, outer: readonly Passage[]): Statement {
  const [only, another] = outer;
  if (only?.docs && !another) {
    const described = describeBriefly(only);
    return { ...described, markdown: `${codeSpan(file.path)} defines ${described.markdown}` };
  }
  const names = outer.slice(0, 3).map(({ name }) => codeSpan(name));
  const more = outer.length > 3 ? ` and ${outer.length - 3} more` : '';
  return {
    markdown: `${codeSpan(file.path)} defines ${names.join(', ')}${more}`,
    reference: placeReference({ ...file, start: only?.start ?? 1, end: outer.at(-1)?.end ?? 1 }),
  };
}

/** Without a module that only holds other ones or classes: those are what the file is there for. */
function outermost(passages: readonly Passage[]): Passage[] {
  const depth = Math.min(...passages.map(({ definition }) => definition?.depth ?? 0));
  const outer = passages.filter(({ definition }) => definition?.depth === depth);
  const [only, another] = outer;
  if (!only || another || !isModule(only)) return outer;
  const inner = outermost(passages.filter((one) => one.start > only.start && one.end <= only.end));
  return inner.length > 0 && inner.every(isContainer) ? inner : outer;
}

/** Documented and long ones, in their order. */
function mostTelling(passages: readonly Passage[]): Passage[] {
  const weight = ({ docs, start, end }: Passage) => (docs ? 40 : 0) + Math.min(60, end - start);
  const chosen = new Set(
    [...passages].sort((a, b) => weight(b) - weight(a)).slice(0, MAX_DEFINITIONS),
  );
  return passages.filter((one) => chosen.has(one));
}

function followupsOf(passages: readonly Passage[], { question }: FormInput): string[] {
  const named = passages.filter((one) => one.definition && !isSection(one));
  const [first, second] = mostTelling(outermost(named));
  return distinctFollowups(
    [
      ...(first ? [`How does ${first.name} work?`, `Where is ${first.name} used?`] : []),
      ...(second ? [`How does ${second.name} work?`] : []),
    ],
    question,
  );
}
