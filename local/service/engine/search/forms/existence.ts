import { roleOf } from '../../../index/file-role.js';
import { buildQuery } from '../../../index/query.js';
import { termsOf } from '../../../index/terms.js';
import { isVendored } from '../../../index/vendored.js';
import { codeFenceLanguage } from '../../../markdown/languages.js';
import { codeSpan } from '../../../markdown/markdown.js';
import { describeSentence } from '../draft/describe.js';
import type { Draft, ShownPlace, Statement } from '../draft/draft.js';
import { placeReference } from '../draft/reference.js';
import { documentSections } from '../facts/document-sections.js';
import { readFileAt } from '../facts/look-up.js';
import { findPath, isVendoredPath, type NamedPath, pathReference } from '../facts/named-path.js';
import { findSymbol } from '../facts/named-symbol.js';
import { fileComment } from '../passages/doc-comment.js';
import type { Passage } from '../passages/passage.js';
import { plainText, proseMarkdown } from '../passages/prose.js';
import { sectionSentences } from '../passages/section-text.js';
import type { ExistenceQuestion } from '../question-kinds/rule.js';
import { hasWord } from '../text/has-word.js';
import { relatedTo } from '../text/related-words.js';
import { distinctFollowups } from './followups.js';
import type { FormInput } from './form.js';
import { shownSymbol } from './named-thing.js';

const MAX_FILE_LINES = 8;
const MAX_LENGTH = 360;
const MAX_LINKS = 2;
/** What people call a thing with this name. */
const CALLED =
  /(?: (?:middleware|support|helper|module|class|function|command|plugin|package|backend|type|file|component|handler|api|library|integration|wrapper))+$/i;
/** A sentence that says what there is or is not, rather than one that only mentions it. */
const SAYS =
  /\b(?:support(?:s|ed|ing)?|provid(?:es?|ed|ing)|offer(?:s|ed)?|includ(?:es?|ed|ing)|built[- ]in|comes? with|ships?|available|implement(?:s|ed)?|compatible|not|no longer|without|can be)\b/i;

/** Whether there is something: what has its name, or a sentence of the documents that says so. */
export async function existence(
  input: FormInput,
  { subject }: ExistenceQuestion,
): Promise<Draft | undefined> {
  const said = await sayingSentence(subject, input);
  let found: Found | undefined;
  for (const name of spellings(subject)) {
    const named = (await namedFile(name, input)) ?? (await namedSymbol(name, input));
    if (!named) continue;
    if (!found || !named.isVendored) found = named;
    if (!named.isVendored) break;
  }
  if (!found || (found.isVendored && said)) {
    const statement = said ?? (await mention(subject, input));
    return statement && { statements: [statement], links: [] };
  }
  const { statement, code, title, isVendored } = found;
  const lead = isVendored ? 'Only in vendored code, there is' : 'There is';
  return {
    statements: [{ ...statement, markdown: `${lead} ${statement.markdown}` }],
    ...(code && { code }),
    links: said ? [said] : [],
    followups: distinctFollowups(
      [`What does ${title} do?`, `How is ${title} tested?`],
      input.question,
    ),
  };
}

/** A line of a guide, such as an item of a list: that it is there is all that is known. */
async function mention(subject: string, input: FormInput): Promise<Statement | undefined> {
  const name = subject.replace(CALLED, '');
  const word = name.toLowerCase();
  for (const { passage } of await documentSections({ ...input, query: buildQuery(name) })) {
    if (isVendored(passage.file.path)) continue;
    const { start, end, file } = passage;
    for (let line = start + 1; line <= end; line += 1) {
      const text = plainText(file.lines[line - 1] ?? '').replace(LIST_MARK, '');
      if (!hasWord(text.toLowerCase(), word)) continue;
      const said = describeSentence(passage, { text, start: line, end: line });
      const markdown = `Nothing in the code is named ${codeSpan(name)}, but it is mentioned in ${said.markdown}`;
      return { ...said, markdown };
    }
  }
  return undefined;
}

const LIST_MARK = /^\s*(?:[*+-]|\d{1,3}[.)])\s+/;

/** "A CSRF middleware" may be the file `csrf`, "WebSockets" the folder `websocket`. */
function spellings(subject: string): string[] {
  const bare = subject.replace(CALLED, '');
  const all = [subject, bare].flatMap((one) => [one, one.replace(/(?<=\w{3})s$/i, '')]);
  // Folders are written in small letters.
  return [...new Set([...all.map((one) => one.toLowerCase()), ...all])].flatMap((one) =>
    one.includes(' ') ? [one, one.replaceAll(' ', '-')] : [one],
  );
}

