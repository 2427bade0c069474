import { isEscapedName } from '../../../git/path-name.js';
import { rulesFor } from '../../../index/definition-rules.js';
import { roleOf } from '../../../index/file-role.js';
import { extensionOf } from '../../../index/outline.js';
import { runGitWithLimits } from '../../../tools/run-git-with-limits.js';
import type { ToolContext } from '../../../tools/tool.js';
import type { SearchedRepository } from '../passages/find.js';
import type { LookUp } from './look-up.js';
import { readFileAt, toolContext } from './look-up.js';
import { fileTable, resolveImport } from './resolve-import.js';

/** A line of one file that imports another one of the same repository. */
export interface Import {
  readonly from: string;
  readonly to: string;
  readonly line: number;
  readonly text: string;
}

export interface ImportGraph {
  /** The code files, without tests and documents. */
  readonly files: readonly string[];
  readonly imports: readonly Import[];
  readonly isComplete: boolean;
}

/** In POSIX extended syntax: the lines that import something, in all languages that `resolveImport` knows. */
const IMPORT_LINE = [
  '(from|import|require(_relative)?)[[:space:]]*\\(?[[:space:]]*[\'"]',
  '^[[:space:]]*(from|import|use|pub use|mod|pub mod)[[:space:]]+[[:alnum:]_.\\\\:]',
  '^[[:space:]]*#[[:space:]]*include[[:space:]]*"',
  '^[[:space:]]+([[:alnum:]_.]+[[:space:]]+)?"[^" ]+"[[:space:]]*$',
]
  .map((one) => `(${one})`)
  .join('|');
const MAX_BYTES = 8 * 1_048_576;
const MAX_LINE_LENGTH = 500;

/** Which code files import which of the same repository, read from their import lines. */
export async function importGraphOf(
  searched: SearchedRepository,
  input: LookUp,
): Promise<ImportGraph> {
  const paths = [...(await input.filesOf(searched)).keys()];
  const goMod = await readFileAt({ searched, path: 'go.mod' }, input);
  const goModule = goMod?.lines
    .map((line) => /^module\s+"?([^\s"]+)/.exec(line)?.[1])
    .find(Boolean);
  const table = fileTable(paths, goModule);
  const { found, isComplete } = await importLines(searched, toolContext(input));
  const isCode = (path: string) =>
    table.paths.has(path) && roleOf(path) === 'code' && rulesFor(extensionOf(path)).length > 0;
  const imports = found
    .filter(({ path }) => isCode(path))
    .flatMap(({ path, line, text }) =>
      resolveImport({ from: path, text }, table)
        .filter((to) => to !== path && isCode(to))
        .map((to): Import => ({ from: path, to, line, text })),
    );
  return { files: paths.filter(isCode), imports, isComplete };
}

interface FoundLine {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

async function importLines(
  { repository, commit }: SearchedRepository,
  { signal, deadline }: ToolContext,
): Promise<{ found: FoundLine[]; isComplete: boolean }> {
  const options = ['-I', '-z', '--full-name', '--no-color', '--no-textconv', '--threads=2'];
  const args = [
    'grep',
    ...options,
    '--line-number',
    '--extended-regexp',
    '-e',
    IMPORT_LINE,
    commit,
  ];
  const limits = { signal, deadline, maxBytes: MAX_BYTES, okExitCodes: [1] };
  const { output, stopped } = await runGitWithLimits(repository.git, args, limits);
  const found: FoundLine[] = [];
  for (const row of output.toString('utf8').split('\n')) {
    const [name = '', line = '', text = ''] = row.split('\0');
    const path = name.slice(name.indexOf(':') + 1);
    if (text === '' || text.length > MAX_LINE_LENGTH || isEscapedName(path)) continue;
    found.push({ path, line: Number(line), text });
  }
  return { found, isComplete: !stopped };
}
