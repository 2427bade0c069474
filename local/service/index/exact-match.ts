import type { Query } from './query.js';
import type { ScoredCorpus, TermMatches } from './scoring.js';
import { definitionTerm, exactDefinitionTerm, termsOf } from './terms.js';

/** Whether a file defines (2) or only mentions (1) a name that the query asks for. */
export type ExactMatch = 0 | 1 | 2;

const MENTIONED = 1;
const DEFINED = 2;
const DEFINED_IN_ANY_SPELLING = 4;

/**
 * Rates files by their matching chunks. A definition in another spelling counts only where none has
 * the exact one: `get_user` may mean `getUser`, unless there is a `get_user`.
 */
export interface ExactMatches {
  /** Of the file with this number in the n-th segment. A definition in a secondary file is none. */
  of(segment: number, file: number, isSecondary: boolean): ExactMatch;
}

export function exactMatches(scored: ScoredCorpus, query: Query): ExactMatches {
  const marked = query.exactNames
    .map((name) => marksOf(scored, name))
    .filter((it) => it !== undefined);
  return {
    of(segment, file, isSecondary) {
      let best: ExactMatch = 0;
      for (const marks of marked) {
        const mark = marks[segment]?.[file] ?? 0;
        if (mark & DEFINED && !isSecondary) return 2;
        if (mark & MENTIONED && !(mark & DEFINED_IN_ANY_SPELLING)) best = 1;
      }
      return best;
    },
  };
}

/** Written as in a sentence, where `Cart` is a cart: its spelling says nothing. */
const PLAIN_WORD = /^[a-z]+$/;

/** What the files say about a name, by segment and file; `undefined` if it occurs nowhere. */
function marksOf(scored: ScoredCorpus, name: string): Uint8Array[] | undefined {
  const { terms, segments } = scored;
  const anySpelling = terms.get(definitionTerm(name));
  const exact = PLAIN_WORD.test(name) ? undefined : terms.get(exactDefinitionTerm(name));
  const definition = exact ?? anySpelling;
  const mention = terms.get(termsOf(name).at(-1) ?? '');
  if (!definition && !mention) return undefined;
  const marks = segments.map(({ live }) => new Uint8Array(live.isLiveFile.length));
  const set = (matches: TermMatches | undefined, mark: number) =>
    segments.forEach(({ live }, n) => {
      const ofSegment = marks[n];
      const { firstChunks } = live.segment.files;
      for (const chunks of matches?.lists[n] ?? []) {
        let file = 0;
        for (const chunk of chunks) {
          while ((firstChunks[file + 1] ?? chunk + 1) <= chunk) file += 1;
          if (ofSegment) ofSegment[file] = (ofSegment[file] ?? 0) | mark;
        }
      }
    });
  set(mention, MENTIONED);
  set(anySpelling, DEFINED_IN_ANY_SPELLING);
  set(definition, DEFINED);
  return marks;
}
