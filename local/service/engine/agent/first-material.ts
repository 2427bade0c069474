import { z } from 'zod';
import type { EngineAnswer } from '../../conversation/engine.js';
import type { LineRange } from '../../index/chunks.js';
import { runTool } from '../../tools/run-tool.js';
import type { Tool } from '../../tools/tool.js';
import { type AnswerPlace, readAnswer } from './answer-places.js';
import { citedName, createEvidence } from './evidence.js';
import { excerptRanges } from './excerpt-ranges.js';
import { type RenderedResult, renderToolResult, withoutTruncationNote } from './tool-result.js';

interface MaterialOptions {
  readonly question: string;
  readonly tools: readonly Tool[];
  readonly repositories: readonly string[];
  readonly signal: AbortSignal;
}

const MAX_PLACES = 6;
/** Of a place whose lines the answer shows, and of others. */
const MAX_LINES = 24;
const MAX_LINES_UNSHOWN = 12;
/** Lines of a place that are searched for those that the answer shows. */
const MAX_LINES_READ = 2_000;
/** A small model may take in 8,000 tokens: with instructions and tools, the first request has 4,000. */
const MAX_CHARACTERS = 5_200;
const MAX_ANSWER_CHARACTERS = 1_800;
/** Fewer would not show anything. */
const MIN_CHARACTERS = 200;
const TOOL_TIMEOUT_MS = 5_000;
const OTHERS = 'Lines of other files that may be about it:';

const ReadFileOutput = z.object({ content: z.string() });
const Chunk = z.looseObject({ startLine: z.int(), endLine: z.int() });
const SearchOutput = z.object({
  blocks: z.array(z.looseObject({ repo: z.string(), file: z.string(), chunks: z.array(Chunk) })),
});

/**
 * What a search answers, with the lines that it shows and cites, and lines of other files that may be about the question: what a
 * model is shown first, so that it may answer at once. `undefined` if the search found nothing.
 */
export async function firstMaterial(
  { answer, sources = [] }: EngineAnswer,
  options: MaterialOptions,
): Promise<RenderedResult | undefined> {
  const { text, places } = readAnswer(answer);
  if (places.length === 0 && sources.length === 0) return undefined;
  const said = text.slice(0, MAX_ANSWER_CHARACTERS);
  const parts: RenderedResult[] = [{ text: said, lines: [] }];
  const left = () => MAX_CHARACTERS - parts.reduce((sum, part) => sum + part.text.length + 2, 0);
  // What the answer shows says most.
  const ordered = [...places]
    .sort((a, b) => Number(isShown(b)) - Number(isShown(a)))
    .slice(0, MAX_PLACES);
  for (const place of ordered) {
    for (const range of await rangesOf(place, options)) {
      if (left() < MIN_CHARACTERS) break;
      const part = await readLines({ ...place, ...range }, left(), options);
      if (part) parts.push(part);
    }
  }
  if (left() >= MIN_CHARACTERS) {
    const others = await otherLines(parts, left() - OTHERS.length - 1, options);
    if (others) parts.push({ ...others, text: `${OTHERS}\n${others.text}` });
  }
  return {
    text: parts.map((part) => part.text).join('\n\n'),
    lines: parts.flatMap(({ lines }) => lines),
  };
}

function isShown({ excerpt }: AnswerPlace): boolean {
  return excerpt.length > 0;
}

/** The lines that the answer shows, with those around them; the first ones of a place that it only names. */
async function rangesOf(place: AnswerPlace, options: MaterialOptions): Promise<LineRange[]> {
  const { repo, path, start, end, excerpt } = place;
  const firstLines = (count: number) => [{ start, end: Math.min(end, start + count - 1) }];
  if (!isShown(place)) return firstLines(MAX_LINES_UNSHOWN);
  const endLine = Math.min(end, start + MAX_LINES_READ - 1);
  const read = await call('read_file', { repo, path, startLine: start, endLine }, options);
  const content = ReadFileOutput.safeParse(read).data?.content ?? '';
  const lines = content.split('\n').map((line) => line.replace(/^\d+: /, ''));
  const shown = excerptRanges(excerpt, lines, start);
  return shown.length > 0 ? firstOf(shown, MAX_LINES) : firstLines(MAX_LINES);
}

/** So many lines of the ranges, from the first on. */
function firstOf(ranges: readonly LineRange[], count: number): LineRange[] {
  let left = count;
  return ranges.flatMap(({ start, end }) => {
    if (left <= 0) return [];
    const range = { start, end: Math.min(end, start + left - 1) };
    left -= range.end - range.start + 1;
    return [range];
  });
}

async function readLines(
  { repo, path, start, end }: AnswerPlace,
  maxCharacters: number,
  options: MaterialOptions,
): Promise<RenderedResult | undefined> {
  const args = { repo, path, startLine: start, endLine: end };
  const read = await call('read_file', args, options);
  return read && rendered(read, maxCharacters, options);
}

/** `undefined` if not even one line fits. */
function rendered(
  output: object,
  maxCharacters: number,
  { repositories }: MaterialOptions,
): RenderedResult | undefined {
  const result = renderToolResult(output, maxCharacters, repositories);
  return result.lines.length > 0 ? withoutTruncationNote(result) : undefined;
}

/** The best lines of each of the files that a search finds, without those that are shown already. */
async function otherLines(
  shown: readonly RenderedResult[],
  maxCharacters: number,
  options: MaterialOptions,
): Promise<RenderedResult | undefined> {
  const found = SearchOutput.safeParse(
    await call('nls_search', { query: options.question }, options),
  );
  const evidence = createEvidence();
  for (const { start, end, ...file } of shown.flatMap(({ lines }) => lines)) {
    evidence.addLines(file, { start, end });
  }
  const blocks = (found.data?.blocks ?? []).flatMap((block) => {
    const name = citedName({ repo: block.repo, path: block.file });
    const isNew = ({ startLine: start, endLine: end }: { startLine: number; endLine: number }) =>
      evidence.findLines(name, { start, end }) === undefined;
    const chunks = block.chunks.filter(isNew).slice(0, 1);
    return chunks.length > 0 ? [{ ...block, chunks }] : [];
  });
  if (blocks.length === 0) return undefined;
  return rendered({ blocks }, maxCharacters, options);
}

async function call(
  name: string,
  args: object,
  { tools, signal }: MaterialOptions,
): Promise<object | undefined> {
  const tool = tools.find((one) => one.name === name);
  if (!tool) return undefined;
  const result = await runTool(tool, args, { signal, timeoutMs: TOOL_TIMEOUT_MS });
  return z.looseObject({}).safeParse(result.structuredContent).data;
}
