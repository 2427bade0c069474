import type { LineRange } from '../../../index/chunks.js';
import { selectExcerpt } from '../../../index/excerpt.js';
import { type Definition, enclosingDefinitions, outlineOf } from '../../../index/outline.js';
import type { Query } from '../../../index/query.js';
import type { FileHit } from '../../../index/search-results.js';
import { definitionTerm } from '../../../index/terms.js';
import { docCommentSummary } from './doc-comment.js';

/** Lines of a file that match the query, with their context. */
export interface Excerpt extends LineRange {
  readonly repo: string;
  readonly commit: string;
  readonly path: string;
  readonly lines: readonly string[];
  /** The definitions that enclose it, outermost first. */
  readonly enclosing: readonly Definition[];
  /** A definition in the excerpt that the question names. */
  readonly namedDefinition?: Definition;
  /** The first sentence of the innermost definition's doc comment. */
  readonly docSummary?: string;
}

/** A search hit with the file's lines. */
export interface LoadedFile {
  readonly repo: string;
  readonly commit: string;
  readonly hit: FileHit;
  readonly lines: readonly string[];
}

/** The excerpts of a file without overlaps: those that define a named thing first, then best first. */
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
  // The subject is the first definition or heading, possibly below a comment or an anchor.
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

/** A definition that the question names, preferably in the same spelling. */
function findNamedDefinition(shown: readonly Definition[], query: Query): Definition | undefined {
  const names = new Set(query.definitionTerms.map(({ term }) => term));
  const fitting = shown.filter(
    ({ name, kind }) => kind !== 'section' && names.has(definitionTerm(name)),
  );
  return fitting.find(({ name }) => query.keywords.includes(name)) ?? fitting[0];
}

/** Such as `Session.send`; in a document the innermost heading. */
export function qualifiedName({
  namedDefinition,
  enclosing,
}: Pick<Excerpt, 'namedDefinition' | 'enclosing'>): string {
  const around = namedDefinition
    ? enclosing.filter(
        ({ line, depth }) => line < namedDefinition.line && depth < namedDefinition.depth,
      )
    : enclosing;
  const names = [...around, ...(namedDefinition ? [namedDefinition] : [])];
  const last = names.at(-1);
  if (!last || last.kind === 'section') return last?.name ?? '';
  return names.map(({ name }) => name).join('.');
}
