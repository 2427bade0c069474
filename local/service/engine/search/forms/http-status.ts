import { identifiersOf } from '../../../index/terms.js';
import { codeFenceLanguage } from '../../../markdown/languages.js';
import { codeSpan } from '../../../markdown/markdown.js';
import { splitQualifiedName } from '../../../tools/qualified-name.js';
import { codeOf } from '../draft/code-of.js';
import type { Draft, ShownCode, Statement } from '../draft/draft.js';
import { lineSpan } from '../draft/line-text.js';
import { lineReference, placeReference } from '../draft/reference.js';
import { enclosingName } from '../facts/find-usages.js';
import { bestRepository } from '../facts/look-up.js';
import { memberOf } from '../facts/meant-usages.js';
import { countDefinitions, findSymbol } from '../facts/named-symbol.js';
import { type StatusLine, type StatusLines, statusLines } from '../facts/status-lines.js';
import { usesOf } from '../facts/uses-of.js';
import { type AskedStatus, askedStatus } from '../text/asked-status.js';
import { hasWord } from '../text/has-word.js';
import { distinctFollowups } from './followups.js';
import type { FormInput } from './form.js';

const MAX_REPOSITORIES = 5;
const MAX_LINKS = 6;
const MAX_CALLS = 3;
/** A function of so few lines only tells that it is this error. */
const MAX_LINES_OF_CHECK = 8;
const LINES_AROUND = 3;

/** The lines of code with the HTTP error that a question asks for, by its number or its name, and what calls them. */
export async function httpStatus(input: FormInput): Promise<Draft | undefined> {
  const asked = askedStatus(input.question);
  if (!asked || input.query.intent.tests || input.absentNames.length > 0) return undefined;
  const { found: all, isComplete } = await firstLines(asked, input);
  const found = aboutNames(all, input.question);
  const [first, ...others] = found;
  if (!first) return undefined;
  input.context.report(`Found ${asked.code} in ${first.file.path}`);
  const calls = await callsOf(first, input);
  const shown = others.slice(0, MAX_LINKS - calls.length);
  const left = others.slice(shown.length);
  const [further] = left;
  const code = codeAt(first, input);
  const named = asked.name === undefined ? '' : ` (${asked.name})`;
  const atLeast = isComplete ? '' : 'at least ';
  return {
    statements: [
      {
        markdown: `${codeSpan(asked.code)}${named} is in ${whereOf(first)}${lineSpan(first.text, first.match)}`,
        reference: referenceOf(first),
      },
    ],
    ...(code && { code }),
    links: [
      ...calls,
      ...shown.map((one) => ({
        markdown: `In ${whereOf(one)}${lineSpan(one.text, one.match)}`,
        reference: referenceOf(one),
      })),
      ...(further
        ? [{ markdown: `and ${atLeast}${left.length} more`, reference: referenceOf(further) }]
        : []),
    ],
    followups: distinctFollowups(
      first.passage?.definition ? [`Where is ${first.passage.name} used?`] : [],
      input.question,
    ),
  };
}

/** Of the first repository that has any, the one that fits the question best before others. */
async function firstLines(asked: AskedStatus, input: FormInput): Promise<StatusLines> {
  const best = bestRepository(input);
  const others = input.repositories.filter(({ repository }) => repository !== best?.repository);
  for (const searched of [...(best ? [best] : []), ...others].slice(0, MAX_REPOSITORIES)) {
    const lines = await statusLines(asked, searched, input);
    input.context.stats({ tool_calls: 1 });
    if (lines.found.length > 0) return lines;
  }
  return { found: [], isComplete: true };
}

/** Of what the question names, or nothing: "does `Cart.add` throw a 404?" is not about any other code. */
function aboutNames(all: readonly StatusLine[], question: string): readonly StatusLine[] {
  const names = identifiersOf(question).flatMap((name) => splitQualifiedName(name));
  if (names.length === 0) return all;
  return all.filter(({ file, passage }) =>
    names.some((name) => hasWord(`${file.path} ${passage?.name ?? ''}`, name)),
  );
}

function whereOf({ passage }: StatusLine): string {
  return passage && passage.name !== '' ? `${codeSpan(passage.name)}: ` : '';
}

function referenceOf({ file, line }: StatusLine) {
  return lineReference(file, line);
}

function codeAt({ file, line, passage }: StatusLine, { query }: FormInput): ShownCode | undefined {
  if (passage) return codeOf(passage, { query, near: { start: line, end: line } });
  const start = Math.max(1, line - LINES_AROUND);
  const end = Math.min(file.lines.length, line + LINES_AROUND);
  return {
    reference: placeReference({ ...file, start, end }),
    language: codeFenceLanguage(file.path),
    lines: file.lines.slice(start - 1, end),
  };
}

/** What calls a function that only checks for the error, or sends it. */
async function callsOf({ passage }: StatusLine, input: FormInput): Promise<Statement[]> {
  if (!passage?.definition || passage.end - passage.start >= MAX_LINES_OF_CHECK) return [];
  const symbol = await findSymbol(passage.name, input);
  const { file, start } = symbol?.passage ?? {};
  if (!symbol || file?.path !== passage.file.path || file.repo !== passage.file.repo) return [];
  if (start !== passage.start) return [];
  const isOnly = (await countDefinitions(symbol, memberOf(passage.name), input)) === 1;
  const { found } = await usesOf(passage.name, { symbol, areAllMeant: false }, input);
  const calls = found.filter(
    ({ kind, role, isCertain }) => kind === 'call' && role === 'code' && (isCertain || isOnly),
  );
  return Promise.all(
    calls.slice(0, MAX_CALLS).map(async (one) => {
      const inside = await enclosingName(one, input);
      const where = inside === '' ? '' : ` in ${codeSpan(inside)}`;
      return {
        markdown: `Called${where}: ${lineSpan(one.text, passage.name)}`,
        reference: lineReference(one, one.start),
      };
    }),
  );
}
