import { docCommentSummary } from './engine/search/passages/doc-comment.js';
import { readFileList } from './git/file-list.js';
import { openRepositories, type Repository } from './git/repository.js';
import type { TreeEntry } from './git/tree.js';
import { rulesFor } from './index/definition-rules.js';
import { roleOf } from './index/file-role.js';
import { type Definition, extensionOf, outlineOf } from './index/outline.js';
import { decodeText, isIndexable } from './index/text-files.js';

/** A question that the repositories can answer, with what it is an example of. */
export interface SuggestedQuestion {
  readonly title: string;
  readonly message: string;
}

const MAX_FILES_READ = 300;
const MAX_FILE_BYTES = 64 * 1_024;
/** Every file has such names, and a question about one of them has no good answer. */
const COMMON_NAMES = /^(main|run|init|setup|start|stop|index|test|default|options|config|props)$/i;
/** Names of examples, and of what is for the file alone. */
const MINOR_NAMES =
  /^(?:_|(?:[Ff]oo|[Bb]a[rz]|[Mm]y|[Yy]our|[Dd]ummy|[Ee]xample|[Ss]ample)(?![a-z]))/;
/** A line that puts what follows into a namespace. */
const NAMESPACE = /^\s*(?:(?:pub\s+)?mod|(?:def)?module|(?:inline\s+)?namespace)\s/;
/** Sections of a README that say nothing about the code. */
const ABOUT_THE_PROJECT =
  /licen[cs]e|contribut|sponsor|support|credit|author|team|status|contact|communit|acknowledg/i;
const KINDS = new Set(['function', 'class', 'interface', 'type', 'struct', 'method']);

/**
 * Up to four questions about what the repositories really contain: documented definitions that are
 * used elsewhere, a file, and the README. Empty without commits or without text.
 */
export async function suggestQuestions(paths: readonly string[]): Promise<SuggestedQuestion[]> {
  const repositories = await openRepositories(paths);
  try {
    const found = await Promise.all(repositories.map(suggestionsFor));
    return withoutRepeats(found).slice(0, 4);
  } finally {
    await Promise.all(repositories.map((repository) => repository.close()));
  }
}

/** The first of each repository, then the second of each, with a title only once. */
function withoutRepeats(found: readonly (readonly SuggestedQuestion[])[]): SuggestedQuestion[] {
  const byTitle = new Map<string, SuggestedQuestion>();
  const most = Math.max(0, ...found.map(({ length }) => length));
  for (let n = 0; n < most; n += 1) {
    const own = found.flatMap((questions) => questions[n] ?? []);
    const question = own[n % Math.max(1, own.length)];
    if (question && !byTitle.has(question.title)) byTitle.set(question.title, question);
  }
  return [...byTitle.values()];
}

async function suggestionsFor(repository: Repository): Promise<SuggestedQuestion[]> {
  const commit = await repository.head();
  if (commit === undefined) return [];
  const files = await readFileList(repository.git, commit);
  const code = await readFiles(
    repository,
    sample(() => filesOf(files, isCode)),
  );
  const [first, second, third] = bestDefinitions(code);
  const file = third?.path ?? code.at(0)?.path;
  return [
    ...(first ? [question('Learn how it works', `How does ${first.name} work?`)] : []),
    ...(second ? [question('Find where it is used', `Where is ${second.name} used?`)] : []),
    ...(file ? [question('Look into a file', `What does ${file} do?`)] : []),
    ...(await readmeQuestions(repository, files)),
  ];
}

function question(title: string, message: string): SuggestedQuestion {
  return { title, message };
}

type Files = ReadonlyMap<string, TreeEntry>;

/** One at a time: an object for each of them would take much memory. */
function* filesOf(files: Files, isWanted: (path: string) => boolean): Generator<TreeEntry> {
  for (const file of files.values()) {
    const isReadable = isIndexable(file.path, file.size) && file.size <= MAX_FILE_BYTES;
    if (isReadable && isWanted(file.path)) yield file;
  }
}

function isCode(path: string): boolean {
  return roleOf(path) === 'code' && rulesFor(extensionOf(path)).length > 0;
}

