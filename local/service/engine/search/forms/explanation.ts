import { normalizedName, termsOf, wordParts } from '../../../index/terms.js';
import { codeOf } from '../draft/code-of.js';
import { describe, describeBriefly, describeSection } from '../draft/describe.js';
import type { Draft, Statement } from '../draft/draft.js';
import { quoteOfComment } from '../draft/quote.js';
import { type DocumentSection, documentSections } from '../facts/document-sections.js';
import { failureLines } from '../facts/failure-lines.js';
import {
  askedMarkFirst,
  askedMember,
  isQualifiedIn,
  preferMember,
} from '../passages/asked-member.js';
import { askedAbout, termWeights } from '../passages/asked-terms.js';
import { bodyKind } from '../passages/body.js';
import {
  definitionPassage,
  isContainer,
  isSection,
  membersOf,
  type Passage,
} from '../passages/passage.js';
import { type RankedPassage, rankPassages } from '../passages/rank-passages.js';
import { sectionCode, sectionSentences } from '../passages/section-text.js';
import { isTestNotAsked } from '../passages/test-code.js';
import { plainQuestion } from '../question-kinds/plain-question.js';
import type { OptionQuestion } from '../question-kinds/rule.js';
import { isName, isThing } from '../question-kinds/subject.js';
import { hasValue } from '../text/asked-shape.js';
import { asksHowTo } from '../text/asks-how-to.js';
import { asksForValue, codeAskedBy, isBehavior } from '../text/code-asked.js';
import { bestPlaces } from './best-places.js';
import { callPath, stepStatement } from './call-path.js';
import { delegateOf } from './delegate.js';
import { fileSummary } from './file.js';
import { suggestFollowups } from './followups.js';
import type { Form, FormInput } from './form.js';
import { isAllAsked, isDoubtful, otherPassages, readHits } from './matches.js';
import { namedShare, namesIn } from './names-in.js';
import { effectOf, option } from './option.js';
import { quotedText } from './quoted-text.js';
import { settingsIn } from './settings-in.js';
import { testList } from './tests.js';
import { testStatement, testsOf } from './tests-of.js';
import { testsOfNamedFile } from './tests-of-file.js';

const MAX_LINKS = 3;
const FEW_SHOWN = 3;
const MAX_MEMBERS = 4;
/** The first question of all waits for the parser to start. */
const MAX_PATH_MS = 5_000;

/** What the thing is, its lines that answer, how it goes on and where else to look: fits every question. */
export const explanation: Form = async (input) => {
  const special =
    (await quotedText(input)) ??
    (await testsOfNamedFile(input)) ??
    (await fileSummary(input)) ??
    (await testList(input));
  if (special) return special;
  const found = rankPassages(await readHits(input), input.query);
  const marked = askedMarkFirst(found, input.question);
  const ranked = withoutTestAhead(rankedFor(input.question, marked), input.query);
  const sections = await documentSections(input);
  const guide = asksForGuide(input.question)
    ? guideFor(sections, input.query)
    : definingSection(input.question, sections);
  if (guide) return explainSurely(guide.passage, { ranked, sections }, input);
  // "What is X?" asks for the class, "how does X do this?" for what does it.
  const isAboutWhat = /^\W*(?:what|which)\b(?! happens)/i.test(input.question);
  const named =
    ranked.find(({ passage }) => isQualifiedIn(input.question, passage)) ??
    ranked.find(({ passage }) => isNamedType(passage, input.query));
  const best = named ?? (isAboutWhat ? ranked[0] : preferMember(ranked, input.query));
  const chosen = best?.passage ?? guideFor(sections, input.query)?.passage;
  if (!chosen) return undefined;
  const lead = delegateOf(chosen, ranked, input) ?? chosen;
  // Where something is done, or what is done if it fails, is no question about an option.
  const isOption = !isBehavior(codeAskedBy(input.question));
  const field = isOption ? namedField(lead, input.query) : undefined;
  const optional = isOption ? optionOf(lead, sections) : undefined;
  const draft =
    (field && (await option(input, field))) ??
    (optional && (await effectOf(input, optional, lead)));
  return draft ?? explain(lead, { ranked, sections }, input);
};

