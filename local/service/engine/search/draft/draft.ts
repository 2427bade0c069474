import type { Reference } from './reference.js';

/** One sentence in Markdown, and what it can be checked against. */
export interface Statement {
  readonly markdown: string;
  readonly reference: Reference;
}

/** Lines of code that are shown. */
export interface ShownCode {
  readonly reference: Reference;
  /** The name of what the lines define or are in, such as `Cart.add`; nothing if that is not certain. */
  readonly name?: string;
  /** Of the code block, such as `ts`. */
  readonly language: string;
  /** The lines are safe Markdown: what a document or a comment says, without its own markup; a code block is one of them. */
  readonly isQuote?: true;
  readonly lines: readonly string[];
}

/** A place in a file, with its lines. */
export interface ShownPlace {
  readonly statement: Statement;
  readonly code: ShownCode;
}

/** A place in a file by the name of what it is in, in Markdown: without one, by its lines. */
export interface NamedPlace {
  readonly path: string;
  readonly name: string;
  readonly reference: Reference;
}

/** What an answer says, before it is laid out. Nothing is claimed that no reference shows. */
export interface Draft {
  /** What it says first has hardly more than half of what was asked: it is called a guess. */
  readonly isDoubtful?: true;
  /** Other places that may answer, each with its lines; only where the first one is a guess. */
  readonly places?: readonly ShownPlace[];
  /** The answer, in one to three sentences. */
  readonly statements: readonly [Statement, ...Statement[]];
  /** How it goes on, in order: shown as a numbered list, below the title. */
  readonly stepsTitle?: string;
  readonly steps?: readonly Statement[];
  /** The lines that answer the question. */
  readonly code?: ShownCode;
  /** A Mermaid diagram. */
  readonly diagram?: string;
  /** Where else to look, each with the reason, below the title. */
  readonly linksTitle?: string;
  readonly links?: readonly Statement[];
  /** What else may answer, below the links; in the order of how likely that is. */
  readonly named?: readonly NamedPlace[];
  /** The answer to a second question of the same message, below it. */
  readonly second?: { readonly question: string; readonly draft: Draft };
  /** Questions that this service can answer, and whose answer is not this one. */
  readonly followups?: readonly string[];
}

/** Places that share words with a question, but are hardly about it. */
export interface ClosestPlaces {
  /** The place with the most of the question, or what is named after something in it; with its lines. */
  readonly guess?: ShownPlace;
  /** Its lines have nearly all words of the question. */
  readonly isWhole?: boolean;
  /** Other places that may answer, each with its lines. */
  readonly places: readonly ShownPlace[];
  readonly others: readonly Statement[];
  /** What else may be meant, below the others. */
  readonly named?: readonly NamedPlace[];
}

/** All that an answer refers to, in the order in which it does. */
export function referencesOf({
  statements,
  steps = [],
  code,
  places = [],
  links = [],
  named = [],
  second,
}: Draft): Reference[] {
  const others = places.flatMap((place) => [place.statement, place.code]);
  const shown = [...(code ? [code] : []), ...others];
  const own = [...statements, ...steps, ...shown, ...links, ...named].map(
    ({ reference }) => reference,
  );
  return [...own, ...(second ? referencesOf(second.draft) : [])];
}
