import type { LineRange } from '../index/chunks.js';
import type { Call } from '../tools/navigator.js';
import { readLines } from '../tools/search-output.js';
import { type SourceFile, TimeLimitError } from './codebase/codebase.js';
import type { DeclarationValue } from './codebase/values.js';
import type { Resolver } from './resolver/resolver.js';
import type { Reference } from './symbols/symbol-table.js';

/** A longer function is generated, or no path that anybody reads. */
const MAX_CALLS = 60;

/** The calls within the lines that reach one definition of the repository; those found in time. */
export async function findCalls(
  file: SourceFile,
  { start, end }: LineRange,
  resolver: Resolver,
): Promise<Call[]> {
  const lines = await readLines(file.snapshot, file.objectId);
  const inside = file.symbols.references.filter(
    (use) => use.line >= start && use.line <= end && isCall(use, lines[use.line - 1] ?? ''),
  );
  const ordered = [...inside].sort((a, b) => a.line - b.line).slice(0, MAX_CALLS);
  const calls: Call[] = [];
  try {
    for (const use of ordered) {
      const target = await targetOf(file, use, resolver);
      if (target) calls.push({ name: use.name, line: use.line, target });
    }
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
  }
  return calls;
}

/** The symbol table does not say how a name is used: its line does. */
function isCall({ name }: Reference, text: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const isWhole = !/[\p{L}\p{N}_$]/u.test(text[at - 1] ?? ' ');
    const after = text.slice(at + name.length, at + name.length + 200);
    if (isWhole && /^(?:\?\.)?(?:<[^<>()]{1,80}>|\[[^[\]()]{1,80}\])?\(/.test(after)) return true;
  }
  return false;
}

/** Nothing if the name may mean several things: rather no path than a wrong one. */
async function targetOf(
  file: SourceFile,
  { path, space }: Reference,
  resolver: Resolver,
): Promise<Call['target'] | undefined> {
  const values = await resolver.resolve(file, path, space);
  const targets = values.filter(
    (value): value is DeclarationValue =>
      value.kind === 'declaration' && value.file.snapshot === file.snapshot,
  );
  const [first] = targets;
  if (!first || targets.length < values.length) return undefined;
  const isAmbiguous = targets.some(
    (one) => one.file.path !== first.file.path || nameOf(one) !== nameOf(first),
  );
  if (isAmbiguous) return undefined;
  const { path: targetPath, objectId } = first.file;
  return { path: targetPath, objectId, line: first.file.declaration(first.declaration).line };
}

function nameOf({ file, declaration }: DeclarationValue): string {
  return file.declaration(declaration).name;
}
