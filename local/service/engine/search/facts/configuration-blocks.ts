import { roleOf } from '../../../index/file-role.js';
import type { SearchedRepository } from '../passages/find.js';
import type { SourceFile } from '../passages/source-file.js';
import { indent } from '../text/indent.js';
import { type LookUp, readFileAt } from './look-up.js';

/** Settings that belong together in a file of configuration, with the comment above them. */
export interface ConfigurationBlock {
  readonly file: SourceFile;
  /** Counted from 1. */
  readonly start: number;
  readonly end: number;
  /** The keys that it sets, also those that are commented out. */
  readonly keys: readonly string[];
  /** Whether it has paragraphs that a comment heads together. */
  readonly isOfSeveral?: boolean;
}

const MAX_FILES = 30;
const MAX_BYTES = 200_000;
const MAX_LINES = 6_000;
/** They are judged one by one. */
const MAX_BLOCKS = 6_000;
/** What is longer is shown in part, and says little of any of its settings. */
const MAX_BLOCK_LINES = 40;
const MAX_LINE_LENGTH = 300;
const MAX_KEYS = 12;

const FORMAT =
  /\.(?:ya?ml|toml|hjson|json5|ini|conf|cfg|properties|hocon)(?:\.(?:sample|example|dist|default|template))?$|(?:settings?|config(?:uration)?|defaults?|application|options)[^/]*\.json$|(?:^|[/.])env(?:\.[\w.-]+)?$/i;
/** In code, as Laravel, Rails and Django programs have theirs. */
const CODE = /(?:^|\/)config\/[\w./-]+\.(?:php|rb|exs?)$|(?:^|\/)settings(?:\/\w+)?\.py$/;
/** Of tools, of tests, or of texts. */
const OTHERS =
  /(?:^|\/)(?:\.(?!env)\w[^/]*|node_modules|vendor|locales?|i18n|lang|translations?|fixtures?|e2e|suites|workflows|k8s|charts?|helm|schemas?)\/|(?:^|\/)(?:package|cargo|pyproject|tsconfig|composer|docker-compose|compose|codecov|renovate|mkdocs|pubspec|routing|routes|services|cliff|goreleaser|golangci|lefthook|crowdin|netlify|vercel)[^/]*$|lock|openapi|swagger|(?:^|\/)\.(?!env)[^/]+$/i;
