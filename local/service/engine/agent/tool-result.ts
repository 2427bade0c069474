import { z } from 'zod';
import { type FileSeen, nameOf, type Span } from './evidence.js';

/** A tool's result as the model sees it. */
export interface Shown {
  readonly text: string;
  /** The lines of files that are in the text. */
  readonly lines: readonly (FileSeen & Span)[];
}

const Chunk = z.object({ startLine: z.int(), content: z.string() });
const notice = z.string().optional();
/** The records that show lines of files; any other is shown as it is. */
const ReadFile = z.object({ content: z.string(), url: z.string() });
const Search = z.object({
  blocks: z.array(
    z.object({ repo: z.string(), file: z.string(), url: z.string(), chunks: z.array(Chunk) }),
  ),
  notice,
});
const Navigation = z.object({
  fileBlocks: z.array(
    z.object({
      ...{ type: z.string(), repo: z.string(), file: z.string() },
      ...{ rev: z.string().optional(), chunks: z.array(Chunk) },
    }),
  ),
  notice,
});

/** Lines that follow each other, of a file; none where only its name fits. */
interface Piece {
  readonly file: FileSeen;
  readonly first: number;
  readonly lines: readonly string[];
}

const LONGEST_LINE = 1_000;
const CUT = '[The rest is left out for its length: ask for fewer lines, or for less.]';

/** A record within so many characters; only what is really in the text counts as shown. */
export function shownOf(record: object, room: number): Shown {
  const pieces = piecesOf(record);
  if (!pieces) return clipped(JSON.stringify(record, null, 1), room);
  const parts = [...(pieces.notice ? [pieces.notice] : [])];
  const lines: (FileSeen & Span)[] = [];
  let left = room - CUT.length - (pieces.notice?.length ?? 0);
  for (const piece of pieces.of) {
    const { text, count } = fitting(piece, left);
    left -= text.length + 1;
    const whole = count === piece.lines.length && left >= 0;
    if (count > 0) {
      lines.push({ ...piece.file, start: piece.first, end: piece.first + count - 1 });
    }
    if (count > 0 || whole) parts.push(text);
    if (!whole) return { text: [...parts, CUT].join('\n'), lines };
  }
  return { text: parts.join('\n') || 'Nothing was found.', lines };
}

/** Words that are no record, such as a refusal. */
export function clipped(text: string, room: number): Shown {
  if (text.length <= room) return { text, lines: [] };
  return { text: `${text.slice(0, Math.max(0, room - CUT.length - 1))}\n${CUT}`, lines: [] };
}

function fitting({ file, first, lines }: Piece, room: number): { text: string; count: number } {
  let text = nameOf(file);
  let count = 0;
  for (const line of lines) {
    const more = `\n${first + count}: ${shortened(line)}`;
    if (text.length + more.length > room) break;
    text += more;
    count += 1;
  }
  return { text, count };
}

function shortened(line: string): string {
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}

function piecesOf(record: unknown): { of: Piece[]; notice?: string | undefined } | undefined {
  const read = ReadFile.safeParse(record).data;
  if (read) return { of: pieceRead(read) };
  const found = Search.safeParse(record).data;
  if (found) return { of: found.blocks.flatMap(piecesFound), notice: found.notice };
  const named = Navigation.safeParse(record).data;
  if (named) return { of: named.fileBlocks.flatMap(piecesNamed), notice: named.notice };
  return undefined;
}

/** `12: text` a line; whose lines they are, its page's address tells. */
function pieceRead({ content, url }: z.output<typeof ReadFile>): Piece[] {
  const file = fileAt(url);
  const rows = content === '' ? [] : content.split('\n');
  const first = Number(/^\d+/.exec(content)?.[0] ?? 1);
  return file ? [{ file, first, lines: rows.map((row) => row.replace(/^\d+: /, '')) }] : [];
}

function piecesFound(block: z.output<typeof Search>['blocks'][number]): Piece[] {
  const { repo, file: path, url, chunks } = block;
  const rev = fileAt(url)?.rev;
  return piecesIn({ repo, path, ...(rev && { rev }) }, chunks);
}

function piecesNamed(block: z.output<typeof Navigation>['fileBlocks'][number]): Piece[] {
  const { repo, file: path, rev, chunks } = block;
  return piecesIn({ repo, path, ...(rev && { rev }) }, chunks);
}

function piecesIn(file: FileSeen, chunks: readonly z.output<typeof Chunk>[]): Piece[] {
  if (chunks.length === 0) return [{ file, first: 1, lines: [] }];
  return chunks.map(({ startLine, content }) => {
    return { file, first: startLine, lines: content.split('\n') };
  });
}

/** The file that a page of ours shows. */
function fileAt(url: string): FileSeen | undefined {
  const address = url.replace(/^https?:\/\/[^/]*/, '').replace(/\?.*$/, '');
  const [, repo, rev, path] = /\/([^/@]+)(?:@([^/]+))?\/-\/blob\/(.+)$/.exec(address) ?? [];
  if (!repo || !path) return undefined;
  return { repo, path: decodeURIComponent(path), ...(rev && { rev }) };
}
