import type { LineRange } from '../../../index/chunks.js';
import { plainText } from '../passages/prose.js';
import type { SourceFile } from '../passages/source-file.js';
import { isChangelog } from './history-file.js';
import { bestRepository, type LookUp, readFileAt } from './look-up.js';
import { versionInHeading } from './version-heading.js';

/** What a changelog says of one change. */
export interface ChangelogEntry extends LineRange {
  readonly file: SourceFile;
  /** In one line, without the mark of its list. */
  readonly text: string;
  /** The version that it is listed below, as it is written. */
  readonly version?: string;
}

const MAX_FILES = 2;
/** The newest entries come first. */
const MAX_LINES = 4_000;
const MAX_LINE_LENGTH = 1_000;
const MAX_LENGTH = 2_000;
const MARK = /^\s*(?:[-+•]|\*{1,3}|\.{1,3}|\d+[.)])\s+/;
/** Of Markdown and AsciiDoc. */
const HEADING = /^(#{1,6}|={1,6})\s/;
const UNDERLINE = /^\s*([=\-~^"'*+#.`])\1{2,}\s*$/;
/** A longer line of `~` underlines a title. */
const FENCE = /^\s*(?:```|~~~(?!~))/;
/** Link definitions, comments, directives, and the line below the header of a table. */
const NO_ENTRY = /^\s*(?:\[[^\]]{1,100}\]:\s|<!--|\.\. |\|?[\s:|-]{5,}$)/;
const ROW = /^\s*\|/;
/** Ends a sentence: where entries have no marks, the next line is another one. */
const SENTENCE_END = /[.!)\]]\s*$/;

/** All entries of the changelogs of the repository that fits best, in the order of their lines. */
export async function changelogEntries(
  input: Pick<LookUp, 'filesOf' | 'context' | 'hits' | 'repositories'>,
): Promise<readonly ChangelogEntry[]> {
  const searched = bestRepository(input);
  if (!searched) return [];
  const paths = [...(await input.filesOf(searched)).keys()].filter(isChangelog).slice(0, MAX_FILES);
  const files = await Promise.all(paths.map((path) => readFileAt({ searched, path }, input)));
  return files.flatMap((file) => (file ? entriesOf(file) : []));
}

export function entriesOf(file: SourceFile): ChangelogEntry[] {
  return file.path.endsWith('.xml') ? entriesOfXml(file) : entriesOfText(file);
}

interface OpenEntry {
  readonly start: number;
  readonly lines: string[];
  readonly isMarked: boolean;
}

function entriesOfText(file: SourceFile): ChangelogEntry[] {
  const found: ChangelogEntry[] = [];
  let version: string | undefined;
  /** How the heading of the version is written: `##` or `---`. */
  let level: string | undefined;
  let open: OpenEntry | undefined;
  let isInFence = false;
  const close = () => {
    if (open) found.push(entry(file, { ...open, version }));
    open = undefined;
  };
  for (const [at, whole] of file.lines.slice(0, MAX_LINES).entries()) {
    const line = whole.slice(0, MAX_LINE_LENGTH);
    if (FENCE.test(line)) isInFence = !isInFence;
    else if (isInFence) continue;
    else if (line.trim() === '' || NO_ENTRY.test(line)) close();
    else if (UNDERLINE.test(line)) {
      const mark = line.trim().charAt(0);
      const [above = ''] = open?.lines.slice(-1) ?? [];
      // The line above is a title, and the first one after a version tells how versions are written.
      if (open) {
        open.lines.pop();
        if (open.lines.length === 0) open = undefined;
        if (mark === level && versionInHeading(above) === undefined) version = undefined;
      } else if (versionInHeading(file.lines[at - 1] ?? '') !== undefined) level = mark;
      close();
    } else {
      const heading = versionInHeading(line);
      const [, mark] = HEADING.exec(line) ?? [];
      if (heading !== undefined) {
        close();
        version = heading;
        level = mark;
      } else if (mark !== undefined) {
        close();
        if (level?.startsWith(mark)) version = undefined;
      } else if (isNext(line, open)) {
        close();
        const text = ROW.test(line) ? line.replaceAll('|', ' ') : line.replace(MARK, '');
        open = { start: at + 1, lines: [text], isMarked: MARK.test(line) };
      } else open?.lines.push(line);
    }
  }
  close();
  return found;
}

/** Whether a line begins an entry, rather than going on with the open one. */
function isNext(line: string, open: OpenEntry | undefined): boolean {
  if (MARK.test(line) || ROW.test(line) || !open) return true;
  return !open.isMarked && SENTENCE_END.test(open.lines.at(-1) ?? '');
}

const XML_COMMENT = /<!--[\s\S]{0,4000}?-->/g;
/** A release, or an action with its text. */
const XML_ENTRY =
  /<release\s([^>]{0,1000})>|<action(?:\s[^>]{0,1000})?(?:\/>|(?<!\/)>([\s\S]{0,4000}?)<\/action>)/g;
const XML_VERSION = /\bversion\s*=\s*["']([^"']{1,40})["']/;

/** Of a `changes.xml`, as Maven's plugin reads it. */
function entriesOfXml(file: SourceFile): ChangelogEntry[] {
  const found: ChangelogEntry[] = [];
  let version: string | undefined;
  const newlines = (text: string) => text.split('\n').length - 1;
  const text = file.lines
    .slice(0, MAX_LINES)
    .map((line) => line.slice(0, MAX_LINE_LENGTH))
    .join('\n')
    .replace(XML_COMMENT, (comment) => '\n'.repeat(newlines(comment)));
  let line = 1;
  let last = 0;
  for (const match of text.matchAll(XML_ENTRY)) {
    const [all, release, body] = match;
    line += newlines(text.slice(last, match.index));
    last = match.index;
    if (release !== undefined) version = XML_VERSION.exec(release)?.[1];
    if (body === undefined) continue;
    const plain = body.replace(/<[^<>]{0,300}>/g, ' ');
    const end = line + newlines(all);
    found.push({ ...entry(file, { start: line, lines: plain.split('\n'), version }), end });
  }
  return found;
}

function entry(
  file: SourceFile,
  {
    start,
    lines,
    version,
  }: {
    readonly start: number;
    readonly lines: readonly string[];
    readonly version?: string | undefined;
  },
): ChangelogEntry {
  const markup = lines
    .join(' ')
    .slice(0, MAX_LENGTH)
    .replace(/:\w{1,12}:`(\d{1,7})`/g, '#$1')
    .replace(/\\#/g, '#');
  const text = plainText(markup).replace(/\s+/g, ' ').trim();
  const end = start + lines.length - 1;
  return { file, start, end, text, ...(version !== undefined && { version }) };
}
