import type { PreviousQuestion } from '../../conversation/engine.js';
import { roleOf } from '../../index/file-role.js';
import { buildQuery } from '../../index/query.js';
import { identifiersOf } from '../../index/terms.js';
import { hasWord } from './text/has-word.js';

/** How long the start of an answer may be that is looked at. */
const MAX_ANSWER_LENGTH = 8_000;
const MAX_KEYWORDS = 4;

/**
 * What "it" means after an answer: the one name that the question has, or else the name or the file that the answer
 * begins with, or else the thing that the question is about.
 */
export function subjectOf(previous: PreviousQuestion): string | undefined {
  return namedSubject(previous) ?? fewWords(previous.question);
}

/** What the question was about in its own words, if its answer begins with a document or a guess: tests are named after that. */
export function topicOf({ question, answer = '' }: PreviousQuestion): string | undefined {
  const isCode = !DOCUMENT.test(answer) && !/^(?:Best guess: |Nothing in )/.test(answer);
  return isCode || nameAsked(question) !== undefined ? undefined : fewWords(question);
}

function namedSubject({ question, answer = '' }: PreviousQuestion): string | undefined {
  const said = withoutGuess(answer.slice(0, MAX_ANSWER_LENGTH));
  const lead = pathSaid(said) ?? nameSaid(said);
  const asked = nameAsked(question);
  if (asked !== undefined && !isNamed(lead, question)) return asName(asked);
  const [, actor] = ACTOR.exec(question) ?? [];
  const isSure = lead !== undefined && !said.startsWith('Best guess: ');
  if (actor !== undefined && !isSure) return `the ${actor}`;
  return lead ?? asName(asked) ?? pathAsked(question) ?? firstCodePlace(said);
}

/** Whether the question has the name: `Cart.add` is what was asked for as `add`. */
function isNamed(lead: string | undefined, question: string): boolean {
  const name =
    lead
      ?.replaceAll('`', '')
      .split(/[.:#]+/)
      .at(-1) ?? '';
  return name !== '' && hasWord(question, name);
}

/** A name in backticks, or the only word of the question that looks like one. */
function nameAsked(question: string): string | undefined {
  const [, quoted] = /`([\p{L}_$][\p{L}\p{N}_$.:#]{0,80})`/u.exec(question) ?? [];
  const [only, another] = identifiersOf(question);
  return quoted ?? (another === undefined ? only : undefined);
}

function pathAsked(question: string): string | undefined {
  return buildQuery(question).files.find((one) => /\/.*\.\w+$/.test(one));
}

function fewWords(question: string): string | undefined {
  const { keywords } = buildQuery(question);
  const isFew = keywords.length > 0 && keywords.length <= MAX_KEYWORDS;
  return isFew ? `the ${keywords.join(' ')}` : undefined;
}

function withoutGuess(answer: string): string {
  const [nothing, guess] = NOTHING.exec(answer) ?? [];
  return nothing === undefined ? answer : (guess ?? '');
}

const NOTHING = /^Nothing in .{1,400}?(?:$|Best guess: (.{0,400}))/m;

/** An answer about a file begins with its path, and its first link leads there: "`src/cart.ts` defines …". */
function pathSaid(answer: string): string | undefined {
  const [, path = '', linked = ''] = PATH_SAID.exec(answer) ?? [];
  const folder = path.replace(/\/$/, '');
  return path !== '' && linked.replace(/\\(.)/g, '$1').replace(/:\d+(?:–\d+)?$/, '') === folder
    ? path
    : undefined;
}

const PATH_SAID = /^(?:Best guess: )?`([^`\s]{1,200})`[^\n]{0,600}?\(\[([^\]\n]{1,300})\]\(/u;

function nameSaid(answer: string): string | undefined {
  const [, owned, owner] = OWNED.exec(answer) ?? [];
  if (owned !== undefined && owner !== undefined) return asName(`${owner}.${owned}`);
  const [, name] = NAME_SAID.exec(answer) ?? [];
  return name === undefined || /^I found n/.test(answer) ? undefined : asName(name);
}

const OWNED = /^[^`\n]{0,60}`([^`]{1,80})` is an? \w{1,20} of `([^`]{1,80})`/;
const NAME_SAID = /^[^`\n]{0,60}`([\p{L}_$][\p{L}\p{N}_$.]{1,80})`/u;

/** The answer begins with a section of a document, by its heading. */
const DOCUMENT = /^(?:Best guess: )?\*\*/;

/** "What does the checker do with duplicates?", "how is the mail queue configured?" */
const ACTOR =
  /^\W*(?:what|how|when|why|where) (?:does|do|did|is|are|was|were) (?:the|our|this) ([\w-]{2,40}(?: [\w-]{2,40}){0,2}?) (?:do|work|handle|deal|react|behave|\w{2,30}ed|set)\b/i;

/** Below a document, the first code that is named with its place. */
function firstCodePlace(answer: string): string | undefined {
  if (!DOCUMENT.test(answer)) return undefined;
  for (const [, name, path = ''] of answer.matchAll(NAMED_WITH_PLACE)) {
    if (name !== undefined && roleOf(path) === 'code') return asName(name);
  }
  return undefined;
}

/** "[`Cart.add`](/shop@abc/-/blob/src/cart.ts?L4)", or "`Cart.add`: Adds. ([src/cart.ts:4](/shop@abc/-/blob/src/cart.ts?L4))", or with a line of code instead of a sentence. */
const NAMED_WITH_PLACE =
  /`([\p{L}_$][\p{L}\p{N}_$.]{1,80})`(?:(?:: `[^`\n]{1,120}` |[^`\n]{0,400})\(\[[^\]\n]{1,300})?\]\(\/[^)\n?]{1,300}\/-\/blob\/([^)\n?]{1,300})/gu;

export function asName(name: string): string;
export function asName(name: string | undefined): string | undefined;
export function asName(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `\`${name}\``;
}