/** Asked what happens in case of an error, code that throws or catches one comes first. */
function rankedFor(question: string, ranked: readonly RankedPassage[]): readonly RankedPassage[] {
  if (!ABOUT_FAILURE.test(question)) return ranked;
  const factor = ({ passage }: RankedPassage) =>
    !isSection(passage) &&
    failureLines(passage.file, passage).some(({ stage }) => stage !== 'logged')
      ? FAILURE_FACTOR
      : 1;
  const judged = ranked
    .slice(0, MAX_JUDGED)
    .map((one) => ({ ...one, score: one.score * factor(one) }))
    .toSorted((a, b) => b.score - a.score);
  return [...judged, ...ranked.slice(MAX_JUDGED)];
}

/** A test has the words of what it tests, often in its name, but doesn't do it. */
function withoutTestAhead(
  ranked: readonly RankedPassage[],
  query: FormInput['query'],
): readonly RankedPassage[] {
  const [first] = ranked;
  if (!first || !isTestNotAsked(first.passage, query)) return ranked;
  const best = ranked
    .filter(({ score }) => score >= MIN_SHARE_OF_TEST * first.score)
    .find(({ passage }) => !isTestNotAsked(passage, query));
  return best ? [best, ...ranked.filter((one) => one !== best)] : ranked;
}

const MIN_SHARE_OF_TEST = 0.1;

const ABOUT_FAILURE =
  /\b(?:what (?:happens|would happen|if|does)|where|how)\b.{0,80}\b(?:fail\w*|throw\w*|thrown|error\w*|exception\w*|crash\w*|panic\w*|reject\w*|time\w? ?out|times out|invalid|corrupt\w*|missing|unreachable|refused|can['’]?t|cannot|(?:does|do|did)n['’]?t|down|drops?)\b/i;
const FAILURE_FACTOR = 1.2;
const MAX_JUDGED = 60;

/**
 * The option that a question is about without naming it: what the function sets that fits best, or what the guide is
 * about that has all words of the question.
 */
function optionOf(lead: Passage, sections: readonly DocumentSection[]): OptionQuestion | undefined {
  const [guide] = sections;
  const heading = normalizedName(guide?.passage.name.replace(/[^\p{L}\p{N}]/gu, '') ?? '');
  const isTold = guide?.isTitled && guide.coverage >= TOLD_COVERAGE && !lead.docs;
  const titled = isTold
    ? [...guide.names].find((one) => normalizedName(one) === heading)
    : undefined;
  const own = bodyKind(lead) === 'accessor' ? lead.definition?.name : undefined;
  const subject = titled ?? own;
  if (subject === undefined || wordParts(subject).length < 2) return undefined;
  return { kind: 'option', subject, wanted: 'effect', mayBeFunction: titled !== undefined };
}

/** "Why do I get TimeoutError?": its docs say. */
function isNamedType(passage: Passage, query: FormInput['query']): boolean {
  const { definition, docs } = passage;
  if (!docs || !definition || !isContainer(passage)) return false;
  return query.exactNames.includes(definition.name) && isAllAsked(passage, query);
}

/** What a class or type holds: the question names it, and nothing else that would be defined. */
function namedField(lead: Passage, { exactNames }: FormInput['query']): OptionQuestion | undefined {
  const [subject, ...others] = exactNames;
  if (subject === undefined || others.length > 0 || wordParts(subject).length < 2) return undefined;
  const isLead = lead.name.split('.').includes(subject);
  return isContainer(lead) && !isLead
    ? { kind: 'option', subject, wanted: 'effect', mayBeFunction: true }
    : undefined;
}

const TOLD_COVERAGE = 0.9;

/** Whether somebody asks what to write, which guides say and code does not. */
function asksForGuide(question: string): boolean {
  return asksHowTo(question) || ASKS_FOR_GUIDE.test(question);
}

