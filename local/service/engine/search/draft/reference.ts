import type { Source } from '../../../conversation/resources.js';
import type { LineRange } from '../../../index/chunks.js';
import { escapeText, link } from '../../../markdown/markdown.js';
import { filePagePath } from '../../../pages/paths.js';

/** Lines of a file at a commit. */
export interface Place extends LineRange {
  readonly repo: string;
  readonly commit: string;
  readonly path: string;
}

/** What a statement can be checked against. */
export interface Reference {
  readonly repo: string;
  /** As a source's: `File`, `Commit`. */
  readonly type: string;
  /** A path that starts with a slash. */
  readonly link: string;
  /** As it is shown in the answer, such as `src/cart.ts:4–9`. */
  readonly text: string;
  /** As a source's label, such as `acme/shop · src/cart.ts`. */
  readonly label: string;
}

export function placeReference({ repo, commit, path, start, end }: Place): Reference {
  const range = end > start ? `${start}–${end}` : String(start);
  return {
    repo,
    type: 'File',
    link: filePagePath({ repo, rev: commit, path }, { start, end }),
    text: `${path}:${range}`,
    label: `${repo} · ${path}`,
  };
}

/** A line, counted from 1, of a file. */
export function lineReference(file: Omit<Place, keyof LineRange>, line: number): Reference {
  return placeReference({ ...file, start: line, end: line });
}

/** The first line of a definition. */
export function definitionReference({
  file,
  definition,
}: {
  readonly file: Omit<Place, keyof LineRange>;
  readonly definition: { readonly line: number };
}): Reference {
  return lineReference(file, definition.line);
}

/** The lines of a file that a reference shows, if it shows any. */
export function shownRange({ text }: Reference): LineRange | undefined {
  const [, from, to = from] = /:(\d+)(?:–(\d+))?$/.exec(text) ?? [];
  return from === undefined ? undefined : { start: Number(from), end: Number(to) };
}

/** Whether both show some of the same lines. */
export function overlap(one: Reference, other: Reference): boolean {
  const [lines, others] = [shownRange(one), shownRange(other)];
  if (!lines || !others || one.label !== other.label) return false;
  return lines.start <= others.end && others.start <= lines.end;
}

/** In Markdown. */
export function referenceLink({ text, link: address }: Reference): string {
  return link(escapeText(text), address);
}

export function referenceSource({ type, link: address, label }: Reference): Source {
  return { type, link: address, label };
}
