import type { Query } from '../../../index/query.js';
import { codeFenceLanguage } from '../../../markdown/languages.js';
import { isSection, type Passage } from '../passages/passage.js';
import { sectionCode } from '../passages/section-text.js';
import { type LinesWanted, shownLines } from '../passages/shown-lines.js';
import { placeOf } from './describe.js';
import type { ShownCode } from './draft.js';
import { placeReference } from './reference.js';

const MAX_SECTION_CODE = 8;

/** The lines of a passage that answer, as many as there is room for; of a section the code block that does, if it has one. */
export function codeOf(passage: Passage, wanted: LinesWanted): ShownCode | undefined {
  if (isSection(passage)) return codeOfSection(passage, wanted.query);
  const { lines, start, end } = shownLines(passage, wanted);
  if (lines.length === 0) return undefined;
  return {
    reference: placeReference({ ...placeOf(passage), start, end }),
    ...(passage.name !== '' && { name: passage.name }),
    language: codeFenceLanguage(passage.file.path),
    lines,
  };
}

function codeOfSection(passage: Passage, query: Query): ShownCode | undefined {
  const block = sectionCode(passage, new Set(query.terms.map(({ term }) => term)));
  if (!block) return undefined;
  const { start, language } = block;
  const end = Math.min(block.end, start + MAX_SECTION_CODE - 1);
  const lines = passage.file.lines.slice(start - 1, end);
  return {
    reference: placeReference({ ...placeOf(passage), start, end }),
    language,
    lines: end < block.end ? [...lines, '…'] : lines,
  };
}
