import { roleOf } from '../../../index/file-role.js';
import type { Query } from '../../../index/query.js';
import { termsOf } from '../../../index/terms.js';
import { codeSpan } from '../../../markdown/markdown.js';
import type { Call, CallNavigator } from '../../../tools/navigator.js';
import type { ToolContext } from '../../../tools/tool.js';
import { describeBriefly } from '../draft/describe.js';
import type { Statement } from '../draft/draft.js';
import type { SearchedRepository } from '../passages/find.js';
import { definitionPassage, isContainer, isSection, type Passage } from '../passages/passage.js';
import { readSourceFile } from '../passages/source-file.js';

/** What a definition calls, by navigation. */
export interface PathSearch {
  readonly navigator: CallNavigator;
  readonly repository: SearchedRepository;
  readonly query: Query;
  readonly limits: ToolContext;
}

/** A definition on the path. */
export interface Step {
  readonly passage: Passage;
  readonly caller: Passage;
  /** Of the call. */
  readonly line: number;
}

interface RankedStep extends Step {
  readonly score: number;
}

const MAX_STEPS = 4;
/** With fewer steps, what the longest of them calls is shown too. */
const FEW_STEPS = 3;
const MIN_SCORE = 0;
/** Names that every code base has, and that explain nothing. */
const TRIVIAL_NAME =
  /^(?:get|set|has|is|log|debug|info|warn|warning|error|assert\w*|str|len|push|add|format|to_?string|now)$/i;

/** How a definition goes on: the definitions of the repository that it calls, in order. */
export async function callPath(from: Passage, search: PathSearch): Promise<Step[]> {
  if (isSection(from) || !from.definition || isContainer(from)) return [];
  const steps = await stepsFrom(from, search);
  if (steps.length === 0 || steps.length >= FEW_STEPS) return steps;
  const longest = [...steps].sort((a, b) => lengthOf(b.passage) - lengthOf(a.passage))[0];
  if (!longest || lengthOf(longest.passage) < 4) return steps;
  const known = new Set([from, ...steps.map(({ passage }) => passage)].map(keyOf));
  const further = (await stepsFrom(longest.passage, search)).filter(
    ({ passage }) => !known.has(keyOf(passage)),
  );
  const at = steps.indexOf(longest) + 1;
  return [...steps.slice(0, at), ...further, ...steps.slice(at)].slice(0, MAX_STEPS);
}

/** A step as it is shown; one that is not called by `from` itself says who calls it. */
export function stepStatement({ passage, caller }: Step, from: Passage): Statement {
  const { markdown, reference } = describeBriefly(passage);
  if (caller === from) return { markdown, reference };
  const name = codeSpan(passage.name);
  const by = `${name} (called by ${codeSpan(caller.definition?.name ?? caller.name)})`;
  return { markdown: markdown.replace(name, () => by), reference };
}

async function stepsFrom(caller: Passage, search: PathSearch): Promise<Step[]> {
  const { repository, commit } = search.repository;
  const { path } = caller.file;
  const calls = await search.navigator.calls(
    { snapshot: { repository, commit }, path, lines: caller },
    search.limits,
  );
  const steps: RankedStep[] = [];
  const seen = new Set([keyOf(caller)]);
  for (const call of calls) {
    const passage = await calledPassage(call, search);
    if (!passage || seen.has(keyOf(passage))) continue;
    seen.add(keyOf(passage));
    steps.push({ passage, caller, line: call.line, score: scoreOf(passage, caller, search.query) });
  }
  const best = new Set(
    steps
      .filter(({ score }) => score > MIN_SCORE)
      .sort((a, b) => b.score - a.score)
      .slice(0, MAX_STEPS),
  );
  return steps.filter((step) => best.has(step));
}

/** The definition that a call reaches: a function, a method or a class, rather than a variable. */
async function calledPassage(call: Call, search: PathSearch): Promise<Passage | undefined> {
  search.limits.signal.throwIfAborted();
  const { path, objectId, line } = call.target;
  const { repository, commit } = search.repository;
  const file = await readSourceFile({ repository, commit, path, objectId });
  const definition = file.outline.find((one) => one.line === line && one.kind !== 'constant');
  return definition && definitionPassage(file, definition);
}

/** How much a step explains. Helpers of a line or two without docs explain nothing. */
function scoreOf(passage: Passage, caller: Passage, query: Query): number {
  const terms = new Set(query.terms.map(({ term }) => term));
  const said = `${passage.name} ${passage.docs?.sentences[0].text ?? ''}`;
  const overlap = new Set(termsOf(said).filter((term) => terms.has(term))).size;
  const name = passage.definition?.name ?? '';
  return (
    (passage.docs ? 2 : 0) +
    Math.min(2, lengthOf(passage) / 8) +
    Math.min(3, overlap) -
    (TRIVIAL_NAME.test(name) ? 2 : 0) -
    (/(?:Error|Exception|Warning)$/.test(name) ? 3 : 0) -
    (ANSWERS_WITH_ERROR.test(name) && !isAskedError(terms) ? 9 : 0) -
    (roleOf(passage.file.path) === 'test' && roleOf(caller.file.path) !== 'test' ? 9 : 0) -
    (lengthOf(passage) <= 3 && !passage.docs ? 1 : 0)
  );
}

/** Any handler may call it: it says nothing of the path. */
const ANSWERS_WITH_ERROR =
  /^(?:(?:send|write|render|respond|reply|return|serve|handle|json|html|text|http|api)_?(?:with_?)?){1,3}_?(?:an?_?)?(?:\w{1,12}_?)?(?:error|bad_?request|not_?found|forbidden|unauthori[sz]ed|failure)(?:_?\w{1,12})?$/i;

/** "How are errors sent?" asks for just that. */
function isAskedError(terms: ReadonlySet<string>): boolean {
  return ERROR_TERMS.some((term) => terms.has(term));
}

const ERROR_TERMS = ['error', 'errors', 'failure', 'response', 'respond'].flatMap(termsOf);

function lengthOf({ start, end }: Passage): number {
  return end - start + 1;
}

function keyOf({ file, start }: Passage): string {
  return `${file.path}:${start}`;
}