/** What documents bring along to be copied. */
const SAMPLE = /(?:sample|example|template|default|config(?:uration)?|settings?)[^/]*$/i;
/** `key: value`, `key = value`, `'key' => value`, `config.key = value`; also commented out by one mark. */
const ENTRY =
  /^\s*(?:(?:#|;|\/\/)\s?)?(?:-\s+)?(?:export\s+)?["']?((?:[A-Za-z][\w-]*\.)*[A-Za-z][\w-]{1,60})["']?\s*(?::(?!:)(?=\s|$)|=>|=(?![=>~]))/;
const ENV_FILE = /(?:^|[/.])env(?:\.(?!(?:ya?ml|toml|json|rb|exs?|py|php)$)[\w.-]+)?$/i;
const VARIABLE = /^\s*(?:#\s?)?(?:export\s+)?([A-Za-z_]\w{1,60})\s*=/;
/** Settings of Django, keys of dictionaries and typed fields; whatever else is set there is a part of a program. */
const IN_PYTHON =
  /^\s*(?:#\s?)?(?:([A-Z][A-Z0-9_]{1,60})\s*(?::[^=]{1,80})?=(?!=)|["']([A-Za-z][\w.-]{1,60})["']\s*:|([a-z_]\w{1,60})\s*:\s*[A-Za-z][^=]{0,80}=(?!=))/;
const SECTION = /^\s*(?:[#;]\s?)?\[{1,2}([\w.-]{2,60})\]{1,2}\s*$/;
const OPENER = /(?:[:{[]|=>\s*\[|\[|\{)\s*$/;
const COMMENT = /^\s*(?:#|;|\/\/|\/?\*|\|)/;

/** Of the files that configure the program, those near the top first. */
export async function configurationBlocks(
  searched: SearchedRepository,
  input: LookUp,
): Promise<ConfigurationBlock[]> {
  const depth = (path: string) => path.split('/').length;
  const paths = [...(await input.filesOf(searched))]
    .filter(([path, { size }]) => size <= MAX_BYTES && configures(path))
    .map(([path]) => path)
    .toSorted((a, b) => depth(a) - depth(b))
    .slice(0, MAX_FILES);
  const blocks: ConfigurationBlock[] = [];
  for (const path of paths) {
    if (Date.now() > input.deadline) break;
    const file = await readFileAt({ searched, path }, input);
    if (file) blocks.push(...blocksOf(file));
    if (blocks.length >= MAX_BLOCKS) break;
  }
  return blocks.slice(0, MAX_BLOCKS);
}

function configures(path: string): boolean {
  const role = roleOf(path);
  const isOwn = role === 'document' ? SAMPLE.test(path) : role !== 'test';
  return (FORMAT.test(path) || CODE.test(path)) && !OTHERS.test(path) && isOwn;
}

/** Its paragraphs, and each key with what is below it: they overlap. A paragraph in brackets is all of a file. */
export function blocksOf(file: SourceFile): ConfigurationBlock[] {
  const lines = file.lines.slice(0, MAX_LINES).map((text) => text.slice(0, MAX_LINE_LENGTH));
  const entry = entryIn(file.path);
  const own = paragraphs(lines);
  const ranges = [...own, ...underOneHeading(own, lines, entry), ...groups(lines)];
  const seen = new Set<string>();
  return ranges.flatMap(({ start, end, isOfSeveral = false }) => {
    const keys = keysIn(lines.slice(start - 1, end), entry);
    const id = `${start}-${end}`;
    const isBlock = end - start < MAX_BLOCK_LINES && !/^\s*[{[]\s*$/.test(lines[start - 1] ?? '');
    const isNew = isBlock && keys.length > 0 && !seen.has(id);
    seen.add(id);
    return isNew ? [{ file, start, end, keys, isOfSeveral }] : [];
  });
}

interface Range {
  readonly start: number;
  readonly end: number;
  readonly isOfSeveral?: boolean;
}

function paragraphs(lines: readonly string[]): Range[] {
  const found: Range[] = [];
  let start = 0;
  for (const [at, text] of [...lines, ''].entries()) {
    if (text.trim() !== '') start ||= at + 1;
    else if (start > 0) {
      found.push({ start, end: at });
      start = 0;
    }
  }
  return found;
}

/** A paragraph that a comment heads, with those below that have no heading of their own. */
function underOneHeading(
  ranges: readonly Range[],
  lines: readonly string[],
  entry: RegExp,
): Range[] {
  const isHeaded = ({ start }: Range) => {
    const first = lines[start - 1] ?? '';
    return COMMENT.test(first) && !entry.test(first);
  };
  return ranges.flatMap((range, n) => {
    if (!isHeaded(range)) return [];
    const next = ranges.findIndex((one, at) => at > n && isHeaded(one));
    const end = ranges.at(next < 0 ? -1 : next - 1)?.end ?? range.end;
    return end > range.end ? [{ start: range.start, end, isOfSeveral: true }] : [];
  });
}

/** A key or a section with the comment above it, and all lines that are indented below it. */
function groups(lines: readonly string[]): Range[] {
  return lines.flatMap((text, at) => {
    const isSection = SECTION.test(text);
    if (!isSection && !ENTRY.test(text)) return [];
    const start = withComment(lines, at);
    const end = isSection
      ? endOfSection(lines, at)
      : OPENER.test(text)
        ? endOfGroup(lines, at)
        : at + 1;
    return [{ start: start + 1, end }];
  });
}

function withComment(lines: readonly string[], at: number): number {
  const isAbove = (text: string) => COMMENT.test(text) && !ENTRY.test(text);
  let start = at;
  while (start > Math.max(0, at - MAX_BLOCK_LINES) && isAbove(lines[start - 1] ?? '')) start -= 1;
  return start;
}

/** The last line of it, counted from 1; blank lines may be inside. */
function endOfGroup(lines: readonly string[], at: number): number {
  const depth = indent(lines[at] ?? '');
  let end = at + 1;
  for (let next = at + 1; next < lines.length && next - at < MAX_BLOCK_LINES; next += 1) {
    const text = lines[next] ?? '';
    if (text.trim() === '') continue;
    if (indent(text) > depth) end = next + 1;
    else return /^\s*[\])}]/.test(text) ? next + 1 : end;
  }
  return end;
}

function endOfSection(lines: readonly string[], at: number): number {
  const below = lines.slice(at + 1, at + MAX_BLOCK_LINES);
  const next = below.findIndex((text) => SECTION.test(text));
  let end = at + 1 + (next < 0 ? below.length : next);
  while (end > at + 1 && (lines[end - 1]?.trim() === '' || COMMENT.test(lines[end - 1] ?? '')))
    end -= 1;
  return end;
}

function entryIn(path: string): RegExp {
  // In an environment file, a colon is one of a comment.
  if (ENV_FILE.test(path)) return VARIABLE;
  return path.endsWith('.py') ? IN_PYTHON : ENTRY;
}

function keysIn(lines: readonly string[], entry: RegExp): string[] {
  const found = lines.flatMap(
    (text) => entry.exec(text)?.slice(1).find(Boolean) ?? SECTION.exec(text)?.[1] ?? [],
  );
  return [...new Set(found)].slice(0, MAX_KEYS);
}
