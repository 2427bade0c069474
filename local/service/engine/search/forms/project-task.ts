import { codeFenceLanguage } from '../../../markdown/languages.js';
import { codeSpan } from '../../../markdown/markdown.js';
import { describe } from '../draft/describe.js';
import type { Draft, ShownCode, Statement } from '../draft/draft.js';
import { lineSpan } from '../draft/line-text.js';
import { placeReference } from '../draft/reference.js';
import {
  COMMAND_FILES,
  commandsFor,
  documentsFor,
  headingRank,
  isRunIn,
  type ProjectCommand,
  type ProjectTask,
  scriptLines,
} from '../facts/project-commands.js';
import { projectFiles } from '../facts/project-files.js';
import type { SearchedRepository } from '../passages/find.js';
import { definitionPassage, type Passage } from '../passages/passage.js';
import { type CodeBlock, sectionCode, sectionSentences } from '../passages/section-text.js';
import type { FormInput } from './form.js';

const MAX_LINES = 10;
const MAX_COMMANDS = 4;
const MAX_PER_FILE = 2;
const MAX_SCRIPTS = 2;

/** How to run the tests, build, install or start it: the section that tells it, and the commands that its files have. */
export async function projectTask(
  task: ProjectTask,
  searched: SearchedRepository,
  input: FormInput,
): Promise<Draft | undefined> {
  const section = await sectionFor(task, searched, input);
  const files = await projectFiles(searched, COMMAND_FILES, input);
  const named = files.flatMap((file) => commandsFor(task, file).slice(0, MAX_PER_FILE));
  const scripts =
    task === 'install' ? [] : files.flatMap((file) => scriptLines(task, file).slice(0, 1));
  const found = named.length > 0 ? named.slice(0, MAX_COMMANDS) : scripts.slice(0, MAX_SCRIPTS);
  const commands = found.map(commandStatement);
  if (section) {
    const code = codeIn(section, task, input);
    return {
      statements: [describe(section, input.query)],
      ...(code && { code }),
      links: commands,
    };
  }
  const [first, ...others] = commands;
  return first && { statements: [first], links: others };
}

function commandStatement({ file, start, value, runBy }: ProjectCommand): Statement {
  const { repo, commit, path, lines } = file;
  const command = runBy === undefined ? codeSpan(value) : codeSpan(runBy);
  const line = lines[start - 1] ?? '';
  // What a target does is in the lines below it.
  const below = runBy !== undefined && /:\s*$|[([{]\s*$/.test(line) ? (lines[start] ?? '') : line;
  const code = runBy === undefined ? '' : `: ${lineSpan(/\S/.test(below) ? below : line)}`;
  return {
    markdown: `${command} in ${codeSpan(path)}${code}`,
    reference: placeReference({
      repo,
      commit,
      path,
      start,
      end: below === line ? start : start + 1,
    }),
  };
}

interface RankedSection {
  readonly passage: Passage;
  readonly rank: number;
}

async function sectionFor(
  task: ProjectTask,
  searched: SearchedRepository,
  input: FormInput,
): Promise<Passage | undefined> {
  const documents = documentsFor(task);
  const files = await projectFiles(searched, documents, input);
  const found = files.flatMap((file): RankedSection[] =>
    file.outline.flatMap((definition): RankedSection[] => {
      const rank = definition.kind === 'section' ? headingRank(task, definition.name) : undefined;
      if (rank === undefined) return [];
      const passage = definitionPassage(file, definition);
      const hasCode = codeIn(passage, task, input) !== undefined;
      if (sectionSentences(passage).length === 0 && !hasCode) return [];
      // "Testing" may be about testing with it.
      const told = file.lines.slice(passage.start, passage.end);
      if (rank > 0 && IS_RUN.has(task) && !isRunIn(task, told)) return [];
      const place = documents.findIndex((one) => one.test(file.path));
      const depth = file.path.split('/').length - 1;
      return [{ passage, rank: 2 * rank + place + depth + (hasCode ? 0 : 2) }];
    }),
  );
  return found.toSorted((a, b) => a.rank - b.rank)[0]?.passage;
}

const IS_RUN: ReadonlySet<ProjectTask> = new Set<ProjectTask>(['tests', 'build']);

/** The block of code of a section that does it, or else its first one. */
function codeIn(
  section: Passage,
  task: ProjectTask,
  { query }: Pick<FormInput, 'query'>,
): ShownCode | undefined {
  const { file } = section;
  const terms = new Set(query.terms.map(({ term }) => term));
  const literal = literalBlocks(section);
  const block =
    sectionCode(section, terms) ??
    literal.find(({ start, end }) => isRunIn(task, file.lines.slice(start - 1, end))) ??
    literal[0];
  if (!block) return undefined;
  const end = Math.min(block.end, block.start + MAX_LINES - 1);
  const lines = file.lines.slice(block.start - 1, end);
  const { repo, commit, path } = file;
  return {
    reference: placeReference({ repo, commit, path, start: block.start, end }),
    language: block.language || codeFenceLanguage('run.sh'),
    lines: end < block.end ? [...lines, '…'] : lines,
  };
}

/** In reStructuredText: what is indented below a line that ends with two colons, or below a directive for code. */
function literalBlocks({ file, start, end }: Passage): CodeBlock[] {
  if (!file.path.endsWith('.rst')) return [];
  const blocks: CodeBlock[] = [];
  const textOf = (line: number) => file.lines[line - 1] ?? '';
  for (let line = start; line < end; line += 1) {
    if (!/::(?:\s+(?:console|bash|shell|sh|text))?\s*$/.test(textOf(line))) continue;
    let first = line + 1;
    while (first <= end && textOf(first).trim() === '') first += 1;
    let last = first;
    while (last < end && /^\s+\S/.test(textOf(last + 1))) last += 1;
    if (first <= end && /^\s/.test(textOf(first)))
      blocks.push({ start: first, end: last, language: 'sh' });
  }
  return blocks;
}
