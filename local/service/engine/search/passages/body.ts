import { normalizedName } from '../../../index/terms.js';
import { linesFrom, signatureEnd } from './extent.js';
import { isInDocs, type Passage } from './passage.js';

const FUNCTIONS = new Set(['function', 'method']);
const COMMENT = /^\s*(?:\/\/|\/?\*|#|--|;;)/;
/** Brackets, and what returns the object itself. */
const NO_STATEMENT =
  /^\s*(?:[^\p{L}\p{N}]*|end\b.*|pass|(?:return\s+)?(?:this|self|nil|None|null)\s*;?|\}?\s*=?\s*apply\s*\{)\s*$/u;
const MAX_ACCESSOR_LINES = 2;

/** What a definition does: nothing, read or set one value that has its name, or anything else. */
export function bodyOf({ definition, docs, file, start, end }: Passage) {
  if (!definition || !FUNCTIONS.has(definition.kind) || end === start) return 'other';
  const first = signatureEnd(file.lines, start) + 1;
  const body = linesFrom(first, end)
    .filter((line) => !isInDocs(line, { docs }))
    .map((line) => file.lines[line - 1] ?? '')
    .filter(
      (text) => !COMMENT.test(text) && !NO_STATEMENT.test(text) && !/^return \w$/.test(text.trim()),
    );
  if (body.length === 0) return 'empty';
  const own = normalizedName(definition.name.replace(/^(?:set|get|with|is)_?(?=[A-Z_a-z])/, ''));
  const isAccessor =
    body.length <= MAX_ACCESSOR_LINES &&
    own !== '' &&
    body.every((text) => normalizedName(text).includes(own));
  return isAccessor ? 'accessor' : 'other';
}
