import { normalizedName } from '../../../index/terms.js';
import { signatureEnd } from './extent.js';
import { isInDocs, type Passage } from './passage.js';

const FUNCTIONS = new Set(['function', 'method']);
const COMMENT = /^\s*(?:\/\/|\/?\*|#|--|;;)/;
/** Brackets, and what returns the object itself. */
const NO_STATEMENT =
  /^\s*(?:[^\p{L}\p{N}]*|end\b.*|pass|(?:return\s+)?(?:this|self|nil|None|null)\s*;?|\}?\s*=?\s*apply\s*\{)\s*$/u;
const MAX_ACCESSOR_LINES = 2;

/** What a definition does: nothing, read or set one value that has its name, or anything else. */
export function bodyKind(passage: Passage) {
  const { definition, file, start, end } = passage;
  if (!definition || !FUNCTIONS.has(definition.kind) || end === start) return 'other';
  const body = statementsOf(passage, signatureEnd(file.lines, start) + 1);
  if (body.length === 0) return 'empty';
  if (body.length > MAX_ACCESSOR_LINES) return 'other';
  const own = normalizedName(definition.name.replace(/^(?:set|get|with|is)_?(?=[A-Z_a-z])/, ''));
  const isAccessor = own !== '' && body.every((text) => normalizedName(text).includes(own));
  return isAccessor ? 'accessor' : 'other';
}

/** One more than an accessor has, at most: long functions need not be read. */
function statementsOf(passage: Passage, first: number): string[] {
  const { file, end } = passage;
  const statements: string[] = [];
  for (let line = first; line <= end && statements.length <= MAX_ACCESSOR_LINES; line += 1) {
    const text = file.lines[line - 1] ?? '';
    const isNone = COMMENT.test(text) || NO_STATEMENT.test(text) || /^return \w$/.test(text.trim());
    if (!isNone && !isInDocs(line, passage)) statements.push(text);
  }
  return statements;
}
