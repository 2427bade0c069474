import { isNamedFile } from '../../../index/file-boost.js';
import { roleOf } from '../../../index/file-role.js';
import type { Query } from '../../../index/query.js';
import { termsOf } from '../../../index/terms.js';
import { codeSpan } from '../../../markdown/markdown.js';
import { describe, describeBriefly } from '../draft/describe.js';
import type { Draft, Statement } from '../draft/draft.js';
import { placeReference } from '../draft/reference.js';
import { README, repositorySummary } from '../facts/repository-summary.js';
import { fileComment } from '../passages/doc-comment.js';
import { definitionPassage, isSection, type Passage } from '../passages/passage.js';
import { chooseSentences, joinSentences } from '../passages/prose.js';
import type { SourceFile } from '../passages/source-file.js';
import { distinctFollowups } from './followups.js';
import type { Form, FormInput } from './form.js';

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
  const [first] = input.hits;
  if (!first || !asksForFile(first.found.path, input.query)) return undefined;
  const { files } = input.query;
  const top = files.length === 0 && input.hits.find(({ found }) => README.test(found.path));
  const hit = top || first;
  if (files.length === 0 && input.repositories.length > 1) {
    const overview = await repositoriesOverview(input);
    if (overview) return overview;
  }
  const file = await input.read(hit);
  if (file.lines.length === 0) return undefined;
  const passages = file.outline
    .filter(({ isSingleLine }) => !isSingleLine)
    .map((definition) => definitionPassage(file, definition));
  const draft = passages.some(isSection) ? documentDraft(passages) : codeDraft(file, passages);
  const summary = files.length === 0 ? await repositorySummary(hit, input) : undefined;
  const followups = followupsOf(passages, input);
  if (!draft || files.length > 0) return draft && { ...draft, followups };
  const about = `In ${hit.repo}: how do the modules hang together?`;
  return {
    ...draft,
    ...(summary && { statements: [summary] as const }),
    followups: distinctFollowups([...followups, about], input.question),
  };
};

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
      .filter((one) => one.length <= 74)
      .slice(0, 3),
  };
}

function asksForFile(path: string, query: Query): boolean {
  const ofPath = new Set(termsOf(path));
  const asked = query.keywords.flatMap(termsOf);
  const isOther = (term: string) => !ofPath.has(term) && !WHOLE.has(term);
  if (query.files.length === 0) {
    // Asked for nothing in particular: the README.
    return (
      roleOf(path) === 'document' &&
      asked.length > 0 &&
      !asked.some(isOther) &&
      /readme/i.test(path)
    );
  }
  return isNamedFile(path, query) && !asked.some(isOther);
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

function codeDraft(file: SourceFile, passages: readonly Passage[]): Draft | undefined {
  const about = aboutFile(file);
  const outer = outermost(passages);
  if (!about && outer.length === 0) return undefined;
  const chosen = mostTelling(outer);
  const isAll = chosen.length === outer.length;
  // What the statement has named already needs a link only if there is more to say.
  const isRepeated = !about && outer.length === 1 && outer[0]?.docs === undefined;
  return {
    statements: [about ?? definesStatement(file, outer)],
    links: isRepeated ? [] : chosen.map((passage) => describeBriefly(passage)),
    ...(!isAll && { linksTitle: `Of its ${outer.length} definitions:` }),
    ...(isAll && about && { linksTitle: 'It defines:' }),
  };
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
  const names = outer.slice(0, 3).map(({ name }) => codeSpan(name));
  const more = outer.length > 3 ? ` and ${outer.length - 3} more` : '';
  const [first] = outer;
  return {
    markdown: `${codeSpan(file.path)} defines ${names.join(', ')}${more}`,
    reference: placeReference({ ...file, start: first?.start ?? 1, end: outer.at(-1)?.end ?? 1 }),
  };
}

function outermost(passages: readonly Passage[]): Passage[] {
  const depth = Math.min(...passages.map(({ definition }) => definition?.depth ?? 0));
  return passages.filter(({ definition }) => definition?.depth === depth);
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