/** At most `MAX_FILES_READ`, from all over the repository. */
function sample(filesAgain: () => Iterable<TreeEntry>): TreeEntry[] {
  let count = 0;
  for (const _ of filesAgain()) count += 1;
  const step = Math.max(1, count / MAX_FILES_READ);
  const taken: TreeEntry[] = [];
  let at = 0;
  for (const file of filesAgain()) {
    if (at === Math.floor(taken.length * step) && taken.length < MAX_FILES_READ) taken.push(file);
    at += 1;
  }
  return taken;
}

interface TextFile {
  readonly path: string;
  readonly lines: readonly string[];
  readonly words: ReadonlySet<string>;
}

/** Files that cannot be read are left out: there are others to ask about. */
async function readFiles({ blobs }: Repository, files: readonly TreeEntry[]): Promise<TextFile[]> {
  const read = files.map(async ({ path, objectId }) => {
    const text = await blobs.read(objectId).then(decodeText, () => undefined);
    if (text === undefined) return [];
    return [{ path, lines: text.split('\n'), words: new Set(text.match(/[\p{L}\p{N}_$]+/gu)) }];
  });
  return (await Promise.all(read)).flat();
}

interface RankedDefinition {
  readonly name: string;
  readonly path: string;
  readonly score: number;
}

/** Documented definitions of different files, the most telling first. */
function bestDefinitions(files: readonly TextFile[]): RankedDefinition[] {
  const ranked = files.flatMap((file) => definitionsOf(file, files));
  ranked.sort((a, b) => b.score - a.score || a.name.localeCompare(b.name));
  const taken = new Set<string>();
  return ranked.filter(({ name, path }) => {
    const isNew = !taken.has(path) && !taken.has(name);
    if (isNew) taken.add(path).add(name);
    return isNew;
  });
}

function definitionsOf(file: TextFile, files: readonly TextFile[]): RankedDefinition[] {
  const outline = outermost(file);
  return outline.flatMap(({ name, kind, line }, n) => {
    if (!KINDS.has(kind) || name.length < 5 || name.length > 40) return [];
    if (COMMON_NAMES.test(name) || MINOR_NAMES.test(name)) return [];
    if (docCommentSummary(file.lines, line) === undefined) return [];
    const length = (outline[n + 1]?.line ?? file.lines.length) - line;
    const uses = files.filter(({ words }) => words.has(name)).length - 1;
    // A name of one word is mostly used as that word.
    const score = (Math.log2(1 + uses) + Math.min(length, 60) / 30) / (isOneWord(name) ? 8 : 1);
    return [{ name, path: file.path, score }];
  });
}

/** The definitions that lie in no other, or only in namespaces. */
function outermost({ path, lines }: TextFile): Definition[] {
  const around: Definition[] = [];
  return outlineOf(path, lines).filter((definition) => {
    while ((around.at(-1)?.depth ?? -1) >= definition.depth) around.pop();
    const isOutermost = around.every(({ line }) => NAMESPACE.test(lines[line - 1] ?? ''));
    around.push(definition);
    return isOutermost && !NAMESPACE.test(lines[definition.line - 1] ?? '');
  });
}

function isOneWord(name: string): boolean {
  return /^\p{Lu}?\p{Ll}+$/u.test(name);
}

async function readmeQuestions(repository: Repository, files: Files): Promise<SuggestedQuestion[]> {
  const isReadme = (path: string) => /^readme\.(md|markdown|rst)$/i.test(path);
  const [entry] = filesOf(files, isReadme);
  if (!entry) return [];
  const [readme] = await readFiles(repository, [entry]);
  const headings = readme ? outlineOf(readme.path, readme.lines) : [];
  const isTelling = ({ name }: Definition) =>
    /^[\p{L}\p{N} '’-]{4,40}$/u.test(name) && !ABOUT_THE_PROJECT.test(name);
  const heading = headings.slice(1).find(isTelling);
  const about = heading ? ` about “${heading.name}”` : '';
  return [question('Read the README', `What does ${entry.path} say${about}?`)];
}
