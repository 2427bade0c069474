import type { LineRange } from '../../../index/chunks.js';
import { roleOf } from '../../../index/file-role.js';
import type { SearchedRepository } from '../passages/find.js';
import type { SourceFile } from '../passages/source-file.js';
import { type LookUp, readFileAt } from './look-up.js';

/** What a file says about the project as a whole, such as its version. */
export interface ProjectLine extends LineRange {
  readonly file: SourceFile;
  readonly value: string;
}

/** Where a kind of file says something; the first group of the line is what it says. */
export interface LinePattern {
  readonly path: RegExp;
  readonly line: RegExp;
  /** Only lines between one that opens a block and one that closes it. */
  readonly within?: { readonly open: RegExp; readonly close: RegExp };
  /** Never in such blocks. */
  readonly outside?: { readonly open: RegExp; readonly close: RegExp };
}

const MAX_DEPTH = 4;
const MAX_FILES = 24;
const MAX_LINES = 3_000;
const MAX_LINE_LENGTH = 400;

/** The files of a repository with such paths, nearest to its root first; samples and tests are others' projects. */
export async function projectFiles(
  searched: SearchedRepository,
  paths: readonly RegExp[],
  input: Pick<LookUp, 'filesOf' | 'context'>,
): Promise<SourceFile[]> {
  const depth = (path: string) => path.split('/').length;
  const order = (path: string) => paths.findIndex((one) => one.test(path));
  const found = [...(await input.filesOf(searched)).keys()]
    .filter((path) => depth(path) <= MAX_DEPTH && order(path) >= 0 && !isElsewhere(path))
    .toSorted((a, b) => depth(a) - depth(b) || order(a) - order(b) || a.localeCompare(b, 'en'))
    .slice(0, MAX_FILES);
  const files: SourceFile[] = [];
  for (const path of found) {
    const file = await readFileAt({ searched, path }, input);
    if (file) files.push(file);
  }
  return files;
}

function isElsewhere(path: string): boolean {
  if (!path.includes('/')) return false;
  return (
    roleOf(`${path.slice(0, path.lastIndexOf('/'))}/file.ts`) === 'test' ||
    /(?:^|\/)(?:node_modules|vendor|third_party|examples?|samples?|demos?|benchmarks?|templates?|playgrounds?|fixtures?)\//i.test(
      path,
    )
  );
}

/** The lines of a file that fit a pattern, in their order. */
export function linesThatSay(file: SourceFile, pattern: LinePattern): ProjectLine[] {
  if (!pattern.path.test(file.path)) return [];
  const found: ProjectLine[] = [];
  const inside = blockReader(pattern.within);
  const outside = blockReader(pattern.outside);
  for (const [n, text] of file.lines.slice(0, MAX_LINES).entries()) {
    const line = text.slice(0, MAX_LINE_LENGTH);
    const isInside = inside(line);
    const isOutside = outside(line);
    if ((pattern.within && !isInside) || (pattern.outside && isOutside)) continue;
    for (const value of valuesIn(line, pattern.line))
      found.push({ file, start: n + 1, end: n + 1, value });
  }
  return found;
}

/** Several of one line only where the expression is global. */
function valuesIn(line: string, pattern: RegExp): string[] {
  const matches = pattern.global ? [...line.matchAll(pattern)] : [pattern.exec(line) ?? []];
  return matches.flatMap(([, ...groups]) => groups.find(Boolean)?.trim() ?? []);
}

/** Tells of each line, in their order, whether it is in a block; the line that opens it is, too. */
function blockReader(block: LinePattern['within']): (line: string) => boolean {
  let isOpen = false;
  return (line) => {
    if (block === undefined) return false;
    const opening = block.open.exec(line);
    if (!isOpen && opening) {
      isOpen = !block.close.test(line.slice(opening.index + opening[0].length));
      return true;
    }
    if (isOpen && block.close.test(line)) {
      isOpen = false;
      return false;
    }
    return isOpen;
  };
}
