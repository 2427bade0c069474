import type { LineRange } from '../../index/chunks.js';
import { selectExcerpt } from '../../index/excerpt.js';
import { type Definition, enclosingDefinitions, outlineOf } from '../../index/outline.js';
import type { Query } from '../../index/query.js';
import type { FileHit } from '../../index/search-results.js';
import { definitionTerm } from '../../index/terms.js';
import { docCommentSummary } from './doc-comment.js';

/** A spot in a file that is worth showing, with what it is in. */
export interface Excerpt extends LineRange {
  readonly repo: string;
  readonly commit: string;
  readonly path: string;
  readonly lines: readonly string[];
  /** The definitions around it, outermost first. */
  readonly enclosing: readonly Definition[];
  /** The definition that it shows, where the question says its very name. */
  readonly namedDefinition?: Definition;
  /** What the innermost definition's own comment says of it. */
  readonly docSummary?: string;
}

/** A found file, with its text. */
export interface LoadedFile {
  readonly repo: string;
  readonly commit: string;
  readonly hit: FileHit;
  readonly lines: readonly string[];
}

/** The places of a file, best first, the very thing that was named before all; no line twice. */
export function excerptsOf(file: LoadedFile, query: Query): Excerpt[] {
  const outline = outlineOf(file.hit.path, file.lines);
  const excerpts: Excerpt[] = [];
  for (const chunk of file.hit.chunks) {
    const lines = selectExcerpt(chunk, { lines: file.lines, outline }, query);
    if (excerpts.every(({ start, end }) => lines.end < start || lines.start > end)) {
      excerpts.push(toExcerpt({ file, query, outline, lines }));
    }
  }
  const namedFirst = ({ namedDefinition }: Excerpt) =>
    namedDefinition && query.keywords.includes(namedDefinition.name) ? 0 : 1;
  return excerpts.sort((a, b) => namedFirst(a) - namedFirst(b));
}

function toExcerpt(parts: {
  file: LoadedFile;
  query: Query;
  outline: readonly Definition[];
  lines: LineRange;
}): Excerpt {
  const { file, query, outline, lines } = parts;
  const shown = outline.filter(({ line }) => line >= lines.start && line <= lines.end);
  // A heading or a definition below a comment or an anchor is what the lines are about.
  const head = shown.find(({ line }) => line <= lines.start + 3);
  const enclosing = enclosingDefinitions(outline, head?.line ?? lines.start);
  const namedDefinition = findNamedDefinition(shown, query);
  const about = namedDefinition ?? enclosing.at(-1);
  const docSummary =
    about && about.kind !== 'section' ? docCommentSummary(file.lines, about.line) : undefined;
  return {
    ...lines,
    repo: file.repo,
    commit: file.commit,
    path: file.hit.path,
    lines: file.lines.slice(lines.start - 1, lines.end),
    enclosing,
    ...(namedDefinition && { namedDefinition }),
    ...(docSummary && { docSummary }),
  };
}

/** The definition of what the question names; of several, the one in its very spelling. */
function findNamedDefinition(shown: readonly Definition[], query: Query): Definition | undefined {
  const names = new Set(query.definitionTerms.map(({ term }) => term));
  const fitting = shown.filter(
    ({ name, kind }) => kind !== 'section' && names.has(definitionTerm(name)),
  );
  return fitting.find(({ name }) => query.keywords.includes(name)) ?? fitting[0];
}
