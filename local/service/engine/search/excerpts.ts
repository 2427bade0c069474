import type { LineRange } from '../../index/chunks.js';
import { selectExcerpt } from '../../index/excerpt.js';
import { type Definition, enclosingDefinitions, outlineOf } from '../../index/outline.js';
import type { Query } from '../../index/query.js';
import type { FileHit } from '../../index/search-results.js';
import { definitionTerm } from '../../index/terms.js';
import { summaryOf } from './doc-comment.js';

/** A spot in a file that is worth showing, with what it is in. */
export interface Place extends LineRange {
  readonly repo: string;
  readonly commit: string;
  readonly path: string;
  readonly text: readonly string[];
  /** The definitions around it, outermost first. */
  readonly within: readonly Definition[];
  /** The definition that it shows, where the question says its very name. */
  readonly named?: Definition;
  /** What the innermost definition's own comment says of it. */
  readonly summary?: string;
}

/** A found file, with its text. */
export interface ReadFile {
  readonly repo: string;
  readonly commit: string;
  readonly found: FileHit;
  readonly lines: readonly string[];
}

/** The places of a file, best first, the very thing that was named before all; no line twice. */
export function placesOf(file: ReadFile, query: Query): Place[] {
  const outline = outlineOf(file.found.path, file.lines);
  const places: Place[] = [];
  for (const chunk of file.found.chunks) {
    const lines = selectExcerpt(chunk, { lines: file.lines, outline }, query);
    if (places.every(({ start, end }) => lines.end < start || lines.start > end)) {
      places.push(toPlace({ file, query, outline, lines }));
    }
  }
  const wanted = ({ named }: Place) => (named && query.keywords.includes(named.name) ? 0 : 1);
  return places.sort((a, b) => wanted(a) - wanted(b));
}

function toPlace(parts: {
  file: ReadFile;
  query: Query;
  outline: readonly Definition[];
  lines: LineRange;
}): Place {
  const { file, query, outline, lines } = parts;
  const shown = outline.filter(({ line }) => line >= lines.start && line <= lines.end);
  // A heading or a definition below a comment or an anchor is what the lines are about.
  const head = shown.find(({ line }) => line <= lines.start + 3);
  const within = enclosingDefinitions(outline, head?.line ?? lines.start);
  const named = definitionNamed(shown, query);
  const about = named ?? within.at(-1);
  const summary = about && about.kind !== 'section' ? summaryOf(file.lines, about.line) : undefined;
  return {
    ...lines,
    repo: file.repo,
    commit: file.commit,
    path: file.found.path,
    text: file.lines.slice(lines.start - 1, lines.end),
    within,
    ...(named && { named }),
    ...(summary && { summary }),
  };
}

/** The definition of what the question names; of several, the one in its very spelling. */
function definitionNamed(shown: readonly Definition[], query: Query): Definition | undefined {
  const names = new Set(query.definitionTerms.map(({ term }) => term));
  const fitting = shown.filter(
    ({ name, kind }) => kind !== 'section' && names.has(definitionTerm(name)),
  );
  return fitting.find(({ name }) => query.keywords.includes(name)) ?? fitting[0];
}
