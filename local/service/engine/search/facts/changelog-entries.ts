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
const MARK = /^\s*(?:[-*+•]|\d+[.)])\s+/;
/** Of a line of its own, where entries have no marks. */
const ENDS = /[.!)\]]\s*$/;
const HEADING = /^\s*(?:#{1,6}\s|([=\-~^"'*+#.`])\1{2,}\s*$)/;
/** Of a `changes.xml`, as Maven's plugin reads it. */
const XML_VERSION = /<release\b[^>]{0,200}\bversion="([^"]{1,40})"/;
const XML_ENTRY = /<action\b/;
const XML_END = /<\/action>/;

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

function entriesOfText(file: SourceFile): ChangelogEntry[] {
  const found: ChangelogEntry[] = [];
  let version: string | undefined;
  let open: { start: number; lines: string[]; isMarked: boolean } | undefined;
  const close = () => {
    if (open) found.push(entry(file, { ...open, version }));
    open = undefined;
  };
  for (const [at, whole] of file.lines.slice(0, MAX_LINES).entries()) {
    const line = whole.slice(0, MAX_LINE_LENGTH);
    const heading = versionInHeading(line);
    if (heading !== undefined || HEADING.test(line) || line.trim() === '') {
      close();
      version = heading ?? version;
    } else if (MARK.test(line) || !open || (!open.isMarked && ENDS.test(open.lines.at(-1) ?? ''))) {
      close();
      open = { start: at + 1, lines: [line.replace(MARK, '')], isMarked: MARK.test(line) };
    } else {
      open.lines.push(line);
    }
  }
  close();
  return found;
}

function entriesOfXml(file: SourceFile): ChangelogEntry[] {
  const found: ChangelogEntry[] = [];
  let version: string | undefined;
  let open: { start: number; lines: string[] } | undefined;
  for (const [at, whole] of file.lines.slice(0, MAX_LINES).entries()) {
    const line = whole.slice(0, MAX_LINE_LENGTH);
    version = XML_VERSION.exec(line)?.[1] ?? version;
    if (XML_ENTRY.test(line)) open = { start: at + 1, lines: [] };
    open?.lines.push(line.replace(/<[^<>]{0,300}>/g, ' '));
    if (!open || !XML_END.test(line)) continue;
    found.push(entry(file, { ...open, version }));
    open = undefined;
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
    .replace(/\\(?=[#_*[\]])/g, '');
  const text = plainText(markup).replace(/\s+/g, ' ').trim();
  const end = start + lines.length - 1;
  return { file, start, end, text, ...(version !== undefined && { version }) };
}
