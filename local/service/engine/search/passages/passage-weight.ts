import { enclosingDefinitions } from '../../../index/outline.js';
import type { Query } from '../../../index/query.js';
import { definitionTerm, termsOf, wordParts } from '../../../index/terms.js';
import { bodyKind } from './body.js';
import { extentOf } from './extent.js';
import { isContainer, type Passage } from './passage.js';
import { perLine, perObject } from './read-once.js';
import { sectionSentences } from './section-text.js';
import { isTestCode } from './test-code.js';
import { holdsTexts } from './text-table.js';

/** How much a term of the query says, by how few of the lines have it. */
export type TermWeights = ReadonlyMap<string, number>;

/** How much more a definition says whose name the question has: as an identifier, or as a word. */
export const ASKED_NAME_SCORE = 4;
const SAME_WORD_SCORE = 0.4;
const WORDS_FACTOR = 1;
/** For a name without a word of the question, such as a helper's; and where there is none, or it names a value. */
const OTHER_NAME_FACTOR = 0.5;
const NO_NAME_FACTOR = 0.75;
/** A line that brings names from elsewhere, in many languages; but not `useState(0)` or `using (file)`. */
export const IMPORT =
  /^\s*(?:import\b|from\s+\S+\s+import\b|export\s+(?:type\s+)?(?:\*|\{.*\bfrom\b)|\}\s*from\b|(?:const|let|var)\s[^=]{1,200}=\s*require\(|require(?:_relative)?\b|(?:pub(?:\([^)]{0,60}\))?\s+)?use\s+(?:function\s+|const\s+)?[\w:\\.]+(?:[;{,*]|\s+(?:as\b|qw|['"(])|\s*$)|(?:global\s+)?using\s+(?!var\b)[\w.:=\s<>]+;|#\s*include\b|extern\s+crate\b|alias\s+[A-Z])/;
export const isImport = perLine((text) => IMPORT.test(text));
/** An empty function, or one that only hands its own value on, explains nothing. */
const BODY_FACTORS = { empty: 0.3, accessor: 0.55, other: 1 } as const;
/** Definitions of about this many lines are neither trivial nor hard to read. */
export const TYPICAL_LINES = 30;
const TRIVIAL_LINES = 4;

export function lengthFactor(lines: number): number {
  if (lines < TRIVIAL_LINES) return 0.7;
  return 1 / (0.75 + (0.25 * Math.min(200, lines)) / TYPICAL_LINES);
}

/** What is inside of a function, stands alone on a line or says nothing in words rarely answers. */
export const kindFactor = perObject((passage: Passage): number => {
  const { definition, docs, file } = passage;
  if (!definition) return 0.5;
  if (definition.kind === 'section') return sectionSentences(passage).length > 0 ? 1 : 0.4;
  if (isImport(file, definition.line)) return 0.15;
  const isAbstract = !isContainer(passage) && ABSTRACT.test(file.lines[passage.end - 1] ?? '');
  const factors = [
    isTestCode(passage) ? 0.3 : 1,
    holdsTexts(passage) ? TEXTS_FACTOR : 1,
    BODY_FACTORS[bodyKind(passage)],
    isAbstract ? 0.3 : 1,
    isLocal(passage) ? 0.6 : 1,
    definition.isSingleLine ? 0.6 : 1,
    docs ? 1.15 : 1,
    EVERYWHERE.test(definition.name) ? 0.5 : 1,
  ];
  return factors.reduce((all, one) => all * one);
});

const TEXTS_FACTOR = 0.2;

/** Nearly every class has one, and it is about none of what the class is for. */
const EVERYWHERE =
  /^(?:to_?string|__(?:str|repr|eq|hash)__|string|hash_?code|equals|inspect|clone|debug_?string|fmt)$/i;

/** Whether it is inside of a function. */
function isLocal({ definition, file }: Passage): boolean {
  if (!definition) return false;
  return enclosingDefinitions(file.outline, definition.line).some(
    (one) =>
      FUNCTIONS.has(one.kind) &&
      one.line < definition.line &&
      extentOf(one, file).end >= definition.line,
  );
}

/** Most questions are about what the code does. */
export function typeFactor(passage: Passage, weights: TermWeights): number {
  const name = passage.definition?.name ?? '';
  const isHelper =
    ERROR_NAME.test(name) &&
    !termsOf(name).some((term) => ERROR_TERMS.has(term) && weights.has(term));
  const isAsked = isList(passage) && [...LIST_TERMS].some((term) => weights.has(term));
  return (isType(passage) && !isAsked ? 0.7 : 1) * (isHelper ? 0.6 : 1);
}

/** A class has a word of nearly any question somewhere: it is about those in its name and its docs. */
export function ownerFactor(passage: Passage, weights: TermWeights): number {
  if (!isContainer(passage)) return 1;
  const said = new Set(termsOf(`${passage.name} ${passage.docs?.sentences[0].text ?? ''}`));
  const all = [...weights].reduce((sum, [, weight]) => sum + weight, 0);
  const own = [...weights].reduce((sum, [term, weight]) => sum + (said.has(term) ? weight : 0), 0);
  return all > 0 ? MIN_OWNER_FACTOR + ((1 - MIN_OWNER_FACTOR) * own) / all : 1;
}

const MIN_OWNER_FACTOR = 0.6;

/** What is named after other things than the question is about them: `every` and `slowParseDouble` about parsing. */
export function nameFactor(passage: Passage, { terms }: Query): number {
  const { definition, name } = passage;
  if (!definition || definition.kind === 'section') return NO_NAME_FACTOR;
  const isAsked = isList(passage) && terms.some(({ term }) => LIST_TERMS.has(term));
  if (isType(passage) && !isAsked)
    return definition.kind === 'constant' ? OTHER_NAME_FACTOR : NO_NAME_FACTOR;
  const words = [
    ...nameWords(definition.name),
    ...nameWords(isLocal(passage) ? '' : ownerOf(name)),
  ];
  const asked = words.filter((word) => terms.some(({ term }) => term === word));
  return OTHER_NAME_FACTOR + ((1 - OTHER_NAME_FACTOR) * asked.length) / Math.max(1, words.length);
}

/** The class of a method. */
export function ownerOf(qualified: string): string {
  return qualified.split('.').at(-2) ?? '';
}

/** Of a name such as `scaleToZeroOrIdle`. */
const CONNECTIVES = new Set(
  'a an and as at by for from in into is of on or the to with'.split(' '),
);

function nameWords(name: string): string[] {
  return wordParts(name)
    .filter((word) => !CONNECTIVES.has(word.toLowerCase()))
    .flatMap(termsOf);
}

/** A type or a value. */
function isType(passage: Passage): boolean {
  const kind = passage.definition?.kind ?? '';
  return TYPES.has(kind) && (kind !== 'constant' || isValue(passage));
}

/** A constant or variable, but not `const compose = (…) => …`. */
export function isValue({ definition, file }: Passage): boolean {
  return (
    definition?.kind === 'constant' && !FUNCTION_VALUE.test(file.lines[definition.line - 1] ?? '')
  );
}

/** A constant of several lines with a name such as `DEFAULTS` or `colors`. */
function isList({ definition, start, end }: Passage): boolean {
  const isPlural = /^[A-Z][A-Z0-9_]+$|s$/.test(definition?.name ?? '');
  return definition?.kind === 'constant' && end > start && isPlural;
}

const LIST_TERMS = new Set(
  'list table values defaults constants mapping'.split(' ').flatMap(termsOf),
);

const FUNCTION_VALUE = /=\s*(?:async\b\s*)?(?:function\b|\(|<)|=>/;

/** They report errors, and explain little else. */
export const ERROR_NAME = /err(?:or)?|exception|fail|warn/i;
const ERROR_TERMS = new Set(
  ['error', 'exception', 'fail', 'failure', 'warn', 'warning', 'err'].flatMap(termsOf),
);

const TYPES = new Set(['type', 'interface', 'struct', 'enum', 'trait', 'constant']);
/** The last line of what others have to implement. */
const ABSTRACT =
  /^\s*(?:raise NotImplementedError|pass$|\.\.\.$|throw new Error\(['"`]not implemented|.*=\s*(?:error\(|throw\b|TODO\())/i;
export const FUNCTIONS = new Set(['function', 'method']);

/** For a definition with a name that the question asks for. A constructor is no better than its class. */
export function nameScore({ definition, name: qualified }: Passage, query: Query): number {
  const name = definition?.name ?? '';
  const owner = qualified.split('.').at(-2);
  if (isDottedName(qualified, query)) return 2 * ASKED_NAME_SCORE;
  if (owner === name || !query.definitionTerms.some(({ term }) => term === definitionTerm(name)))
    return 0;
  const isSpelled = query.keywords.includes(name) ? 1 : 0.5;
  const isOwnerAsked = owner !== undefined && query.keywords.includes(owner) ? 1.5 : 1;
  const isAsked = query.exactNames.includes(name) || query.exactNames.includes(owner ?? '');
  return (isAsked ? ASKED_NAME_SCORE : SAME_WORD_SCORE) * isSpelled * isOwnerAsked;
}

/** For a name of several words that are all in the question: `dispatch_request`; and for its class's if they are too. */
export function wordsScore({ definition, name }: Passage, weights: TermWeights): number {
  const areAsked = (words: readonly string[]) => words.every((word) => weights.has(word));
  const own = nameWords(definition?.name ?? '');
  if (own.length < 2 || !areAsked(own)) return 0;
  const owner = nameWords(ownerOf(name));
  const words = new Set(areAsked(owner) ? [...own, ...owner] : own);
  return WORDS_FACTOR * [...words].reduce((sum, word) => sum + (weights.get(word) ?? 0), 0);
}

/** Whether the question has it as `app.use` or `Session.send`: to the query that may be a file's name. */
function isDottedName(qualified: string, { files }: Query): boolean {
  const name = `.${qualified.toLowerCase()}`;
  return files.some((one) => one.includes('.') && name.endsWith(`.${one.toLowerCase()}`));
}