const ASKS_FOR_GUIDE =
  /^\W*(?:what(?:['’]s| is) the difference between |how do (?:we|you) |is there (?:a|an|any) (?:option|setting|flag)|(?:which|what) (?:option|setting|flag|parameter|command|switch)s? )/i;
const MIN_GUIDE_COVERAGE = 0.7;

/** What answers by itself: its heading is about the question, and its text has most of the words. */
function guideFor(
  sections: readonly DocumentSection[],
  { terms }: FormInput['query'],
): DocumentSection | undefined {
  return sections.find(({ coverage, isTitled, passage }) => {
    const title = new Set(termsOf(passage.name));
    const shared = terms.filter(({ term }) => title.has(term)).length;
    // A heading such as "Options" has one word of many questions.
    const isMostlySaid = shared >= MIN_TITLE_SHARE * terms.length && coverage >= MIN_GUIDE_COVERAGE;
    const isTelling = sectionSentences(passage).length > 0 || sectionCode(passage) !== undefined;
    return isTitled && isMostlySaid && isTelling;
  });
}

const MIN_TITLE_SHARE = 0.5;

/** "What is a root hook?": where a guide says "a root hook is …". */
function definingSection(
  question: string,
  sections: readonly DocumentSection[],
): DocumentSection | undefined {
  const [, given = ''] = WHAT_IS.exec(plainQuestion(question)) ?? [];
  const subject = given.toLowerCase();
  if (subject === '' || isName(given) || !isThing(given)) return undefined;
  const defines = ({ text }: { readonly text: string }) => {
    const plain = ` ${text.toLowerCase().replace(/[*_`"“”[\]]/g, '')} `;
    return [' is ', 's are ', ' are '].some((verb) => plain.includes(` ${subject}${verb}`));
  };
  return sections.find(({ passage }) => sectionSentences(passage).some(defines));
}

const WHAT_IS = /^what(?:['’]s| is| are) (?:an? |the )?(.{3,60})$/i;

/** A long one has any words somewhere. */
function isShort({ start, end }: Passage): boolean {
  return end - start < MAX_GUIDE_LINES;
}

const MAX_GUIDE_LINES = 40;

function isWorthReading({ isTitled, coverage, passage }: DocumentSection): boolean {
  return isTitled || (coverage >= TOLD_COVERAGE && isShort(passage));
}

interface Ranked {
  readonly ranked: readonly RankedPassage[];
  readonly sections: readonly DocumentSection[];
}

async function explain(
  main: Passage,
  { ranked, sections }: Ranked,
  input: FormInput,
): Promise<Draft> {
  const isGuess =
    isDoubtful(main, ranked, {
      ...input.query,
      isCodeAsked: isBehavior(codeAskedBy(input.question)),
    }) || isAnotherNamed(main, ranked, namesIn(input));
  const sure = isGuess ? undefined : await explainSurely(main, { ranked, sections }, input);
  if (sure && hasAskedShape(sure, input.question)) return sure;
  const places = await bestPlaces(input, main);
  return places ?? sure ?? explainSurely(main, { ranked, sections }, input);
}

/** "How does Router match?" names the class, and not the function `route`. */
function isAnotherNamed(
  main: Passage,
  ranked: readonly RankedPassage[],
  names: ReadonlySet<string>,
): boolean {
  if (isSection(main) || namedShare(main, names) > 0) return false;
  return ranked.some(({ passage: { definition } }) => names.has(definition?.name ?? ''));
}

/** What says no number at all does not answer how many there are. */
function hasAskedShape({ statements, code }: Draft, question: string): boolean {
  if (!asksForValue(question)) return true;
  const said = statements.map(({ markdown }) => markdown);
  return hasValue([...said, ...(code?.lines ?? [])]);
}

/** About one place, which is what was asked for. */
export async function explainSurely(
  main: Passage,
  { ranked, sections }: Ranked,
  input: FormInput,
): Promise<Draft> {
  const { query } = input;
  const { file, start, end } = main;
  input.context.report(`Best match: ${file.path}, lines ${start}–${end}`);
  const steps = await pathFrom(main, input);
  const tests = await testsFor(main, input);
  const method = methodOf(main, ranked, query);
  const members = memberPassages(main, query).filter((one) => one.start !== method?.start);
  const shown = [main, ...steps.map(({ passage }) => passage), ...members];
  // A long path or many members leave less room on the screen.
  const room = shown.length > FEW_SHOWN ? MAX_LINKS - 1 : MAX_LINKS;
  const guide = isSection(main) ? undefined : sections.find(isWorthReading);
  const found = otherPassages(ranked, guide ? [...shown, guide.passage] : shown);
  const others = found.slice(0, guide ? room - 1 : room);
  const [test] = tests;
  const isFunction = main.definition && !isSection(main) && !isContainer(main);
  const settings = isFunction ? settingsIn(main) : undefined;
  const { statements, code } = leadOf(main, method, { query, question: input.question });
  return {
    statements,
    ...(code && { code }),
    ...(steps.length > 0 && {
      stepsTitle: 'What it calls, in order:',
      steps: steps.map((step) => stepStatement(step, main)),
    }),
    links: [
      ...members.map((member) => describeBriefly(member)),
      ...(settings ? [settings] : []),
      ...(guide ? [describeSection(guide.passage, query)] : []),
      ...(test && !guide ? [testStatement(test, 'Tested by ')] : []),
      ...others.map(({ passage, line }) => describeBriefly(passage, line)),
    ],
    followups: suggestFollowups({ main, tests, shown, others, query, question: input.question }),
  };
}

async function pathFrom(main: Passage, { navigator, repositories, query, context }: FormInput) {
  const repository = repositories.find(({ repo }) => repo === main.file.repo);
  if (!repository) return [];
  const limits = { signal: context.signal, deadline: Date.now() + MAX_PATH_MS };
  return callPath(main, { navigator, repository, query, limits });
}

async function testsFor(main: Passage, input: FormInput) {
  const repository = input.repositories.find(({ repo }) => repo === main.file.repo);
  if (!repository || !main.definition || isSection(main)) return [];
  return testsOf(main.name, repository, input);
}

/** Of a class, the method that the question is about. */
function methodOf(main: Passage, ranked: readonly RankedPassage[], query: FormInput['query']) {
  return isContainer(main) ? askedMember(main, ranked, query) : undefined;
}

/** What it is, and its lines; of a class those of a method. */
function leadOf(
  main: Passage,
  method: Passage | undefined,
  { query, question }: Pick<FormInput, 'query' | 'question'>,
): Pick<Draft, 'statements' | 'code'> {
  const asked = askedAbout(termWeights([main.file], query), question);
  const code = quoteOfComment(main, asked) ?? codeOf(method ?? main, { query });
  const more = method ? [describeBriefly(method)] : aboutOwner(main);
  return {
    statements: [describe(main, query, asked), ...more],
    ...(code && { code }),
  };
}

/** Of a class: its members that are documented, those first that the question is about. */
function memberPassages(main: Passage, query: FormInput['query']): Passage[] {
  if (!isContainer(main)) return [];
  const terms = new Set(query.terms.map(({ term }) => term));
  const members = membersOf(main)
    .map((definition) => definitionPassage(main.file, definition))
    .filter(({ docs }) => docs !== undefined);
  const matching = ({ name, docs }: Passage) =>
    termsOf(`${name} ${docs?.sentences[0].text}`).filter((term) => terms.has(term)).length;
  return [...members]
    .sort((a, b) => matching(b) - matching(a))
    .slice(0, MAX_MEMBERS)
    .sort((a, b) => a.start - b.start);
}

/** Of a method without docs, what its class is for. */
function aboutOwner(main: Passage): Statement[] {
  if (main.docs || !main.definition || isSection(main)) return [];
  const { file, start, end } = main;
  const owner = file.outline
    .filter(({ line, isSingleLine }) => line < start && !isSingleLine)
    .map((definition) => definitionPassage(file, definition))
    .findLast((one) => isContainer(one) && one.end >= end);
  return owner?.docs ? [describeBriefly(owner)] : [];
}