interface Found {
  readonly statement: ShownPlace['statement'];
  readonly code?: ShownPlace['code'];
  readonly title: string;
  readonly isVendored: boolean;
}

async function namedSymbol(name: string, input: FormInput): Promise<Found | undefined> {
  const symbol = await findSymbol(name, input);
  const place = symbol && shownSymbol(symbol, input);
  const isOther = symbol !== undefined && isVendored(symbol.passage.file.path);
  return place && { ...place, title: symbol.passage.name, isVendored: isOther };
}

/** A file with its first lines, which say most of one without definitions. */
async function namedFile(name: string, input: FormInput): Promise<Found | undefined> {
  const found = await findPath(name, input, { byStem: true });
  if (!found || isForTests(found)) return undefined;
  const title = found.path;
  const isVendored = isVendoredPath(found);
  const file = found.kind === 'file' ? await readFileAt(found, input) : undefined;
  const [about] = (file && fileComment(file.lines)?.sentences) ?? [];
  const statement = {
    markdown: `${codeSpan(found.kind === 'folder' ? `${title}/` : title)}${about ? `: ${proseMarkdown(about.text, MAX_LENGTH)}` : ''}`,
    reference: pathReference(found),
  };
  if (!file || file.outline.length > 0) {
    const symbol = file && !about ? await namedSymbol(name, input) : undefined;
    return symbol ?? { statement, title, isVendored };
  }
  const lines = file.lines.slice(0, MAX_FILE_LINES);
  const reference = placeReference({ ...file, start: 1, end: Math.max(1, lines.length) });
  const rest = file.lines.length > lines.length ? ['…'] : [];
  const code = { reference, language: codeFenceLanguage(title), lines: [...lines, ...rest] };
  return { statement, code, title, isVendored };
}

function isForTests({ path, kind }: NamedPath): boolean {
  return roleOf(kind === 'folder' ? `${path}/file.ts` : path) === 'test';
}

/** The sentence of a guide that has all words and says whether it is there. */
async function sayingSentence(subject: string, input: FormInput) {
  const wanted = new Set(termsOf(subject));
  // "HTTP/3" has one word, and is not HTTP.
  const isExact = !/^[\p{L}\s-]+$/u.test(subject);
  const sections = (await documentSections(input)).slice(0, 3 * MAX_LINKS);
  for (const { passage } of sections) {
    const found = sectionSentences(passage).find(({ text }) => {
      const has = new Set([...termsOf(text), ...headingTerms(passage)]);
      if (isExact && !hasWord(text.toLowerCase(), subject.toLowerCase())) return false;
      return SAYS.test(text) && [...wanted].every((term) => has.has(term));
    });
    if (found && !isVendored(passage.file.path)) return describeSentence(passage, found);
  }
  return undefined;
}

/** Under "Rotation", a sentence about logs is one about their rotation. */
function headingTerms({ name }: Passage): string[] {
  return termsOf(name);
}

/** Whether the lines that are shown have all that was asked for, as a rate limit on login has. */
export function saysAll(
  { statements, code, places = [] }: Draft,
  { says }: ExistenceQuestion,
): boolean {
  if (says === undefined) return false;
  const shown = [...statements, ...places.map(({ statement }) => statement)].map(
    ({ markdown }) => markdown,
  );
  const lines = [code, ...places.map((one) => one.code)].flatMap((one) => one?.lines ?? []);
  const terms = new Set(termsOf([...shown, ...lines].join('\n')));
  const related = relatedTo(termsOf(says));
  const meant = new Set([...terms].flatMap((term) => related.get(term) ?? []));
  return termsOf(says).every((term) => terms.has(term) || meant.has(term));
}

/** The closest match of what has no such name, said as that. */
export function withoutName(draft: Draft, { subject, says }: ExistenceQuestion): Draft {
  const { isDoubtful: _, statements, ...rest } = draft;
  const [first, ...others] = statements;
  const lead =
    says === undefined
      ? `I found nothing named ${codeSpan(subject)}. Closest match:`
      : `The closest lines do not say all of ${codeSpan(says)}:`;
  const markdown = `${lead} ${first.markdown}`;
  return { ...rest, statements: [{ ...first, markdown }, ...others] };
}
